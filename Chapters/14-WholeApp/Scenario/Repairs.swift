import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// What people change in the whole app when they are told what goes wrong.
  static let repairs: [Variant] =
    sending + closing + liking + searching + sharing + joining + pulling

  private static let sending: [Variant] = [
    Variant(
      "send-twice", "saved twice", idea: "The composer saves once more, to be sure.",
      expecting: .failing(1, of: 1), lookAt: ["save"]
    ) { runtime in
      let app = try ChatApp(runtime)
      app.send("On my way")
      app.composer.perform { attempt { try app.composer.save() } }
      runtime.atEnd { runtime.outcome(try app.holds(message: "On my way")) }
    },
    Variant(
      "send-inside", "both saved in one block", idea: "The composer's block saves the view, too.",
      expecting: .failing(1, of: 1), lookAt: ["save"]
    ) { runtime in
      let app = try ChatApp(runtime)
      app.send("On my way")
      app.composer.perform { attempt { try app.view.save() } }
      runtime.atEnd { runtime.outcome(try app.holds(message: "On my way")) }
    },
    .fix(
      "level by level", idea: "When the composer has saved, the view saves on its own queue.",
      expecting: .passing(1), lookAt: ["save"]
    ) { runtime in
      let app = try ChatApp(runtime)
      app.send("On my way")
      app.composer.perform {
        app.view.perform { attempt { try app.view.save() } }
      }
      runtime.atEnd { runtime.outcome(try app.holds(message: "On my way")) }
    },
  ]

  private static let closing: [Variant] = [
    Variant(
      "close-signal", "a signal", idea: "Closing waits for a signal from sync's block.",
      expecting: .failing(1, of: 2), lookAt: ["wait"]
    ) { runtime in
      let app = try ChatApp(runtime)
      runtime.thread("push") { app.badge() }
      let isDone = runtime.completion("closing")
      app.sync.perform { isDone.complete() }
      isDone.wait()
      runtime.atEnd { runtime.outcome("well") }
    },
    Variant(
      "close-between", "a queue in between", idea: "Closing enters sync through another queue.",
      expecting: .failing(1, of: 2), lookAt: ["between"]
    ) { runtime in
      let app = try ChatApp(runtime)
      runtime.thread("push") { app.badge() }
      runtime.queue("between").sync { app.close() }
      runtime.atEnd { runtime.outcome("well") }
    },
    .fix(
      "main does not wait for sync", named: "close",
      idea: "Closing enqueues its block and goes on.", expecting: .passing(2), lookAt: ["perform"]
    ) { runtime in
      let app = try ChatApp(runtime)
      runtime.thread("push") { app.badge() }
      app.sync.perform { runtime.note("app", "may sleep") }
      runtime.atEnd { runtime.outcome("well") }
    },
  ]

  private static let liking: [Variant] = [
    Variant(
      "like-locked", "the write under a lock", idea: "Only one at a time may write the number.",
      expecting: .failing(4, of: 6), lookAt: ["withLock"]
    ) { runtime in
      let (app, lock) = (try ChatApp(runtime), runtime.lock("likes"))
      for name in ["first", "second"] {
        runtime.thread(name) {
          attempt {
            let count = try app.sync.performAndWait { try app.sync.onlyRoom().messageCount }
            try lock.withLock { try app.writeLikes(count + 1) }
          }
        }
      }
      runtime.atEnd { runtime.outcome(try app.holds(likes: 2)) }
    },
    .fix(
      "one block", named: "like", idea: "Reading, adding and saving are one block.",
      expecting: .passing(2), lookAt: ["performAndWait"]
    ) { runtime in
      let app = try ChatApp(runtime)
      for name in ["first", "second"] {
        runtime.thread(name) {
          attempt {
            try app.sync.performAndWait {
              try app.sync.onlyRoom().messageCount += 1
              try app.sync.save()
            }
          }
        }
      }
      runtime.atEnd { runtime.outcome(try app.holds(likes: 2)) }
    },
    Variant(
      "like-fresh", "read anew before", idea: "Everything is made a fault again before the read.",
      expecting: .failing(12, of: 20), lookAt: ["refreshAllObjects"]
    ) { runtime in
      let app = try ChatApp(runtime)
      for name in ["first", "second"] {
        runtime.thread(name) {
          app.sync.performAndWait { app.sync.refreshAllObjects() }
          app.like()
        }
      }
      runtime.atEnd { runtime.outcome(try app.holds(likes: 2)) }
    },
  ]

  private static let searching: [Variant] = [
    Variant(
      "search-locked", "a lock around both", idea: "Fetching and showing take the same lock.",
      expecting: .failing(1, of: 1), lookAt: ["withLock"]
    ) { runtime in
      let (app, lock) = (try ChatApp(runtime), runtime.lock("found"))
      app.sync.perform {
        attempt {
          let found = try lock.withLock { try app.allRooms() }
          runtime.main.async { lock.withLock { app.shown = found.map(\.name) } }
        }
      }
      runtime.atEnd { runtime.outcome("well") }
    },
    Variant(
      "search-view", "shown in the view's block", idea: "The view context's block reads the names.",
      expecting: .failing(1, of: 1), lookAt: ["view.perform"]
    ) { runtime in
      let app = try ChatApp(runtime)
      app.sync.perform {
        attempt {
          let found = try app.allRooms()
          app.view.perform { app.shown = found.map(\.name) }
        }
      }
      runtime.atEnd { runtime.outcome("well") }
    },
    .fix(
      "names go to main", named: "search", idea: "The names are read where the rooms belong.",
      expecting: .passing(1), lookAt: ["names"]
    ) { runtime in
      let app = try ChatApp(runtime)
      app.sync.perform {
        attempt {
          let names = try app.allRooms().map(\.name)
          runtime.main.async { app.shown = names }
        }
      }
      runtime.atEnd { runtime.outcome("well") }
    },
  ]

  private static let sharing: [Variant] = [
    Variant(
      "share-permanent", "with a permanent ID, at once",
      idea: "The ID is right, and passed on before its row is in the store.",
      expecting: .failing(1, of: 2), lookAt: ["obtainPermanentIDs"]
    ) { runtime in
      let app = try ChatApp(runtime)
      let message = Message(context: app.view)
      message.text = "On my way"
      try app.view.obtainPermanentIDs(for: [message])
      app.passOn(message.objectID)
      try app.view.save()
      runtime.atEnd { runtime.outcome(app.link == "On my way" ? "well" : "gone") }
    },
    .fix(
      "the ID of a saved message", named: "share", idea: "First the save, then the ID.",
      expecting: .passing(1), lookAt: ["objectID"]
    ) { runtime in
      let app = try ChatApp(runtime)
      let message = Message(context: app.view)
      message.text = "On my way"
      try app.view.save()
      app.passOn(message.objectID)
      runtime.atEnd { runtime.outcome(app.link == "On my way" ? "well" : "gone") }
    },
  ]

  private static let joining: [Variant] = [
    Variant(
      "join-merging", "contexts that merge",
      idea: "Each hears of the other's save, which comes after it has looked.",
      expecting: .failing(2, of: 5), lookAt: ["automatically"]
    ) { runtime in
      let app = try ChatApp(runtime)
      for room in ["first", "second"] {
        let context = app.chat.backgroundContext(room)
        context.automaticallyMergesChangesFromParent = true
        app.join("Ben", in: context)
      }
      runtime.atEnd { runtime.outcome(try app.holds(member: "Ben")) }
    },
    .fix(
      "one context for both", named: "join",
      idea: "Looking, making and saving are one block, and there is one queue for all of them.",
      expecting: .passing(1), lookAt: ["sync"]
    ) { runtime in
      let app = try ChatApp(runtime)
      for _ in ["first", "second"] { app.join("Ben", in: app.sync) }
      runtime.atEnd { runtime.outcome(try app.holds(member: "Ben")) }
    },
  ]

  private static let pulling: [Variant] = [
    Variant(
      "pull-late", "drawn once more", idea: "Another fetch, a turn later.",
      expecting: .failing(1, of: 1), lookAt: ["draw"]
    ) { runtime in
      let app = try ChatApp(runtime)
      try app.draw()
      app.pull()
      app.sync.perform { runtime.main.async { attempt(app.draw) } }
      runtime.atEnd { runtime.outcome(app.shown == ["Ships"] ? "well" : "old") }
    },
    Variant(
      "pull-stale", "nothing is fresh enough",
      idea: "The interval is about rows that a fault asks for, and the room is no fault.",
      expecting: .failing(1, of: 1), lookAt: ["stalenessInterval"]
    ) { runtime in
      let app = try ChatApp(runtime)
      app.view.stalenessInterval = 0
      try app.draw()
      app.pull()
      runtime.atEnd { runtime.outcome(app.shown == ["Ships"] ? "well" : "old") }
    },
    .fix(
      "a view that merges", named: "pull",
      idea: "What sync saves is merged on main, before the list is drawn there.",
      expecting: .passing(1), lookAt: ["automatically"]
    ) { runtime in
      let app = try ChatApp(runtime)
      app.view.automaticallyMergesChangesFromParent = true
      try app.draw()
      app.pull()
      runtime.atEnd { runtime.outcome(app.shown == ["Ships"] ? "well" : "old") }
    },
  ]
}

extension ChatApp {
  fileprivate func allRooms() throws -> [Room] {
    try sync.fetch(NSFetchRequest<Room>(entityName: "Room"))
  }

  fileprivate func writeLikes(_ count: Int) throws {
    try sync.performAndWait {
      try sync.onlyRoom().messageCount = count
      try sync.save()
    }
  }
}
