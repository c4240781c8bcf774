/// A set of slots, in ascending order. One word holds those of nearly every entity.
struct SlotSet: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
  /// Slots below 64, one bit each.
  private var low: UInt64 = 0
  private var high: Set<Int> = []

  init() {}

  init(_ slots: some Sequence<Int>) { for slot in slots { insert(slot) } }

  init(arrayLiteral slots: Int...) { self.init(slots) }

  var isEmpty: Bool { low == 0 && high.isEmpty }

  func contains(_ slot: Int) -> Bool {
    slot < 64 ? low & (1 << UInt64(slot)) != 0 : high.contains(slot)
  }

  mutating func insert(_ slot: Int) {
    if slot < 64 { low |= 1 << UInt64(slot) } else { high.insert(slot) }
  }

  func makeIterator() -> AnyIterator<Int> {
    var word = low
    var rest = high.sorted()[...]
    return AnyIterator {
      if word == 0 { return rest.popFirst() }
      defer { word &= word - 1 }
      return word.trailingZeroBitCount
    }
  }
}
