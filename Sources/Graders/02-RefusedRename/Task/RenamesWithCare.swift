public import CoreData
public import WorkbookKit

/// What became of a rename.
public enum RenameResult: Sendable {
  /// It is in the store.
  case saved
  /// Another user was faster; theirs is in the store.
  case refused
}

/// What the admin screen of the chat client asks for.
public protocol RenamesWithCare: Sendable {
  init()

  /// Gives the room another name than it has, unless another user has changed it since it was read.
  /// Called inside a block of the context that the room belongs to.
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult
}
