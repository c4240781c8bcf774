import CoreData
import Foundation
import Testing

/// A context with rooms, whose `topic` is their section, and controllers over it.
struct ControllerStage {
  let stack: ChatStack
  let context: NSManagedObjectContext

  /// `rooms` as `topic name`, saved.
  init(_ rooms: [String] = [], onDisk: Bool = false) throws {
    stack = try ChatStack(onDisk ? .sqlite : .inMemory, onDisk: onDisk)
    context = stack.context("list")
    for room in rooms {
      let parts = room.split(separator: " ").map(String.init)
      try stack.add("Room", ["topic": parts[0], "name": parts[1]])
    }
  }

  static func request(_ format: String? = nil) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
    request.sortDescriptors = [
      NSSortDescriptor(key: "topic", ascending: true),
      NSSortDescriptor(key: "name", ascending: true),
    ]
    request.predicate = format.map { NSPredicate(format: $0) }
    return request
  }

  func controller(
    _ format: String? = nil, sections: String? = "topic", cache: String? = nil
  ) -> NSFetchedResultsController<NSManagedObject> {
    NSFetchedResultsController(
      fetchRequest: Self.request(format), managedObjectContext: context,
      sectionNameKeyPath: sections, cacheName: cache)
  }

  /// The room of that name in the context.
  func room(_ name: String) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
    request.predicate = NSPredicate(format: "name == %@", name)
    return try #require(try context.fetch(request).first)
  }

  /// All rooms in order. Finding them ends the event, so they are found before something is done.
  func rooms() throws -> [NSManagedObject] { try context.fetch(Self.request()) }

  /// Runs the body in the context's queue.
  func inside<Result>(_ body: () throws -> Result) rethrows -> Result {
    try context.performAndWait(body)
  }
}
