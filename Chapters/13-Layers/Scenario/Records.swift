import CoreData
import Interleaving
import WorkbookKit

/// A layer of the kind that many apps have: one call finds, one call saves, no context in sight.
final class Records: @unchecked Sendable {
  // @unchecked Sendable because its contexts are made once, and used in their own blocks.
  let runtime: Runtime
  let chat: ChatStack
  let saving: NSManagedObjectContext

  /// With two rooms, of which a list on main shows the topics.
  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    try chat.addRoom("Harbour")
    try chat.addRoom("Market")
    chat.viewContext.automaticallyMergesChangesFromParent = true
    saving = chat.backgroundContext("saving")
  }

  /// All rooms, by name; of the screens' context, unless another one is named.
  func allRooms(in context: NSManagedObjectContext? = nil) throws -> [Room] {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try (context ?? chat.viewContext).fetch(request)
  }

  /// Has `changes` done beside main, and saves the context that they get.
  func save(_ changes: @escaping (NSManagedObjectContext) throws -> Void) {
    saving.perform { [self] in
      attempt {
        try changes(saving)
        try saving.save()
      }
    }
  }

  /// What is in the store when all is over.
  var ending: String {
    get throws {
      let topics = try chat.stored { try allRooms(in: $0).map(\.topic) }
      return topics == ["closed", "closed"] ? "closed" : "open"
    }
  }
}
