import CoreData
import Foundation

extension ChatStack {
  /// A private context with a merge policy.
  func context(_ name: String, policy: NSMergePolicy) -> NSManagedObjectContext {
    let context = context(name)
    context.mergePolicy = policy
    return context
  }

  /// Saves a new object of the entity with these values and returns its permanent ID.
  @discardableResult
  func add(_ entity: String, _ values: [String: Any]) throws -> NSManagedObjectID {
    let context = context("seeding")
    return try context.performAndWait {
      let object = context.insert(entity, values)
      try context.save()
      return object.objectID
    }
  }

  /// The text that the store holds now, as a new context reads it.
  func stored(_ key: String, of id: NSManagedObjectID) throws -> String? {
    try storedValue(key, of: id) as? String
  }

  /// The value that the store holds now, as a new context reads it.
  func storedValue(_ key: String, of id: NSManagedObjectID) throws -> Any? {
    let context = context("looking")
    context.stalenessInterval = 0
    return try context.performAndWait { try context.existingObject(with: id).value(forKey: key) }
  }

  /// How many rows the store holds for the entity.
  func rowCount(_ entity: String) throws -> Int {
    let context = context("counting")
    return try context.performAndWait {
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: entity))
    }
  }
}

extension NSManagedObjectContext {
  @discardableResult
  func insert(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
    object.setValuesForKeys(values)
    return object
  }

  /// Changes the object and saves.
  func change(_ id: NSManagedObjectID, _ values: [String: Any]) throws {
    try performAndWait {
      try existingObject(with: id).setValuesForKeys(values)
      try save()
    }
  }

  /// Waits until everything enqueued before has run.
  func drain() { performAndWait {} }
}

extension NSManagedObject {
  /// A text property by name.
  subscript(key: String) -> String? {
    get { value(forKey: key) as? String }
    set { setValue(newValue, forKey: key) }
  }
}

/// Writes down the notifications of contexts while it lives.
final class NotificationLog: @unchecked Sendable {
  // @unchecked Sendable because notifications are delivered on the thread that saves, and the
  // tests save from one thread at a time.
  private(set) var all: [Notification] = []
  private var tokens: [any NSObjectProtocol] = []

  init(of contexts: NSManagedObjectContext..., names: [Notification.Name] = NotificationLog.usual) {
    for context in contexts {
      for name in names {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
            [unowned self] in all.append($0)
          })
      }
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  static let usual: [Notification.Name] = [
    .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextWillSave,
    .NSManagedObjectContextDidSave, .NSManagedObjectContextDidSaveObjectIDs,
    .NSManagedObjectContextDidMergeChangesObjectIDs,
  ]

  /// `child will save`, in order.
  var words: [String] {
    all.map { note in
      let name = (note.object as? NSManagedObjectContext)?.name ?? "?"
      return "\(name) \(Self.words[note.name] ?? note.name.rawValue)"
    }
  }

  private static let words: [Notification.Name: String] = [
    .NSManagedObjectContextObjectsDidChange: "did change",
    .NSManagedObjectContextWillSave: "will save", .NSManagedObjectContextDidSave: "did save",
    .NSManagedObjectContextDidSaveObjectIDs: "did save IDs",
    .NSManagedObjectContextDidMergeChangesObjectIDs: "did merge",
  ]

  func notes(_ name: Notification.Name) -> [Notification] { all.filter { $0.name == name } }

  func clear() { all = [] }
}

extension Notification {
  /// The objects under one of the keys, by what they show under `property`, in order.
  func objects(_ key: String, showing property: String) -> [String] {
    ((userInfo?[key] as? Set<NSManagedObject>) ?? [])
      .compactMap { $0.value(forKey: property) as? String }.sorted()
  }

  func ids(_ key: String) -> Set<NSManagedObjectID> {
    (userInfo?[key] as? Set<NSManagedObjectID>) ?? []
  }
}
