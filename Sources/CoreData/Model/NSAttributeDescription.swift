public import Foundation

/// The type of an attribute, with Apple's numbers.
public enum NSAttributeType: UInt, Sendable, CaseIterable {
  /// No type yet; only a transient attribute may keep it.
  case undefinedAttributeType = 0
  /// Whole numbers of 16 bits.
  case integer16AttributeType = 100
  /// Whole numbers of 32 bits.
  case integer32AttributeType = 200
  /// Whole numbers of 64 bits.
  case integer64AttributeType = 300
  /// Decimal numbers.
  case decimalAttributeType = 400
  /// Floating-point numbers of 64 bits.
  case doubleAttributeType = 500
  /// Floating-point numbers of 32 bits.
  case floatAttributeType = 600
  /// Texts.
  case stringAttributeType = 700
  /// True and false.
  case booleanAttributeType = 800
  /// Points in time.
  case dateAttributeType = 900
  /// Bytes.
  case binaryDataAttributeType = 1000
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Universally unique identifiers.
  case UUIDAttributeType = 1100
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Addresses.
  case URIAttributeType = 1200
  /// Whatever a value transformer makes bytes of.
  case transformableAttributeType = 1800
  /// IDs of objects; not stored.
  case objectIDAttributeType = 2000
  /// Several attributes as one.
  case compositeAttributeType = 2100
}

/// A value that every object of an entity has.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.

  /// What kind of value it is.
  open var attributeType = NSAttributeType.undefinedAttributeType { willSet { requireMutable() } }
  /// The value of a new object.
  open var defaultValue: Any? { willSet { requireMutable() } }
  /// The registered transformer that makes data of a transformable value.
  open var valueTransformerName: String? { willSet { requireMutable() } }
  /// Whether large data may be kept beside the store's file.
  open var allowsExternalBinaryDataStorage = false { willSet { requireMutable() } }
  /// Whether deleted objects leave this value behind in the persistent history.
  open var preservesValueInHistoryOnDeletion = false { willSet { requireMutable() } }

  /// Whether CloudKit encrypts the value; kept with the model, and without effect here.
  open var allowsCloudEncryption = false { willSet { requireMutable() } }

  /// The name of the class of the values, as Apple calls it.
  /// It follows from the type, unless the model says otherwise.
  open var attributeValueClassName: String? {
    get { givenClassName ?? classNameOfType }
    set {
      requireMutable()
      givenClassName = newValue
    }
  }
  private var givenClassName: String?

  private var classNameOfType: String? {
    switch attributeType {
    case .undefinedAttributeType, .transformableAttributeType: nil
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
      "NSNumber"
    case .decimalAttributeType: "NSDecimalNumber"
    case .stringAttributeType: "NSString"
    case .dateAttributeType: "NSDate"
    case .binaryDataAttributeType: "NSData"
    case .UUIDAttributeType: "NSUUID"
    case .URIAttributeType: "NSURL"
    case .objectIDAttributeType: "NSManagedObjectID"
    case .compositeAttributeType: "NSDictionary"
    }
  }

  /// An attribute without an entity that may be changed.
  open override func copy(with zone: NSZone? = nil) -> Any {
    guard let copy = super.copy(with: zone) as? NSAttributeDescription else { return self }
    copy.attributeType = attributeType
    copy.defaultValue = defaultValue
    copy.valueTransformerName = valueTransformerName
    copy.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    copy.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    copy.allowsCloudEncryption = allowsCloudEncryption
    copy.givenClassName = givenClassName
    return copy
  }

  override var canonicalText: String {
    "attribute|\(super.canonicalText)|type=\(attributeType.rawValue)"
      + (isExternal ? "|external" : "")
  }
}

/// An attribute that the store works out from others, by `derivationExpression`, at every save.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.

  /// How the value is worked out.
  open var derivationExpression: NSExpression? { willSet { requireMutable() } }

  /// An attribute without an entity that may be changed.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? NSDerivedAttributeDescription)?.derivationExpression = derivationExpression
    return copy
  }

  override var canonicalText: String {
    "\(super.canonicalText)|derived=\(derivationExpression?.description ?? "")"
  }
}

extension NSAttributeDescription {
  /// The modern spelling of `NSAttributeType`.
  public struct AttributeType: RawRepresentable, Hashable, Sendable {
    /// The number of the type.
    public let rawValue: UInt

    /// The type of a number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    private init(_ type: NSAttributeType) { rawValue = type.rawValue }

    /// No type yet.
    public static let undefined = AttributeType(.undefinedAttributeType)
    /// Whole numbers of 16 bits.
    public static let integer16 = AttributeType(.integer16AttributeType)
    /// Whole numbers of 32 bits.
    public static let integer32 = AttributeType(.integer32AttributeType)
    /// Whole numbers of 64 bits.
    public static let integer64 = AttributeType(.integer64AttributeType)
    /// Decimal numbers.
    public static let decimal = AttributeType(.decimalAttributeType)
    /// Floating-point numbers of 64 bits.
    public static let double = AttributeType(.doubleAttributeType)
    /// Floating-point numbers of 32 bits.
    public static let float = AttributeType(.floatAttributeType)
    /// Texts.
    public static let string = AttributeType(.stringAttributeType)
    /// True and false.
    public static let boolean = AttributeType(.booleanAttributeType)
    /// Points in time.
    public static let date = AttributeType(.dateAttributeType)
    /// Bytes.
    public static let binaryData = AttributeType(.binaryDataAttributeType)
    /// Universally unique identifiers.
    public static let uuid = AttributeType(.UUIDAttributeType)
    /// Addresses.
    public static let uri = AttributeType(.URIAttributeType)
    /// Whatever a value transformer makes bytes of.
    public static let transformable = AttributeType(.transformableAttributeType)
    /// IDs of objects; not stored.
    public static let objectID = AttributeType(.objectIDAttributeType)
    /// Several attributes as one.
    public static let composite = AttributeType(.compositeAttributeType)
  }

  /// What kind of value it is.
  public final var type: AttributeType {
    get { AttributeType(rawValue: attributeType.rawValue) }
    set { attributeType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType }
  }
}
