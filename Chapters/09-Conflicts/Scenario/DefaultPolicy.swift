import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X21: a background context has a merge policy, too, and it is the strictest.
  static let defaultPolicy = Scenario(
    "conflicts/default-policy", title: "The policy that was never chosen",
    question: "Main changes the room's name, the sync its topic. Do they get in each other's way?",
    outcomes: [
      .allowed("both", "The new name and the new topic are in the store."),
      .forbidden("refused", "One of the two saves was refused; what it had to save is missing."),
    ],
    variants: [
      .bug(
        "no policy",
        idea:
          "Both contexts have the default policy: a row that was changed meanwhile is an error.",
        expecting: .failing(2, of: 6), lookAt: ["save"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))

        sync.perform {
          attempt {
            try sync.onlyRoom().topic = "Ferries"
            try sync.save()
          }
        }
        attempt {
          try view.onlyRoom().name = "Pier"
          try view.save()
        }
        runtime.atEnd { runtime.outcome(try chat.bothChanges()) }
      },
      .fix(
        "property by property, on both",
        idea: "The later save keeps what it changed, and takes over the rest.",
        expecting: .passing(6), lookAt: ["mergePolicy"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))
        view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump

        sync.perform {
          attempt {
            try sync.onlyRoom().topic = "Ferries"
            try sync.save()
          }
        }
        attempt {
          try view.onlyRoom().name = "Pier"
          try view.save()
        }
        runtime.atEnd { runtime.outcome(try chat.bothChanges()) }
      },
      .fix(
        "the store wins, on both", named: "store",
        idea: "Only a property that both have changed goes to the store; there is none.",
        expecting: .passing(6), lookAt: ["mergePolicy"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))
        view.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        sync.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump

        sync.perform {
          attempt {
            try sync.onlyRoom().topic = "Ferries"
            try sync.save()
          }
        }
        attempt {
          try view.onlyRoom().name = "Pier"
          try view.save()
        }
        runtime.atEnd { runtime.outcome(try chat.bothChanges()) }
      },
      Variant(
        "view-only", "a policy on the view context",
        idea: "The one context that is set up at launch has a policy; the others keep the default.",
        expecting: .failing(1, of: 6), lookAt: ["view.mergePolicy"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))
        view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump

        sync.perform {
          attempt {
            try sync.onlyRoom().topic = "Ferries"
            try sync.save()
          }
        }
        attempt {
          try view.onlyRoom().name = "Pier"
          try view.save()
        }
        runtime.atEnd { runtime.outcome(try chat.bothChanges()) }
      },
      Variant(
        "refreshed", "refreshed before the save",
        idea: "Edits are put on top of the newest row; between refresh and save there is room.",
        expecting: .failing(2, of: 8), lookAt: ["refreshAllObjects"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))

        sync.perform {
          attempt {
            try sync.onlyRoom().topic = "Ferries"
            sync.refreshAllObjects()
            try sync.save()
          }
        }
        attempt {
          try view.onlyRoom().name = "Pier"
          view.refreshAllObjects()
          try view.save()
        }
        runtime.atEnd { runtime.outcome(try chat.bothChanges()) }
      },
      Variant(
        "again", "saved once more",
        idea: "What was refused is tried again, with the same old row.",
        expecting: .failing(2, of: 6), lookAt: ["catch"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))

        sync.perform {
          attempt {
            try sync.onlyRoom().topic = "Ferries"
            do { try sync.save() } catch { try sync.save() }
          }
        }
        attempt {
          try view.onlyRoom().name = "Pier"
          do { try view.save() } catch { try view.save() }
        }
        runtime.atEnd { runtime.outcome(try chat.bothChanges()) }
      },
    ])
}

extension ChatStack {
  fileprivate func bothChanges() throws -> String {
    try stored { look in
      let room = try look.onlyRoom()
      return room.name == "Pier" && room.topic == "Ferries" ? "both" : "refused"
    }
  }
}
