import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// The chat client with rooms whose names are unique, one of which the screen shows.
final class UniqueRooms: @unchecked Sendable {
  // @unchecked Sendable because a program has made all its contexts before others use it.
  let viewContext: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator
  private let shown: Room

  // Runs may share a model, for nothing can change it any more.
  private static let constrained = {
    let model = ChatModel.make()
    model.entitiesByName["Room"]?.uniquenessConstraints = [["name"]]
    return model
  }()

  /// With the room Harbour, whose topic is Ferries.
  init(unique: Bool = true) throws {
    coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: unique ? Self.constrained : ChatModel.shared)
    viewContext = NSManagedObjectContext(.mainQueue)
    viewContext.persistentStoreCoordinator = coordinator
    viewContext.name = "view"
    let (view, coordinator) = (viewContext, coordinator)
    var room: Room?
    try Runtime.current.untraced {
      try coordinator.addPersistentStore(type: .sqlite, at: URL(filePath: "/dev/null"))
      let harbour = Room(context: view)
      (harbour.name, harbour.topic) = ("Harbour", "Ferries")
      try view.save()
      room = harbour
    }
    shown = room!
  }

  func backgroundContext(_ name: String) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = name
    return context
  }

  /// What the store has and what the screen shows, when all is over.
  func judged() throws -> String {
    let context = backgroundContext("look")
    let topics = try context.performAndWait {
      let rooms = NSFetchRequest<Room>(entityName: "Room")
      rooms.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      return try context.fetch(rooms).map(\.topic)
    }
    if topics.count > 2 { return "twice" }
    if topics != ["Tides", "Fish"] { return "ignored" }
    return viewContext.performAndWait { shown.topic } == "Tides" ? "current" : "stale"
  }
}
