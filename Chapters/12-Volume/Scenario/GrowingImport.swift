import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X44, A7, A8: a context that lives as long as the app, and objects that hold each other.
  static let growingImport = Scenario(
    "volume/growing-import", title: "The import that grows",
    question: "One context imports every day and is never reset. What does it hold after three?",
    outcomes: [
      .allowed("steady", "It never held more than the messages of one day."),
      .forbidden("growing", "It holds the messages of all days: each day adds to them."),
      .forbidden("lost", "Messages of a day are not in the store."),
    ],
    variants: [
      .bug(
        "one context for all days",
        idea: "The room and its messages hold each other, so nothing that was saved is let go.",
        expecting: .failing(1, of: 1), lookAt: ["insertDay", "save()"]
      ) { runtime in
        let sync = try DailySync(runtime)
        let context = sync.chat.backgroundContext("sync")
        sync.everyDay { day in
          try context.performAndWait {
            try context.insertDay(day)
            try context.save()
            sync.look(at: context, after: day)
          }
        }
        runtime.atEnd { runtime.outcome(try sync.judged()) }
      },
      .fix(
        "reset after each save",
        idea: "What is saved is in the store, and the context forgets all its objects.",
        expecting: .passing(1), lookAt: ["reset()"]
      ) { runtime in
        let sync = try DailySync(runtime)
        let context = sync.chat.backgroundContext("sync")
        sync.everyDay { day in
          try context.performAndWait {
            try context.insertDay(day)
            try context.save()
            context.reset()
            sync.look(at: context, after: day)
          }
        }
        runtime.atEnd { runtime.outcome(try sync.judged()) }
      },
      .fix(
        "refreshed after each save", named: "refresh",
        idea: "Faults hold nothing. What is in use elsewhere stays, and loads its values again.",
        expecting: .passing(1), lookAt: ["refreshAllObjects"]
      ) { runtime in
        let sync = try DailySync(runtime)
        let context = sync.chat.backgroundContext("sync")
        sync.everyDay { day in
          try context.performAndWait {
            try context.insertDay(day)
            try context.save()
            context.refreshAllObjects()
            sync.look(at: context, after: day)
          }
        }
        runtime.atEnd { runtime.outcome(try sync.judged()) }
      },
      .fix(
        "a context for each day", named: "fresh",
        idea: "The context goes when its day's work is done, and its objects with it.",
        expecting: .passing(1), lookAt: ["backgroundContext"]
      ) { runtime in
        let sync = try DailySync(runtime)
        sync.everyDay { day in
          let context = sync.chat.backgroundContext("sync \(day)")
          try context.performAndWait {
            try context.insertDay(day)
            try context.save()
            sync.look(at: context, after: day)
          }
        }
        runtime.atEnd { runtime.outcome(try sync.judged()) }
      },
      Variant(
        "pool", "an autorelease pool for each day",
        idea: "A pool lets go of what is only borrowed, and these objects hold each other.",
        expecting: .failing(1, of: 1), lookAt: ["autoreleasepool"]
      ) { runtime in
        let sync = try DailySync(runtime)
        let context = sync.chat.backgroundContext("sync")
        sync.everyDay { day in
          try context.performAndWait {
            try autoreleasepool {
              try context.insertDay(day)
              try context.save()
            }
            sync.look(at: context, after: day)
          }
        }
        runtime.atEnd { runtime.outcome(try sync.judged()) }
      },
      Variant(
        "smaller", "saved more often",
        idea: "Each save is smaller, and the objects stay after a small save as well.",
        expecting: .failing(1, of: 1), lookAt: ["save()"]
      ) { runtime in
        let sync = try DailySync(runtime)
        let context = sync.chat.backgroundContext("sync")
        sync.everyDay { day in
          try context.performAndWait {
            let room = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
            for text in DailySync.texts(of: day) {
              let message = Message(context: context)
              (message.text, message.room) = (text, room)
              room.messageCount = room.messages.count
              try context.save()
            }
            sync.look(at: context, after: day)
          }
        }
        runtime.atEnd { runtime.outcome(try sync.judged()) }
      },
      Variant(
        "too-early", "reset before the save",
        idea: "A reset forgets what is not saved, too.",
        expecting: .failing(1, of: 1), lookAt: ["reset()", "save()"]
      ) { runtime in
        let sync = try DailySync(runtime)
        let context = sync.chat.backgroundContext("sync")
        sync.everyDay { day in
          try context.performAndWait {
            try context.insertDay(day)
            context.reset()
            try context.save()
            sync.look(at: context, after: day)
          }
        }
        runtime.atEnd { runtime.outcome(try sync.judged()) }
      },
    ])
}
