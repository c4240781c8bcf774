import CoreData
public import WorkbookKit

/// What the list of rooms asks for when the reader taps *Edit*.
public protocol EditsRooms: Sendable {
  init()

  /// A sheet opens on `room`, which belongs to the view context. Called on the main thread.
  ///
  /// What is returned is told of what happens in the sheet. `close` closes it, with nil or with an
  /// error to show; it is called once, on the main queue, after *Cancel* or *Done*.
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions
}

/// What a reader does in the sheet. All are called on the main thread.
public struct EditActions {
  /// The text field holds this name now.
  public let changed: (String) -> Void
  /// *Cancel* was tapped.
  public let cancelled: () -> Void
  /// *Done* was tapped.
  public let confirmed: () -> Void

  public init(
    changed: @escaping (String) -> Void, cancelled: @escaping () -> Void,
    confirmed: @escaping () -> Void
  ) {
    self.changed = changed
    self.cancelled = cancelled
    self.confirmed = confirmed
  }
}
