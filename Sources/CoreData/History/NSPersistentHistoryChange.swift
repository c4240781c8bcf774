public import Foundation
internal import Synchronization

/// How a transaction changed an object, with Apple's numbers.
public enum NSPersistentHistoryChangeType: Int, Sendable {
  /// The object is new.
  case insert = 0
  /// Properties of the object have new values.
  case update = 1
  /// The object is gone.
  case delete = 2

  var notificationKey: String {
    switch self {
    case .insert: NSInsertedObjectIDsKey
    case .update: NSUpdatedObjectIDsKey
    case .delete: NSDeletedObjectIDsKey
    }
  }
}

/// What one transaction did to one object.
public final class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable because nothing changes after `init` but `owner`, which is set once, and
  // the values of a tombstone are immutable.

  /// The transaction that a change belongs to, set when that is made; it keeps the change.
  struct Owner: @unchecked Sendable {
    // @unchecked Sendable because it is set before another thread has the change.
    fileprivate weak var transaction: NSPersistentHistoryTransaction?
    mutating func set(_ transaction: NSPersistentHistoryTransaction) {
      self.transaction = transaction
    }
  }
  final var owner = Owner()

  /// Counts the changes of the store.
  public let changeID: Int64
  /// The object. There is none any more if it was deleted.
  public let changedObjectID: NSManagedObjectID
  /// How it was changed.
  public let changeType: NSPersistentHistoryChangeType
  /// What a deleted object left behind: the values of the attributes that the model preserves.
  public let tombstone: [AnyHashable: Any]?
  /// The names of the properties that an update changed; nil if they were not written down.
  private let names: String?

  init(
    _ changeID: Int64, _ type: NSPersistentHistoryChangeType, of id: NSManagedObjectID,
    names: String?, tombstone: [AnyHashable: Any]?
  ) {
    self.changeID = changeID
    changeType = type
    changedObjectID = id
    self.names = names
    self.tombstone = tombstone
  }

  /// The transaction that it belongs to, as long as that is kept.
  public var transaction: NSPersistentHistoryTransaction? { owner.transaction }

  /// The properties that an update changed.
  public var updatedProperties: Set<NSPropertyDescription>? {
    guard changeType == .update, let names else { return nil }
    let properties = changedObjectID.entity.propertiesByName
    return Set(
      names.split(separator: ",").compactMap { name in
        // A part of a composite attribute stands for the whole of it.
        name.split(separator: ".").first.flatMap { properties[String($0)] }
      })
  }

  /// The change itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override var description: String {
    "<NSPersistentHistoryChange \(changeID): \(changeType) of \(changedObjectID.shortName)"
      + (names.map { " (\($0))" } ?? "") + ">"
  }

  // MARK: Fetching

  /// What predicates about changes can name.
  public static let entityDescription: NSEntityDescription? = NSEntityDescription(
    historyNamed: "Change",
    [
      ("changeID", .integer64AttributeType), ("changeType", .integer16AttributeType),
      ("changedObjectID", .objectIDAttributeType), ("changedEntity", .stringAttributeType),
    ])

  /// What predicates about changes can name.
  public static func entityDescription(with context: NSManagedObjectContext)
    -> NSEntityDescription?
  {
    entityDescription
  }

  /// A request for changes, to be narrowed by a predicate.
  public static var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entityDescription
    return request
  }
}

extension NSPersistentHistoryChange: KeyValueSource {
  func predicateValue(forKey key: String) -> Any? {
    switch key {
    case "changeID": changeID
    case "changeType": changeType.rawValue
    case "changedObjectID": changedObjectID
    case "changedEntity": changedObjectID.entity.name
    default: nil
    }
  }
}
