public import Foundation

/// What one save or one batch did to one store.
public final class NSPersistentHistoryTransaction: NSObject, NSCopying, Sendable {
  /// What the history tells of a transaction beside its changes.
  struct Record: Sendable {
    var number: Int64
    var timestamp: Date
    var storeID: String
    var author: String?
    var contextName: String?
    var bundleID = ""
    var processID = ""
  }

  private let record: Record
  /// What was changed, in order; nil if only transactions were asked for.
  public let changes: [NSPersistentHistoryChange]?
  /// The place behind this transaction, and behind those before it in the same result.
  public let token: NSPersistentHistoryToken

  init(_ record: Record, changes: [NSPersistentHistoryChange]?, token: NSPersistentHistoryToken) {
    self.record = record
    self.changes = changes
    self.token = token
    super.init()
    for change in changes ?? [] { change.owner.set(self) }
  }

  /// The same transaction with only some of its changes, or without any.
  func with(_ changes: [NSPersistentHistoryChange]?) -> NSPersistentHistoryTransaction {
    NSPersistentHistoryTransaction(record, changes: changes, token: token)
  }

  /// When it was committed.
  public var timestamp: Date { record.timestamp }
  /// Counts the transactions of the store.
  public var transactionNumber: Int64 { record.number }
  /// The UUID of the store.
  public var storeID: String { record.storeID }
  /// The bundle of the program that wrote it; the name of the program, if it has none.
  public var bundleID: String { record.bundleID }
  /// The name of the process that wrote it.
  public var processID: String { record.processID }
  /// The name of the context that saved.
  public var contextName: String? { record.contextName }
  /// The `transactionAuthor` of the context that saved.
  public var author: String? { record.author }

  /// The transaction itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override var description: String {
    "<NSPersistentHistoryTransaction \(transactionNumber) by \(author ?? "an unnamed author"), "
      + "changes: \(changes.map { "\($0.count)" } ?? "not fetched")>"
  }

  /// The transaction in the form of a save, for either way of merging.
  public func objectIDNotification() -> Notification {
    var ids: [String: Set<NSManagedObjectID>] = [:]
    for change in changes ?? [] {
      ids[change.changeType.notificationKey, default: []].insert(change.changedObjectID)
    }
    return Notification(
      name: .NSManagedObjectContextDidSaveObjectIDs, object: nil, userInfo: ids)
  }

  // MARK: Fetching

  /// What predicates about transactions can name.
  public static let entityDescription: NSEntityDescription? = NSEntityDescription(
    historyNamed: "Transaction",
    [
      ("author", .stringAttributeType), ("bundleID", .stringAttributeType),
      ("contextName", .stringAttributeType), ("processID", .stringAttributeType),
      ("storeID", .stringAttributeType), ("timestamp", .dateAttributeType),
      ("token", .undefinedAttributeType),
      ("transactionNumber", .integer64AttributeType),
    ])

  /// What predicates about transactions can name.
  public static func entityDescription(with context: NSManagedObjectContext)
    -> NSEntityDescription?
  {
    entityDescription
  }

  /// A request for transactions, to be narrowed by a predicate.
  public static var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entityDescription
    return request
  }
}

extension NSPersistentHistoryTransaction: KeyValueSource {
  func predicateValue(forKey key: String) -> Any? {
    switch key {
    case "author": author
    case "bundleID": bundleID
    case "contextName": contextName
    case "processID": processID
    case "storeID": storeID
    case "timestamp": timestamp
    case "token": token
    case "transactionNumber": transactionNumber
    default: nil
    }
  }
}

extension NSEntityDescription {
  /// An entity of no model, for requests about the history.
  convenience init(
    historyNamed name: String, _ attributes: [(name: String, type: NSAttributeType)]
  ) {
    self.init()
    self.name = name
    properties = attributes.map { one in
      let attribute = NSAttributeDescription()
      attribute.name = one.name
      attribute.attributeType = one.type
      return attribute
    }
  }
}
