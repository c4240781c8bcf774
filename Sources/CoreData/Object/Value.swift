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
}

/// A transformable value beside its archived form, by which it is compared.
struct OpaqueValue: Hashable, @unchecked Sendable {
  // @unchecked Sendable because the value is never changed in place; it is replaced.
  let value: AnyHashable
}
