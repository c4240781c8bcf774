internal import Foundation

// The bytes of a row: its head, a bit for each slot that is empty, a word for each slot, then what
// does not fit into words.
//
//     layout, key, version   empty      slot 0   slot 1              slot 2
//     0x..., 7, 1            0b100...   42       place 56, 5 bytes   -          "hello"
//
// So each value is found without looking at those before it.

/// What the bytes of a row begin with.
struct PackedHead: BitwiseCopyable {
  /// The reader keeps it.
  var layout: UncountedReference<RowLayout>
  var key: Int64
  var version: Int64
}

/// Where the bytes of a row are, for code that keeps its holder.
struct PackedRow: Equatable, @unchecked Sendable {
  // @unchecked Sendable because the bytes never change.
  private let start: UnsafeRawPointer

  init(_ start: UnsafeRawPointer) { self.start = start }

  @inline(__always)
  private var head: UnsafePointer<PackedHead> {
    start.assumingMemoryBound(to: PackedHead.self)
  }

  var key: Int64 { head.pointee.key }
  var version: Int64 { head.pointee.version }
  var scope: IDScope { head.pointee.layout.visit { $0.scope } }
  var values: [Value] { head.pointee.layout.visit { $0.values(in: start) } }
  var isLong: Bool { head.pointee.layout.visit { $0.isLong(start) } }

  @inline(__always)
  subscript(slot: Int) -> Value { head.pointee.layout.visit { $0.value(slot, in: start) } }

  func has(_ value: Value, in slot: Int) -> Bool {
    head.pointee.layout.visit { $0.has(value, slot, in: start) }
  }

  /// What the ID of a reference would be made of, and the space of its key; nil if there is none.
  @inline(__always)
  func destination(_ slot: Int) -> (key: Int64, space: Int)? {
    head.pointee.layout.visit { $0.destination(slot, in: start) }
  }
}

extension RowLayout {
  /// A row with more is long.
  static let mostBytesBesideWords = 512

  static var startOfEmpty: Int { MemoryLayout<PackedHead>.size }

  /// The byte with the bit that tells whether a slot is empty.
  @inline(__always)
  static func placeOfEmpty(_ slot: Int) -> Int { startOfEmpty + (slot >> 3) }

  fileprivate func isLong(_ row: UnsafeRawPointer) -> Bool {
    var count = 0
    for (index, slot) in slots.enumerated() where !isEmpty(index, in: row) {
      switch slot.code {
      case .text, .url, .data: count += bytes(row + Int(slot.word), of: row).count
      default: break
      }
    }
    return count > Self.mostBytesBesideWords
  }

  fileprivate func values(in row: UnsafeRawPointer) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(slots.count)
    for slot in 0..<slots.count { values.append(value(slot, in: row)) }
    return values
  }

  @inline(__always)
  fileprivate func value(_ index: Int, in row: UnsafeRawPointer) -> Value {
    let slot = slots[index]
    // Small numbers are what is read most often.
    if slot.code == .integer && !isEmpty(index, in: row) {
      return .integer((row + Int(slot.word)).load(as: Int64.self))
    }
    return otherValue(index, slot, in: row)
  }

  @inline(never)
  private func otherValue(_ index: Int, _ slot: Slot, in row: UnsafeRawPointer) -> Value {
    if slot.code == .none { return unstored[index] }
    if isEmpty(index, in: row) { return .null }
    let word = row + Int(slot.word)
    switch slot.code {
    case .none: return .null
    case .integer: return .integer(word.load(as: Int64.self))
    case .real: return .real(word.load(as: Double.self))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: word.load(as: Double.self)))
    case .reference:
      let key = NSManagedObjectID.Key.row(word.load(as: Int64.self))
      return .reference(NSManagedObjectID(scope(of: slot, word), key: key))
    case .decimal:
      var decimal = Decimal()
      withUnsafeMutableBytes(of: &decimal) { $0.copyMemory(from: bytes(word, of: row)) }
      return .decimal(decimal)
    case .text, .url, .data, .uuid: return Value(slot.code, bytes(word, of: row))
    // Rows with transformable values are not packed.
    case .opaque: return .null
    }
  }

  /// Whether a slot has just this value. Saves ask this of all slots of what they update, so the
  /// frequent kinds are compared as they are.
  fileprivate func has(_ value: Value, _ index: Int, in row: UnsafeRawPointer) -> Bool {
    let slot = slots[index]
    if slot.code == .none { return value == unstored[index] }
    if isEmpty(index, in: row) { return value == .null }
    let word = row + Int(slot.word)
    switch (slot.code, value) {
    case (.integer, .integer(let number)): return number == word.load(as: Int64.self)
    case (.real, .real(let number)): return number == word.load(as: Double.self)
    case (.date, .date(let date)):
      return date.timeIntervalSinceReferenceDate == word.load(as: Double.self)
    case (.reference, .reference(let id)):
      return id.key == .row(word.load(as: Int64.self)) && id.scope.isSame(as: scope(of: slot, word))
    case (.text, .text(var text)):
      return text.withUTF8 { bytes(word, of: row).isSame(as: UnsafeRawBufferPointer($0)) }
    case (.data, .data(let data)):
      return data.withUnsafeBytes { bytes(word, of: row).isSame(as: $0) }
    case (.uuid, .uuid(let uuid)):
      return withUnsafeBytes(of: uuid.uuid) { bytes(word, of: row).isSame(as: $0) }
    case (.decimal, .decimal(let decimal)):
      // Equal numbers may still be written differently.
      return withUnsafeBytes(of: decimal) { bytes(word, of: row).isSame(as: $0) }
        || value == self.value(index, in: row)
    default: return value == self.value(index, in: row)
    }
  }

  fileprivate func destination(
    _ index: Int, in row: UnsafeRawPointer
  ) -> (key: Int64, space: Int)? {
    let slot = slots[index]
    if slot.code != .reference || isEmpty(index, in: row) { return nil }
    let word = row + Int(slot.word)
    return (word.load(as: Int64.self), scope(of: slot, word).space)
  }

  @inline(__always)
  private func isEmpty(_ slot: Int, in row: UnsafeRawPointer) -> Bool {
    (row + Self.placeOfEmpty(slot)).load(as: UInt8.self) & (1 << UInt8(slot & 7)) != 0
  }

  @inline(__always)
  private func bytes(
    _ word: UnsafeRawPointer, of row: UnsafeRawPointer
  ) -> UnsafeRawBufferPointer {
    let (place, count) = (word.load(as: UInt32.self), (word + 4).load(as: UInt32.self))
    return UnsafeRawBufferPointer(start: row + Int(place), count: Int(count))
  }

  private func scope(of slot: Slot, _ word: UnsafeRawPointer) -> IDScope {
    let entity =
      slot.entityColumn >= 0 ? (word + 8).load(as: Int64.self) : Int64(slot.destination)
    return scopes[Int(entity) - 1]
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let one = baseAddress, let other = other.baseAddress else { return true }
    return memcmp(one, other, count) == 0
  }
}
