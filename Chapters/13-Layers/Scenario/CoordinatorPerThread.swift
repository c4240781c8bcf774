import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// P2 and P8: a coordinator for the background, so that nothing waits; and what that costs.
  static let coordinatorPerThread = Scenario(
    "layers/coordinator-per-thread", title: "A coordinator for each side",
    question: "Screens and import have coordinators of their own. Where do their conflicts go?",
    outcomes: [
      .allowed("both", "The store has both changes, and the screen shows them."),
      .forbidden(
        "refused", "The user's save was refused: the file has another version of the row."),
      .forbidden("stale", "The store has both, and the screen shows the old name."),
    ],
    variants: [
      .bug(
        "two coordinators, merging automatically",
        idea: "The screens merge what comes through their own coordinator, so they hear nothing.",
        expecting: .failing(4, of: 4), lookAt: ["automatically"]
      ) { runtime in
        let chat = try TwoSides()
        chat.view.automaticallyMergesChangesFromParent = true

        chat.importRenames()
        chat.userWritesTopic()
        runtime.atEnd { runtime.outcome(try chat.ending) }
      },
      .fix(
        "one coordinator",
        idea:
          "Contexts beside each other hear of each other's saves, and a policy settles the rest.",
        expecting: .passing(5), lookAt: ["sharesCoordinator", "mergePolicy"]
      ) { runtime in
        let chat = try TwoSides(sharesCoordinator: true)
        chat.view.automaticallyMergesChangesFromParent = true
        chat.view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump

        chat.importRenames()
        chat.userWritesTopic()
        runtime.atEnd { runtime.outcome(try chat.ending) }
      },
      .fix(
        "two, and the IDs are carried over", named: "carried",
        idea: "What the import saved is merged as from another process, by the URIs of its IDs.",
        expecting: .passing(5), lookAt: ["fromRemoteContextSave", "mergePolicy"]
      ) { runtime in
        let chat = try TwoSides()
        chat.view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump

        chat.importRenames { uris in
          chat.view.perform {
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSUpdatedObjectsKey: uris], into: [chat.view])
          }
        }
        chat.userWritesTopic()
        runtime.atEnd { runtime.outcome(try chat.ending) }
      },
      Variant(
        "policy", "two, and a policy",
        idea: "Both changes reach the file, and the screen is not told of the other one.",
        expecting: .failing(3, of: 4), lookAt: ["mergePolicy"]
      ) { runtime in
        let chat = try TwoSides()
        chat.view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump

        chat.importRenames()
        chat.userWritesTopic()
        runtime.atEnd { runtime.outcome(try chat.ending) }
      },
      Variant(
        "refreshed", "two, and a refresh before the save",
        idea: "The refresh takes the row from the coordinator's cache, which is the old one.",
        expecting: .failing(5, of: 5), lookAt: ["refresh"]
      ) { runtime in
        let chat = try TwoSides()

        chat.importRenames()
        chat.userWritesTopic { room in chat.view.refresh(room, mergeChanges: true) }
        runtime.atEnd { runtime.outcome(try chat.ending) }
      },
    ])
}

/// One file, which the screens and an import have open.
private final class TwoSides: @unchecked Sendable {
  // @unchecked Sendable because contexts are used in their own blocks only.
  let view: NSManagedObjectContext
  private let screens: ChatStack
  private let importer: NSManagedObjectContext
  private let room: Room

  init(sharesCoordinator: Bool = false) throws {
    let database = SharedDatabase()
    screens = try ChatStack(.shared(database), named: "screens")
    try screens.addRoom("Harbour")
    let other =
      sharesCoordinator
      ? screens : try ChatStack(.shared(database), named: "import side")
    view = screens.viewContext
    room = try view.fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
    importer = other.backgroundContext("import")
    // What the server says goes through.
    importer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    _ = room.name
  }

  /// The import renames the room, and tells `saved` the URIs of what it has saved.
  func importRenames(_ saved: @escaping ([URL]) -> Void = { _ in }) {
    let importer = importer
    importer.perform {
      attempt {
        let room = try importer.fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
        room.name = "Pier"
        try importer.save()
        saved([room.objectID.uriRepresentation()])
      }
    }
  }

  /// In a turn of main, the user gives the room a topic.
  func userWritesTopic(_ prepare: @escaping (Room) -> Void = { _ in }) {
    view.perform { [self] in
      room.topic = "Tides"
      prepare(room)
      attempt { try view.save() }
    }
  }

  var ending: String {
    get throws {
      let stored = try screens.stored { context in
        let request = NSFetchRequest<Room>(entityName: "Room")
        return try context.fetch(request).map { "\($0.name), \($0.topic)" }
      }
      guard stored == ["Pier, Tides"] else { return "refused" }
      return view.performAndWait { room.name } == "Pier" ? "both" : "stale"
    }
  }
}
