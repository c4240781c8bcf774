/// A short sum of a text that tells versions of a file apart (FNV-1a). It guards against
/// mistakes, not against forgery.
struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}
  init(of text: String) { combine(text) }

  mutating func combine(_ text: String) {
    for byte in text.utf8 {
      sum ^= UInt64(byte)
      sum &*= 0x100_0000_01b3
    }
  }

  var description: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
