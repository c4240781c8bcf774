public import CoreData

/// What a row of the chat client asks for when its button is tapped.
public protocol CountsLikes: Sendable {
  init()

  /// Counts one like more of a room, in its `messageCount`. Called for each tap; taps may overlap.
  ///
  /// The button shows the like at once. It is saved by `likes`, a private context that no one else
  /// changes rooms in. If it cannot be saved, the button shows one less again.
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber) async
}

/// The number on a button.
@MainActor public final class ButtonNumber {
  /// What it shows.
  public var count: Int { didSet { changed(count) } }

  private let changed: (Int) -> Void

  init(_ count: Int, changed: @escaping (Int) -> Void) {
    self.count = count
    self.changed = changed
  }
}
