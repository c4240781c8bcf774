/// A schedule that leaves the usual rule at every other choice: two bits for each choice instead of
/// a number and a letter. `*` and five bits to a character, as in `count@1-x7k2:*4f09`.
///
/// 0 is the usual thread, 1 to 3 the others that could go, in their order.
struct DenseChoices: Hashable, Sendable {
  private(set) var choices: [UInt8] = []

  /// Nil if some choice was between more threads and took one of those.
  init?(_ steps: some Sequence<RunModel.Step>) {
    for step in steps where step.isChoice {
      guard step.rank < 4 else { return nil }
      choices.append(step.rank)
    }
    while choices.last == 0 { choices.removeLast() }
  }

  var description: String {
    let bits = choices.flatMap { [$0 >> 1, $0 & 1] }
    return stride(from: 0, to: bits.count, by: 5).reduce(into: "*") { text, start in
      let five = (0..<5).map { bits.indices.contains(start + $0) ? bits[start + $0] : 0 }
      text.append(ReplayCode.digits[Int(five.reduce(0) { $0 << 1 | $1 })])
    }
  }

  /// Nil if the text is none.
  init?(_ text: some StringProtocol) {
    guard text.first == "*" else { return nil }
    var bits: [UInt8] = []
    for character in text.dropFirst() {
      guard let digit = ReplayCode.digits.firstIndex(of: character) else { return nil }
      bits += (0..<5).map { UInt8(digit >> (4 - $0) & 1) }
    }
    choices = stride(from: 0, to: bits.count - 1, by: 2).map { bits[$0] << 1 | bits[$0 + 1] }
    while choices.last == 0 { choices.removeLast() }
    if choices.isEmpty { return nil }
  }
}

extension ThreadSet {
  func usualFirst(_ usual: Int) -> [Int] { [usual] + filter { $0 != usual } }
}
