import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// An incremental store that asks a service: every trip to it takes as long as the network.
  static let storeOverAService = Scenario(
    "layers/store-over-a-service", title: "A store at the other end of the network",
    question: "A custom store asks a service for its rows. A list on main fetches. Who waits?",
    outcomes: [
      .allowed("shown", "The list shows all rooms, and main was free."),
      .forbidden("frozen", "Main stood still while the service answered."),
      .forbidden("empty", "The list has stayed empty."),
    ],
    variants: [
      .bug(
        "a fetch on main",
        idea: "The fetch is a call to the service, and main waits for its answer.",
        expecting: .failing(1, of: 1), lookAt: ["view.fetch"]
      ) { runtime in
        let list = try ServedList(runtime)

        list.turn { list.rows = try list.view.fetch(ServedList.rooms()).map(\.name) }
        runtime.atEnd { runtime.outcome(list.ending) }
      },
      .fix(
        "fetched beside main, handed over as values",
        idea: "A private context waits, and main gets names.",
        expecting: .passing(1), lookAt: ["perform", "main.async"]
      ) { runtime in
        let list = try ServedList(runtime)
        let search = list.chat.context("search")

        search.perform {
          attempt {
            let names = try search.fetch(ServedList.rooms()).map(\.name)
            runtime.main.async { list.rows = names }
          }
        }
        runtime.atEnd { runtime.outcome(list.ending) }
      },
      .fix(
        "answered from a copy", named: "copy",
        idea: "The store keeps what it has seen: it answers at once, asks later, and tells of it.",
        expecting: .passing(1), lookAt: ["keepsACopy", "whenNews"]
      ) { runtime in
        let list = try ServedList(runtime, keepsACopy: true)
        let show = { list.rows = try list.view.fetch(ServedList.rooms()).map(\.name) }

        list.whenNews { list.turn(show) }
        list.turn(show)
        runtime.atEnd { runtime.outcome(list.ending) }
      },
      Variant(
        "ids", "fetched beside main, handed over as IDs",
        idea: "Main makes a fault of each ID, and each fault that it draws is a call.",
        expecting: .failing(1, of: 1), lookAt: ["objectID", "view.object"]
      ) { runtime in
        let list = try ServedList(runtime)
        let search = list.chat.context("search")

        search.perform {
          attempt {
            let ids = try search.fetch(ServedList.rooms()).map(\.objectID)
            list.turn { list.rows = ids.map { (list.view.object(with: $0) as! Room).name } }
          }
        }
        runtime.atEnd { runtime.outcome(list.ending) }
      },
      Variant(
        "child", "fetched in a child of the view",
        idea: "The child waits in the background, for its parent, which waits for the service.",
        expecting: .failing(1, of: 1), lookAt: ["child", "fetch"]
      ) { runtime in
        let list = try ServedList(runtime)
        let child = NSManagedObjectContext(.privateQueue)
        (child.parent, child.name) = (list.view, "child")

        child.perform {
          attempt {
            let names = try child.fetch(ServedList.rooms()).map(\.name)
            runtime.main.async { list.rows = names }
          }
        }
        runtime.atEnd { runtime.outcome(list.ending) }
      },
      Variant(
        "untold", "answered from a copy, and no word of news",
        idea: "The first answer is what the store knows, and it knows nothing yet.",
        expecting: .failing(1, of: 1), lookAt: ["keepsACopy"]
      ) { runtime in
        let list = try ServedList(runtime, keepsACopy: true)

        list.turn { list.rows = try list.view.fetch(ServedList.rooms()).map(\.name) }
        runtime.atEnd { runtime.outcome(list.ending) }
      },
    ])
}

/// A list on main, over a store that asks a service.
private final class ServedList: @unchecked Sendable {
  // @unchecked Sendable because rows are set and read on main.
  let chat: ServedStack
  let view: NSManagedObjectContext
  var rows: [String] = []
  private let runtime: Runtime

  init(_ runtime: Runtime, keepsACopy: Bool = false) throws {
    self.runtime = runtime
    chat = try ServedStack(RoomService(runtime, keepsACopy: keepsACopy))
    view = NSManagedObjectContext(.mainQueue)
    view.persistentStoreCoordinator = chat.coordinator
    view.name = "view"
  }

  static func rooms() -> NSFetchRequest<Room> {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }

  func turn(_ work: @escaping () throws -> Void) { view.perform { attempt(work) } }

  func whenNews(_ next: @escaping () -> Void) { chat.service.whenNews = next }

  var ending: String {
    if runtime.longestMainStall > Screen.frame { return "frozen" }
    return rows == ["Harbour", "Market"] ? "shown" : "empty"
  }
}
