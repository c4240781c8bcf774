import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X01 and X07 behind a layer: a save with a context of its own, and a search that has another.
  static let findAllAndSave = Scenario(
    "layers/find-all-and-save", title: "Found here, saved there",
    question: "A layer has one call that finds and one that saves. Do they mean the same context?",
    outcomes: [
      .allowed("closed", "Both rooms are closed in the store."),
      .forbidden("open", "The save wrote nothing: it was that of another context."),
    ],
    variants: [
      .bug(
        "found without a context",
        idea: "The block of the save is given a context, and the search takes that of the screens.",
        expecting: .failing(1, of: 1), lookAt: ["allRooms", "topic"]
      ) { runtime in
        let records = try Records(runtime)

        records.save { _ in
          for room in try records.allRooms() { room.topic = "closed" }
        }
        runtime.atEnd { runtime.outcome(try records.ending) }
      },
      .fix(
        "found in the context that is saved",
        idea: "The search is told which context to look in.",
        expecting: .passing(1), lookAt: ["allRooms"]
      ) { runtime in
        let records = try Records(runtime)

        records.save { context in
          for room in try records.allRooms(in: context) { room.topic = "closed" }
        }
        runtime.atEnd { runtime.outcome(try records.ending) }
      },
      .fix(
        "found on main, looked up by ID", named: "looked-up",
        idea: "What main has found is looked up again in the context that is saved.",
        expecting: .passing(1), lookAt: ["objectID", "existingObject"]
      ) { runtime in
        let records = try Records(runtime)
        let ids = try records.allRooms().map(\.objectID)

        records.save { context in
          for id in ids { (try context.existingObject(with: id) as! Room).topic = "closed" }
        }
        runtime.atEnd { runtime.outcome(try records.ending) }
      },
      Variant(
        "on-main", "found and changed on main",
        idea: "Each object is on its queue now, and the save is still that of the other context.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait", "allRooms"]
      ) { runtime in
        let records = try Records(runtime)

        records.save { _ in
          try records.chat.viewContext.performAndWait {
            for room in try records.allRooms() { room.topic = "closed" }
          }
        }
        runtime.atEnd { runtime.outcome(try records.ending) }
      },
      Variant(
        "found-before", "found on main, changed in the block",
        idea: "The objects were found on the right queue, and are changed on another.",
        expecting: .failing(1, of: 1), lookAt: ["allRooms", "topic"]
      ) { runtime in
        let records = try Records(runtime)
        let rooms = try records.allRooms()

        records.save { _ in
          for room in rooms { room.topic = "closed" }
        }
        runtime.atEnd { runtime.outcome(try records.ending) }
      },
      Variant(
        "saved-too", "both contexts saved",
        idea: "The screens' context is saved as well, in a block of the other's queue.",
        expecting: .failing(1, of: 1), lookAt: ["viewContext.save"]
      ) { runtime in
        let records = try Records(runtime)

        records.save { _ in
          for room in try records.allRooms() { room.topic = "closed" }
          try records.chat.viewContext.save()
        }
        runtime.atEnd { runtime.outcome(try records.ending) }
      },
    ])
}
