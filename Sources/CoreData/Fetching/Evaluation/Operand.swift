internal import Foundation

/// A value as predicates compare it: the many classes that hold the same kind of thing are one
/// case here, and it is the case that SQLite would have for it.
enum Operand {
  case null
  /// Integers and booleans.
  case integer(Int64)
  /// Every other number, decimals too; never NaN, which is `null` to SQLite.
  case real(Double)
  case text(String)
  /// Seconds since 2001.
  case date(Double)
  /// Data and UUIDs.
  case blob(Data)
  case reference(NSManagedObjectID)
  /// Something with properties.
  case source(any KeyValueSource)
  case collection([Operand])
  /// A value that predicates can only hand on.
  case other(Any)

  /// A number; NaN is no value.
  static func number(_ number: Double) -> Operand { number.isNaN ? .null : .real(number) }
}

extension Operand {
  init(_ value: Any?) {
    guard let value, !(value is NSNull) else {
      self = .null
      return
    }
    if let known = Self(number: value) ?? Self(scalar: value) ?? Self(members: value) {
      self = known
    } else if let source = value as? any KeyValueSource {
      self = .source(source)
    } else if let optional = value as? any OptionalMarker {
      self = Operand(optional.wrapped)
    } else {
      self = .other(value)
    }
  }

  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .date(let date): self = .date(date.timeIntervalSinceReferenceDate)
    case .reference(let id): self = .reference(id)
    case .opaque(let opaque): self = .other(opaque.value)
    case .data, .uuid, .url, .decimal: self = Self(value.sqlBinding ?? .null)
    }
  }

  init(_ binding: SQLBinding) {
    switch binding {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .blob(let data): self = .blob(data)
    }
  }

  private init?(number value: Any) {
    switch value {
    case let number as Int: self = .integer(Int64(number))
    case let flag as Bool: self = .integer(flag ? 1 : 0)
    case let number as Double: self = .number(number)
    case let number as Int64: self = .integer(number)
    case let number as Decimal: self = Self(number.sqlBinding)
    case let number as Float: self = .number(Double(number))
    case let number as any BinaryInteger:
      self = Int64(exactly: number).map(Operand.integer) ?? .real(Double(number))
    case let number as any BinaryFloatingPoint: self = .number(Double(number))
    case let number as NSDecimalNumber: self = Self(number.decimalValue.sqlBinding)
    case let number as NSNumber: self = Self(boxed: number)
    default: return nil
    }
  }

  private init(boxed number: NSNumber) {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .number(number.doubleValue)
    case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max):
      self = .real(Double(number.uint64Value))
    default: self = .integer(number.int64Value)
    }
  }

  private init?(scalar value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let text as Substring: self = .text(String(text))
    case let text as NSString: self = .text(text as String)
    case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
    case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
    case let id as NSManagedObjectID: self = .reference(id)
    case let data as Data: self = .blob(data)
    case let data as NSData: self = .blob(data as Data)
    case let uuid as UUID: self = Self(Value.uuid(uuid))
    case let uuid as NSUUID: self = Self(Value.uuid(uuid as UUID))
    case let url as URL: self = .text(url.absoluteString)
    case let url as NSURL: self = .text(url.absoluteString)
    default: return nil
    }
  }

  private init?(members value: Any) {
    switch value {
    case let members as [Any]: self = .collection(members.map { Operand($0) })
    case let members as NSArray: self = .collection(members.map { Operand($0) })
    case let members as NSOrderedSet: self = .collection(members.map { Operand($0) })
    case let members as NSSet: self = .collection(members.map { Operand($0) })
    case let members as any SetMarker: self = .collection(members.operands)
    default: return nil
    }
  }
}

/// An optional that came as `Any`.
protocol OptionalMarker {
  var wrapped: Any? { get }
}

extension Optional: OptionalMarker {
  var wrapped: Any? { self }
}

/// `Set` of whatever, so that its members can be reached without naming their type.
protocol SetMarker {
  var operands: [Operand] { get }
}

extension Set: SetMarker {
  var operands: [Operand] { map { Operand($0) } }
}

extension Operand {
  /// The value in the class that Apple's API would give; an array for a collection.
  var plainValue: Any? {
    switch self {
    case .null: nil
    case .integer(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .text(let text): text
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .blob(let data): data
    case .reference(let id): id
    case .source(let source): source
    case .collection(let members): members.map { $0.plainValue ?? NSNull() }
    case .other(let value): value
    }
  }
}
