import CoreData
import Foundation

/// The store of a load, and the eight contexts that work on it at the same time:
///
///     coordinator ─┬─ ann
///                  ├─ ben          merges by itself what the others save
///                  ├─ cay          merges what their notifications carry
///                  ├─ dot
///                  └─ eli ─┬─ fay  merges by itself what eli saves
///                          └─ gus ── hal
final class LoadStack {
  let file: URL
  let coordinator: NSPersistentStoreCoordinator
  let contexts: [NSManagedObjectContext]
  /// The counter of each worker, then those of everybody.
  let counters: [NSManagedObjectID]
  private var tokens: [any NSObjectProtocol] = []

  static let names = ["ann", "ben", "cay", "dot", "eli", "fay", "gus", "hal"]
  private static let parents = ["fay": "eli", "gus": "eli", "hal": "gus"]
  static let sharedCounters = 2

  /// Makes a new store in `folder`.
  init(in folder: URL, _ behaviour: CoreDataBehaviour) throws {
    file = folder.appendingPathComponent("load.sqlite")
    coordinator = try Self.coordinator(of: file, behaviour)
    counters = try Self.makeCounters(on: coordinator)
    var made: [String: NSManagedObjectContext] = [:]
    for name in Self.names {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      if let parent = Self.parents[name] {
        context.parent = made[parent]
      } else {
        context.persistentStoreCoordinator = coordinator
      }
      context.name = name
      context.automaticallyMergesChangesFromParent = ["ben", "fay"].contains(name)
      made[name] = context
    }
    contexts = Self.names.compactMap { made[$0] }
    if let cay = made["cay"] { letMerge(cay) }
  }

  /// A coordinator on the store, as another program would have it.
  static func coordinator(
    of file: URL, _ behaviour: CoreDataBehaviour = CoreDataBehaviour()
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LoadModel.make())
    coordinator.behaviour = behaviour
    try coordinator.addPersistentStore(type: .sqlite, at: file)
    return coordinator
  }

  private static func makeCounters(
    on coordinator: NSPersistentStoreCoordinator
  ) throws -> [NSManagedObjectID] {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait {
      let shared = Array(repeating: LoadModel.everybody, count: sharedCounters)
      let counters = (names.indices.map { Int64($0) } + shared).map { owner in
        let counter = context.insert("Counter")
        (counter["owner"], counter["value"]) = (owner, 0)
        return counter
      }
      try context.save()
      return counters.map(\.objectID)
    }
  }

  /// Merges the notifications of the other contexts of the coordinator, objects and all.
  private func letMerge(_ receiver: NSManagedObjectContext) {
    for saver in contexts where saver !== receiver && saver.parent == nil {
      tokens.append(
        NotificationCenter.default.addObserver(
          forName: .NSManagedObjectContextDidSave, object: saver, queue: nil
        ) { notification in
          receiver.perform { receiver.mergeChanges(fromContextDidSave: notification) }
        })
    }
  }

  /// Lets every context come to the end of what it has to do, children first, and save it.
  func comeToRest() throws {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    for context in contexts.reversed() { try context.performAndWait { try context.save() } }
    for context in contexts { context.performAndWait {} }
  }
}
