import Foundation
import Testing

@testable import CoreData

/// The scanner that decides whether Foundation may read a binary property list.
struct BinaryPropertyListTests {
  /// One of everything that a list may hold.
  private static var everything: [String: Any] {
    [
      "text": "plain", "wide": "Grüße, 世界", "long": String(repeating: "x", count: 300),
      "number": 7, "large": UInt64.max, "fraction": 2.5, "yes": true,
      "date": Date(timeIntervalSinceReferenceDate: 12.5), "data": Data([1, 2, 3]),
      "array": [1, ["nested"], [:] as [String: Int]] as [Any],
      "many": Array(0..<40),
    ]
  }

  private static func binary(_ list: Any) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }

  /// A list made of objects that are written by hand; the first one is the top.
  private static func list(_ objects: [[UInt8]], top: Int = 0) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    func eight(_ number: Int) -> [UInt8] {
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    for offset in offsets { bytes += eight(offset).suffix(4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 4] + eight(objects.count) + eight(top) + eight(table)
    return Data(bytes)
  }

  private static func reference(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func isSound(_ data: Data) -> Bool { BinaryPropertyList(data)?.isSound == true }

  @Test func `a list of everything is sound, and so is a keyed archive`() throws {
    let data = try Self.binary(Self.everything)
    #expect(Self.isSound(data))
    #expect(SoundPropertyList.list(from: data) as? NSDictionary == Self.everything as NSDictionary)
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: ["a": NSArray(array: [1, 2])] as NSDictionary, requiringSecureCoding: true)
    #expect(Self.isSound(archive))
  }

  @Test func `a list that ends early is not sound, wherever it ends`() throws {
    let data = try Self.binary(Self.everything)
    for length in 0..<data.count { #expect(!Self.isSound(data.prefix(length)), "\(length)") }
  }

  @Test func `what is sound after a bit was flipped can be read`() throws {
    let data = try Self.binary(Self.everything)
    var refused = 0
    for bit in 0..<data.count * 8 {
      var flipped = data
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      // Foundation would end the process over a list that should have been refused.
      if SoundPropertyList.list(from: flipped) == nil { refused += 1 }
    }
    #expect(refused > data.count / 4)
    #expect(refused < data.count * 8)
  }

  @Test(
    arguments: [
      ("a set", [[0xC1] + reference(1), [0x10, 1]]),
      ("an array that holds itself", [[0xA1] + reference(0)]),
      ("arrays that hold each other", [[0xA1] + reference(1), [0xA1] + reference(0)]),
      ("a key that is a number", [[0xD1] + reference(1) + reference(1), [0x10, 1]]),
      ("a part that does not exist", [[0xA1] + reference(5)]),
      ("more parts than bytes", [[0xAF, 0x11, 0xFF, 0xFF]]),
      ("a count below nothing", [[0x4F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
      ("a text that is not ASCII", [[0x51, 0xC3]]),
      ("a kind that there is not", [[0x70]]),
      ("a number of 32 bytes", [[0x15] + [UInt8](repeating: 0, count: 32)]),
    ] as [(String, [[UInt8]])])
  func `what no list may hold is refused`(_ what: String, objects: [[UInt8]]) {
    #expect(!Self.isSound(Self.list(objects)), "\(what)")
    #expect(SoundPropertyList.list(from: Self.list(objects)) == nil, "\(what)")
  }

  @Test func `a top that does not exist is refused, and a single number is a list`() {
    #expect(!Self.isSound(Self.list([[0x10, 1]], top: 1)))
    #expect(Self.isSound(Self.list([[0x10, 1]])))
  }

  @Test func `a list too deep to be read is refused`() {
    func nested(_ depth: Int) -> Data {
      Self.list((1...depth).map { [0xA1] + Self.reference($0) } + [[0x10, 1]])
    }
    #expect(SoundPropertyList.list(from: nested(100)) != nil)
    #expect(!Self.isSound(nested(200_000)))
    // The same depth, but each array is met at the top before it is met inside another one.
    let depth = 2_000
    let all = (1...depth).reversed().flatMap(Self.reference)
    let members = (2...depth + 1).map { [0xA1] + Self.reference($0) }
    let count: [UInt8] = [0xAF, 0x11, UInt8(depth >> 8), UInt8(depth & 0xFF)]
    #expect(!Self.isSound(Self.list([count + all] + members + [[0x10, 1]])))
  }
}
