import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// FR10: a section cache remembers a request by its name, and not by what it asks for.
  static let sectionCache = Scenario(
    "live-lists/section-cache", title: "Sections that were kept",
    question: "A list keeps its sections in a cache. Its user begins to search. What is shown?",
    outcomes: [
      .allowed("found", "The list shows the one room that was searched for."),
      .forbidden("refused", "The fetch failed: what is in the cache is of another request."),
      .forbidden("all", "The list still shows all rooms."),
    ],
    variants: [
      .bug(
        "the predicate changes, the cache stays",
        idea: "The cache has the sections of the request as it was.",
        expecting: .failing(1, of: 1), lookAt: ["predicate", "performFetch"]
      ) { runtime in
        let list = try CachedList(runtime)

        list.request.predicate = NSPredicate(format: "name == 'Market'")
        list.show(list.controller)
      },
      .fix(
        "the cache is deleted first",
        idea: "Without a cache the sections are counted anew.",
        expecting: .passing(1), lookAt: ["deleteCache"]
      ) { runtime in
        let list = try CachedList(runtime)

        NSFetchedResultsController<Room>.deleteCache(withName: list.name)
        list.request.predicate = NSPredicate(format: "name == 'Market'")
        list.show(list.controller)
      },
      .fix(
        "a controller without a cache for the search", named: "uncached",
        idea: "What is asked for once needs no cache; the list keeps its own.",
        expecting: .passing(1), lookAt: ["nil"]
      ) { runtime in
        let list = try CachedList(runtime)

        list.show(list.search(cacheName: nil))
      },
      Variant(
        "same-name", "a controller for the search, with the same name",
        idea: "The name is all that the two controllers have in common, and all that counts.",
        expecting: .failing(1, of: 1), lookAt: ["cacheName"]
      ) { runtime in
        let list = try CachedList(runtime)

        list.show(list.search(cacheName: list.name))
      },
      Variant(
        "again", "fetched again after the error",
        idea: "The cache is as it was, and so is the error.",
        expecting: .failing(1, of: 1), lookAt: ["performFetch"]
      ) { runtime in
        let list = try CachedList(runtime)

        list.request.predicate = NSPredicate(format: "name == 'Market'")
        try? list.controller.performFetch()
        list.show(list.controller)
      },
      Variant(
        "unfetched", "the predicate changes, and nothing is fetched",
        idea: "A controller follows the request that it has fetched with.",
        expecting: .failing(1, of: 1), lookAt: ["refresh"]
      ) { runtime in
        let list = try CachedList(runtime)

        list.request.predicate = NSPredicate(format: "name == 'Market'")
        list.context.refreshAllObjects()
        list.shown = list.controller.fetchedObjects?.map(\.name) ?? []
      },
    ])
}

/// A list of two rooms with a section for each name, as it was shown at the last launch.
private final class CachedList: @unchecked Sendable {
  // @unchecked Sendable because everything in it happens on main.
  let context: NSManagedObjectContext
  let request = NSFetchRequest<Room>(entityName: "Room")
  /// A name for each run, as runs share the folder of caches.
  let name = "rooms-\(UUID())"
  let controller: NSFetchedResultsController<Room>
  var shown: [String] = []
  private let runtime: Runtime
  private let chat: ChatStack

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack(.sqlite)
    for name in ["Harbour", "Market"] { try chat.addRoom(name) }
    context = chat.viewContext
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "name",
      cacheName: name)
    runtime.atEnd { [self] in
      NSFetchedResultsController<Room>.deleteCache(withName: name)
      runtime.outcome(shown == ["Market"] ? "found" : shown.isEmpty ? "refused" : "all")
    }
    try chat.prepare { try controller.performFetch() }
  }

  func search(cacheName: String?) -> NSFetchedResultsController<Room> {
    let search = NSFetchRequest<Room>(entityName: "Room")
    search.sortDescriptors = request.sortDescriptors
    search.predicate = NSPredicate(format: "name == 'Market'")
    return NSFetchedResultsController(
      fetchRequest: search, managedObjectContext: context, sectionNameKeyPath: "name",
      cacheName: cacheName)
  }

  /// Draws the list anew; what cannot be fetched leaves it empty.
  func show(_ controller: NSFetchedResultsController<Room>) {
    do { try controller.performFetch() } catch {
      return runtime.note("list", "cannot be fetched")
    }
    shown = controller.fetchedObjects?.map(\.name) ?? []
    runtime.note("list", "shows \(shown.joined(separator: ", "))")
  }
}
