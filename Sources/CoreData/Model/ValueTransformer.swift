public import Foundation
internal import Synchronization

/// The name under which a transformer is registered.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The name as a text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Archives `NSSecureCoding` values; what transformable attributes use unless told otherwise.
  public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSSecureUnarchiveFromData")
}

/// Turns values of a transformable attribute into data and back.
open class ValueTransformer: NSObject, ValueTransformerLookup, @unchecked Sendable {
  // @unchecked Sendable because a transformer has no state of its own; subclasses must have none.
  public override init() {}

  /// The class of what comes out.
  open class func transformedValueClass() -> AnyClass { NSData.self }
  /// Whether there is a way back.
  open class func allowsReverseTransformation() -> Bool { true }
  /// What is stored for a value.
  open func transformedValue(_ value: Any?) -> Any? { value }
  /// The value that was stored so.
  open func reverseTransformedValue(_ value: Any?) -> Any? { value }

  /// Models name the standard one by its name or by its class.
  private static let registry = Mutex<[NSValueTransformerName: ValueTransformer]>([
    .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
    NSValueTransformerName("NSSecureUnarchiveFromDataTransformer"):
      NSSecureUnarchiveFromDataTransformer(),
  ])

  /// Makes `transformer` known by `name` to every model of the process.
  public class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    registry.withLock { $0[name] = transformer }
  }

  /// The names of all transformers that were set.
  public class func valueTransformerNames() -> [NSValueTransformerName] {
    registry.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
  }

  fileprivate static func registered(_ name: NSValueTransformerName) -> ValueTransformer? {
    registry.withLock { $0[name] }
  }
}

/// Lets `ValueTransformer(forName:)` return the registered instance, whatever its class is.
public protocol ValueTransformerLookup {}

extension ValueTransformerLookup {
  /// The transformer registered under `name`.
  public init?(forName name: NSValueTransformerName) {
    // In two steps: an optimised build looks at the class of nothing where they are one.
    guard let found = ValueTransformer.registered(name) else { return nil }
    guard let own = found as? Self else { return nil }
    self = own
  }
}

/// Archives values with `NSKeyedArchiver` and accepts only the classes it allows when reading.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.

  /// The classes that may be read back.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]
  }

  /// Reads data: the direction is Apple's, from what is stored to what is used.
  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return SecureArchive.value(from: data, classes: Self.allowedTopLevelClasses)
  }

  /// Writes data; nil for a value that is not, or holds something that is not, `NSSecureCoding`.
  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value else { return nil }
    return SecureArchive.data(from: value)
  }
}
