public import CoreData
internal import Foundation

// In Xcode these classes are generated from the model, with `@NSManaged` in front of each
// property. Linux cannot build that, so the accessors are written out.

/// A place where members write messages.
public final class Room: NSManagedObject {
  public var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
  public var topic: String {
    get { value(forKey: "topic") as? String ?? "" }
    set { setValue(newValue, forKey: "topic") }
  }
  /// A counter that code keeps up to date by itself: the classic thing to lose an update of.
  public var messageCount: Int {
    get { value(forKey: "messageCount") as? Int ?? 0 }
    set { setValue(newValue, forKey: "messageCount") }
  }
  public var messages: Set<Message> {
    get { value(forKey: "messages") as? Set<Message> ?? [] }
    set { setValue(newValue, forKey: "messages") }
  }
  public var members: Set<Member> {
    get { value(forKey: "members") as? Set<Member> ?? [] }
    set { setValue(newValue, forKey: "members") }
  }
}

/// A person who writes.
public final class Member: NSManagedObject {
  public var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
  public var messages: Set<Message> {
    get { value(forKey: "messages") as? Set<Message> ?? [] }
    set { setValue(newValue, forKey: "messages") }
  }
  public var rooms: Set<Room> {
    get { value(forKey: "rooms") as? Set<Room> ?? [] }
    set { setValue(newValue, forKey: "rooms") }
  }
}

/// What a person wrote in a room.
public final class Message: NSManagedObject {
  /// The server takes no more characters, so a longer message is refused by any save.
  public static let longestText = 1000

  public override func validateForInsert() throws {
    try super.validateForInsert()
    guard text.count <= Self.longestText else {
      throw CocoaError(
        .validationStringTooLong,
        userInfo: [
          NSValidationObjectErrorKey: self,
          NSLocalizedDescriptionKey: "a message has more than \(Self.longestText) characters",
        ])
    }
  }

  public var text: String {
    get { value(forKey: "text") as? String ?? "" }
    set { setValue(newValue, forKey: "text") }
  }
  public var sentAt: Date? {
    get { value(forKey: "sentAt") as? Date }
    set { setValue(newValue, forKey: "sentAt") }
  }
  public var isRead: Bool {
    get { value(forKey: "isRead") as? Bool ?? false }
    set { setValue(newValue, forKey: "isRead") }
  }
  public var position: Int {
    get { value(forKey: "position") as? Int ?? 0 }
    set { setValue(newValue, forKey: "position") }
  }
  public var room: Room? {
    get { value(forKey: "room") as? Room }
    set { setValue(newValue, forKey: "room") }
  }
  public var author: Member? {
    get { value(forKey: "author") as? Member }
    set { setValue(newValue, forKey: "author") }
  }
}
