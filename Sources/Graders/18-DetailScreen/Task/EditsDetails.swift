public import CoreData

/// What the screen with a room's details asks for. Everything here is called on main.
public protocol EditsDetails: AnyObject {
  init()

  /// Opens the screen, which is drawn some time later. Called once; the room is in the store.
  ///
  /// The app lets `view` merge by itself what others save.
  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws

  /// What the screen shows at this moment, or nil if it has closed, because the room is gone.
  var shown: Details? { get }

  /// The reader has typed: the field has this topic now.
  func type(_ topic: String)

  /// The reader has tapped on Save. Throws if what was typed could not be stored.
  func save() throws
}

/// The room's name, and the field with its topic.
public struct Details: Equatable, Sendable {
  public var name: String
  public var topic: String

  public init(name: String, topic: String) {
    self.name = name
    self.topic = topic
  }
}
