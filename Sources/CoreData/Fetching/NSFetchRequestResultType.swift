public import Foundation

/// Something that a fetch can return: objects, IDs, dictionaries or a count.
public protocol NSFetchRequestResult {}

extension NSManagedObjectID: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
extension Dictionary: NSFetchRequestResult where Key == String, Value == Any {}

/// The form of a fetch's results.
public struct NSFetchRequestResultType: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// A set of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Objects of the context.
  public static let managedObjectResultType: NSFetchRequestResultType = []
  /// Only their IDs.
  public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
  /// Dictionaries of the wanted properties, as the store has them.
  public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
  /// The number of matching objects.
  public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}
