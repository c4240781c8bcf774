// Compiled into a program that tries a reader's file: chance begins anew in each run, always with the
// same numbers. The library's own functions ask a generator that cannot be replaced, so these come
// before them.
import Foundation

/// Where chance is; put back with the other variables of the module.
private nonisolated(unsafe) var stateOfChance: UInt64 = 42

/// The generator of the system; in a run, one that gives the same numbers each time.
struct SystemRandomNumberGenerator: RandomNumberGenerator, Sendable {
  func next() -> UInt64 {
    guard isOfARun else {
      var real = Swift.SystemRandomNumberGenerator()
      return real.next()
    }
    return nextChance()
  }
}

/// SplitMix64.
func nextChance() -> UInt64 {
  stateOfChance &+= 0x9e37_79b9_7f4a_7c15
  var bits = stateOfChance
  bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
  bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
  return bits ^ (bits >> 31)
}

extension FixedWidthInteger {
  static func random(in range: Range<Self>) -> Self {
    var chance = SystemRandomNumberGenerator()
    return random(in: range, using: &chance)
  }

  static func random(in range: ClosedRange<Self>) -> Self {
    var chance = SystemRandomNumberGenerator()
    return random(in: range, using: &chance)
  }
}

extension BinaryFloatingPoint where RawSignificand: FixedWidthInteger {
  static func random(in range: Range<Self>) -> Self {
    var chance = SystemRandomNumberGenerator()
    return random(in: range, using: &chance)
  }

  static func random(in range: ClosedRange<Self>) -> Self {
    var chance = SystemRandomNumberGenerator()
    return random(in: range, using: &chance)
  }
}

extension Bool {
  static func random() -> Bool {
    var chance = SystemRandomNumberGenerator()
    return random(using: &chance)
  }
}

extension Collection {
  func randomElement() -> Element? {
    var chance = SystemRandomNumberGenerator()
    return randomElement(using: &chance)
  }
}

extension Sequence {
  func shuffled() -> [Element] {
    var chance = SystemRandomNumberGenerator()
    return shuffled(using: &chance)
  }
}

extension MutableCollection where Self: RandomAccessCollection {
  mutating func shuffle() {
    var chance = SystemRandomNumberGenerator()
    shuffle(using: &chance)
  }
}

extension UUID {
  init() {
    var chance = SystemRandomNumberGenerator()
    var bits = (chance.next(), chance.next())
    self = withUnsafeBytes(of: &bits) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
