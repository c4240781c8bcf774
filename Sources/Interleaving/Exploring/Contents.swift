/// Comparing what two runs of one schedule came to: a random number may lead both through the same
/// operations.
extension RunRecord {
  /// What differs, in the order in which cells were made; nil if nothing does.
  func difference(from other: RunRecord) -> ExplorationError? {
    for cell in contents.keys.sorted() {
      guard
        let (one, two) = contents[cell].flatMap({ one in other.contents[cell].map { (one, $0) } }),
        Self.differ(one.value, two.value)
      else { continue }
      return .differentResult(
        what: "cell \(one.name)", first: "\(one.value)", second: "\(two.value)")
    }
    guard outcome != other.outcome else { return nil }
    return .differentResult(
      what: "the outcome", first: outcome ?? "not named", second: other.outcome ?? "not named")
  }

  /// Whether values differ that can be compared. Objects are new in each run; what is told by its
  /// words in the same way is taken to be the same.
  private static func differ(_ one: Any, _ other: Any) -> Bool {
    guard !(type(of: one) is AnyClass), let comparable = one as? any Equatable else { return false }
    func differs<Value: Equatable>(_ one: Value) -> Bool {
      guard let other = other as? Value else { return true }
      return one != other && words(one) != words(other)
    }
    return differs(comparable)
  }

  /// Without addresses.
  private static func words(_ value: Any) -> String {
    var (words, rest) = ("", Substring("\(value)"))
    while let address = rest.firstRange(of: "0x") {
      words += rest[..<address.upperBound]
      rest = rest[address.upperBound...].drop(while: \.isHexDigit)
    }
    return words + rest
  }
}
