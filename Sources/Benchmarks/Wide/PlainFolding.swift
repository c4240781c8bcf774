internal import CSQLite
internal import Foundation

/// Texts without case and accents, as a careful author would do it beside SQLite: a table of what
/// each letter of the first plane's alphabets becomes, filled once; no memory is asked for per row.
enum PlainFolding {
  /// What became of each scalar below 0x3000, as UTF-8, and how many bytes of it there are.
  private nonisolated(unsafe) static let table: UnsafeMutablePointer<(UInt64, Int)> = {
    let table = UnsafeMutablePointer<(UInt64, Int)>.allocate(capacity: 0x3000)
    for value in 0..<0x3000 {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let folded = "a\(scalar)b".folding(
        options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      let bytes = folded.utf8.dropFirst().dropLast()
      (table + value).initialize(
        to: (bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, bytes.count))
    }
    return table
  }()

  /// `contains_folded(text, folded)` and `begins_folded(text, folded)`.
  static func install(on database: OpaquePointer?) {
    sqlite3_create_function_v2(
      database, "contains_folded", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in
        let found = PlainFolding.withFolded(arguments?[0]) { text, count in
          let part = UnsafeRawPointer(sqlite3_value_text(arguments?[1]))
          let length = Int(sqlite3_value_bytes(arguments?[1]))
          guard let part, length > 0 else { return true }
          let first = Int32(part.load(as: UInt8.self))
          var start = UnsafeRawPointer(text)
          var possible = count - length + 1
          while possible > 0, let found = memchr(start, first, possible) {
            if memcmp(found, part, length) == 0 { return true }
            possible -= UnsafeRawPointer(found) + 1 - start
            start = UnsafeRawPointer(found) + 1
          }
          return false
        }
        sqlite3_result_int(context, found ? 1 : 0)
      }, nil, nil, nil)
    sqlite3_create_function_v2(
      database, "begins_folded", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in
        let begins = PlainFolding.withFolded(arguments?[0]) { text, count in
          let length = Int(sqlite3_value_bytes(arguments?[1]))
          guard let part = sqlite3_value_text(arguments?[1]) else { return false }
          return count >= length && memcmp(text, part, length) == 0
        }
        sqlite3_result_int(context, begins ? 1 : 0)
      }, nil, nil, nil)
  }

  private static func withFolded(
    _ value: OpaquePointer?, _ body: (UnsafeMutablePointer<UInt8>, Int) -> Bool
  ) -> Bool {
    guard let text = sqlite3_value_text(value) else { return false }
    let count = Int(sqlite3_value_bytes(value))
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count * 3 + 8) { buffer in
      guard let target = buffer.baseAddress else { return false }
      let table = table
      var (position, end) = (0, 0)
      while position < count {
        let byte = text[position]
        if byte < 0x80 {
          target[end] = byte &- 0x41 < 26 ? byte | 0x20 : byte
          (position, end) = (position + 1, end + 1)
          continue
        }
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        var scalar = Int(byte) & (0xFF >> (length + 1))
        for offset in 1..<length { scalar = scalar << 6 | Int(text[position + offset] & 0x3F) }
        if scalar < 0x3000 {
          let entry = table[scalar]
          UnsafeMutableRawPointer(target + end).storeBytes(of: entry.0, as: UInt64.self)
          end += entry.1
        } else {
          memcpy(target + end, text + position, length)
          end += length
        }
        position += length
      }
      return body(target, end)
    }
  }
}
