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
    case (.text(let one), .text(let other)): one.hasSameScalars(as: other)
    case (.date(let one), .date(let other)): one == other
    case (.data(let one), .data(let other)): one == other
    case (.uuid(let one), .uuid(let other)): one == other
    case (.url(let one), .url(let other)): one == other
    case (.decimal(let one), .decimal(let other)): DecimalParts(one) == DecimalParts(other)
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

extension String {
  /// Texts that only look alike, composed differently, are equal to Swift; a store keeps them
  /// apart, and a change from one to the other has to be saved.
  @inline(__always)
  func hasSameScalars(as other: String) -> Bool {
    self == other && utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

/// A transformable value.
struct OpaqueValue: Hashable, @unchecked Sendable {
  // @unchecked Sendable because the value is never changed in place; it is replaced.
  let value: AnyHashable

  init(value: AnyHashable) { self.value = value }

  /// A value that cannot be compared is equal to itself only.
  init(any value: Any) {
    self.value = value as? AnyHashable ?? AnyHashable(Incomparable(value: value))
  }

  /// What the program set.
  var object: Any { (value.base as? Incomparable)?.value ?? value.base }
}

private final class Incomparable: Hashable {
  let value: Any
  init(value: Any) { self.value = value }
  static func == (one: Incomparable, other: Incomparable) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Value {
  /// How reports write the value: short, and the same on every machine.
  var words: String {
    switch self {
    case .null: "nil"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .date(let date): date.ISO8601Format()
    case .data(let data): "\(data.count) bytes"
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .decimal(let number): "\(number)"
    case .opaque(let opaque): "a \(type(of: opaque.value.base))"
    case .reference(let id): id.shortName
    }
  }
}
