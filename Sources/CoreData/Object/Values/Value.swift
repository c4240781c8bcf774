internal import Foundation

/// One attribute value or to-one reference, typed, as rows and objects keep it.
///
/// The attribute's type says how a number is to be read: booleans are 0 and 1, floats are widened.
enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  case decimal(Decimal)
  /// A transformable value. Indirect, because it would double the size of every value.
  indirect case opaque(OpaqueValue)
  /// The destination of a to-one relationship.
  case reference(NSManagedObjectID)

  /// As the compiler would have it, except that IDs are compared without `NSObject`'s detour: every
  /// save compares all values of what it updates.
  static func == (one: Value, other: Value) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.integer(let one), .integer(let other)): one == other
    case (.real(let one), .real(let other)): one == other
    case (.text(let one), .text(let other)): one == other
    case (.date(let one), .date(let other)): one == other
    case (.data(let one), .data(let other)): one == other
    case (.uuid(let one), .uuid(let other)): one == other
    case (.url(let one), .url(let other)): one == other
    case (.decimal(let one), .decimal(let other)): one == other
    case (.opaque(let one), .opaque(let other)): one == other
    case (.reference(let one), .reference(let other)): one.isSame(as: other)
    default: false
    }
  }

  /// Whether the values at one place of two lists are equal. Nearly always they are the same down
  /// to the bytes, and then nothing they refer to needs to be looked at, or counted.
  @inline(__always)
  static func areEqual(
    _ one: UnsafeBufferPointer<Value>, _ other: UnsafeBufferPointer<Value>, at index: Int
  ) -> Bool {
    memcmp(one.baseAddress! + index, other.baseAddress! + index, MemoryLayout<Value>.size) == 0
      || one[index] == other[index]
  }
}

/// A transformable value beside its archived form, by which it is compared.
struct OpaqueValue: Hashable, @unchecked Sendable {
  // @unchecked Sendable because the value is never changed in place; it is replaced.
  let value: AnyHashable
}
