import CoreData
import WorkbookKit

extension NSManagedObjectContext {
  /// The only room there is.
  func onlyRoom() throws -> Room { try fetch(NSFetchRequest<Room>(entityName: "Room"))[0] }
}
