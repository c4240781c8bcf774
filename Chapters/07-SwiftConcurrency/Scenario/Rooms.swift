import CoreData
import Interleaving
import WorkbookKit

extension NSManagedObjectContext {
  /// The room named so, if there is one.
  func room(named name: String) throws -> Room? {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "name == %@", name)
    return try fetch(request).first
  }

  /// The only room there is.
  func onlyRoom() throws -> Room { try fetch(NSFetchRequest<Room>(entityName: "Room"))[0] }
}

extension Runtime {
  /// Keeps the stack until the run is over, as an app does.
  func keep(_ chat: ChatStack) { atEnd { withExtendedLifetime(chat) {} } }
}
