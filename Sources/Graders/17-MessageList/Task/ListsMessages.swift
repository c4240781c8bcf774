public import CoreData
public import WorkbookKit

/// What the screen of a room asks for. Everything here is called on main.
public protocol ListsMessages: AnyObject {
  init()

  /// Begins to list the messages of a room. Called once, when the screen opens.
  ///
  /// The app lets `view` merge by itself what others save.
  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws

  /// What the table shows at this moment: the texts of the messages, by `position`.
  var rows: [String] { get }

  /// The message that opens when the reader taps on this row.
  func message(at row: Int) -> Message?

  /// The app has reset `view`, in this turn of main.
  func viewWasReset() throws
}
