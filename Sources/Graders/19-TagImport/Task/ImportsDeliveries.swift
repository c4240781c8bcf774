public import CoreData

/// What the app asks for when mail or chat deliver notes. One object does it for all importers.
public protocol ImportsDeliveries: AnyObject, Sendable {
  init()

  /// Called once, first of all: the model may still be changed. No store has been opened with it.
  func prepare(_ model: NSManagedObjectModel)

  /// Called once, when the store is open, on main.
  func open(_ coordinator: NSPersistentStoreCoordinator)

  /// Called for each delivery, on a thread of its importer; deliveries may come at the same time.
  ///
  /// `done` is called once, on any thread, when all of the delivery is stored, or with the error.
  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void)
}

/// A note as it is delivered.
public struct Item: Sendable, Equatable {
  public let text: String
  /// The name of its tag.
  public let tag: String

  public init(_ text: String, _ tag: String) {
    self.text = text
    self.tag = tag
  }
}

/// Something to remember. The store takes no text of more than 40 characters.
public final class Note: NSManagedObject {
  public static let longestText = 40

  public var text: String {
    get { value(forKey: "text") as? String ?? "" }
    set { setValue(newValue, forKey: "text") }
  }
  public var tag: Tag? {
    get { value(forKey: "tag") as? Tag }
    set { setValue(newValue, forKey: "tag") }
  }

  public override func validateForInsert() throws {
    try super.validateForInsert()
    if text.count > Self.longestText { throw CocoaError(.validationStringTooLong) }
  }
}

/// A word that notes are found by. Readers give it a colour.
public final class Tag: NSManagedObject {
  public var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
  /// What a reader has chosen; empty until then.
  public var colour: String {
    get { value(forKey: "colour") as? String ?? "" }
    set { setValue(newValue, forKey: "colour") }
  }
  public var notes: Set<Note> {
    get { value(forKey: "notes") as? Set<Note> ?? [] }
    set { setValue(newValue, forKey: "notes") }
  }
}
