internal import Foundation

/// A value as predicates compare it: the many classes that hold the same kind of thing are one
/// case here, and it is the case that SQLite would have for it.
enum Operand {
  case null
  /// Integers and booleans.
  case integer(Int64)
  /// Every other binary number; never NaN, which is `null` to SQLite. It stands for the shortest
  /// decimal number that reads back as it.
  case real(Double)
  /// A decimal number, exactly; never NaN.
  case decimal(Decimal)
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

  /// A decimal number; NaN is no value.
  static func number(_ number: Decimal) -> Operand { number.isNaN ? .null : .decimal(number) }
}

extension Operand {
  init(_ value: Any?) {
    guard let value, !(value is NSNull) else {
      self = .null
      return
    }
    // An object is none of the many things that are looked for below.
    if let object = value as? NSManagedObject {
      self = .source(object)
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
    case .opaque(let opaque): self = .other(opaque.object)
    case .decimal(let number): self = .number(number)
    case .data, .uuid, .url: self = Self(value.sqlBinding ?? .null)
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
    switch ExactNumber(value) {
    case .integer(let number)?: self = .integer(number)
    case .real(let number)?: self = .number(number)
    case .decimal(let number)?: self = .number(number)
    case nil: return nil
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
    case .decimal(let number): NSDecimalNumber(decimal: number)
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
