public import CoreData
import WorkbookKit

/// What the first screen of the chat client asks for: an overview of all rooms.
public protocol ListsRooms {
  init()

  /// The screen comes to the front, on main. It is told once for each call, on main.
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void)
}

/// What the overview says of one room.
public struct RoomRow: Sendable, Hashable {
  /// Opens when the row is tapped.
  public let room: NSManagedObjectID
  public let name: String
  /// How many messages are unread.
  public let unread: Int
  /// The text of the newest message; nil if there is none.
  public let newest: String?

  public init(room: NSManagedObjectID, name: String, unread: Int, newest: String?) {
    (self.room, self.name, self.unread, self.newest) = (room, name, unread, newest)
  }
}
