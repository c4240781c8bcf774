import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// 0xdead10cc: when to save what a person types, so that neither the person nor the system minds.
  static let unnoticedSave = Scenario(
    "volume/unnoticed-save", title: "The save that is not noticed",
    question: "A topic is typed, and the app may end at any moment. What is in the store then?",
    outcomes: [
      .allowed("kept", "All that had been typed is in the store."),
      .allowed("last", "Only what no pause has followed yet is lost."),
      .forbidden("lost", "What was typed before a pause, or before the user left, is lost."),
      .forbidden("locked", "0xdead10cc: suspended in a save, with the file locked, and ended."),
      .forbidden("noticed", "Main was blocked for longer than a frame while the user typed."),
    ],
    variants: [
      .bug(
        "saved when the user leaves",
        idea: "Until then all that was typed is in memory only.",
        expecting: .failing(5, of: 15), lookAt: ["leaves", "save()"]
      ) { runtime in
        let app = try TopicEditor(runtime)

        app.isUsed { moment in
          guard moment == .leaves else { return }
          try app.view.save()
          try app.writer.performAndWait { try app.writer.save() }
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      .fix(
        "after a pause, and with time asked for when the user leaves",
        idea: "The writer saves beside main, and at the end the system waits for it.",
        expecting: .passing(43), lookAt: ["asksForTime", "needsNoTime"]
      ) { runtime in
        let app = try TopicEditor(runtime)

        app.isUsed { moment in
          if moment == .types { return }
          try app.view.save()
          if moment == .leaves { app.asksForTime() }
          app.writer.perform {
            attempt { try app.writer.save() }
            if moment == .leaves { app.needsNoTime() }
          }
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      .fix(
        "on main, after a pause and when the user leaves", named: "main",
        idea: "In a pause main has the time, and the user has left only when main is done.",
        expecting: .passing(19), lookAt: ["performAndWait"]
      ) { runtime in
        let app = try TopicEditor(runtime)

        app.isUsed { moment in
          if moment == .types { return }
          try app.view.save()
          try app.writer.performAndWait { try app.writer.save() }
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "each-on-main", "after each edit, on main",
        idea: "Nothing is lost, and each letter takes a trip to the disk.",
        expecting: .failing(22, of: 23), lookAt: ["performAndWait"]
      ) { runtime in
        let app = try TopicEditor(runtime)

        app.isUsed { _ in
          try app.view.save()
          try app.writer.performAndWait { try app.writer.save() }
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "pauses", "after a pause only",
        idea: "A user who types and leaves at once makes no pause.",
        expecting: .failing(1, of: 15), lookAt: [".pauses"]
      ) { runtime in
        let app = try TopicEditor(runtime)

        app.isUsed { moment in
          guard moment == .pauses else { return }
          try app.view.save()
          app.writer.perform { attempt { try app.writer.save() } }
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "no-time", "after a pause, and when the user leaves",
        idea: "The app says nothing, and may be suspended while the writer saves.",
        expecting: .failing(7, of: 33), lookAt: ["writer.perform"]
      ) { runtime in
        let app = try TopicEditor(runtime)

        app.isUsed { moment in
          if moment == .types { return }
          try app.view.save()
          app.writer.perform { attempt { try app.writer.save() } }
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "one-level", "after each edit, one level up",
        idea: "The writer has all of it in memory, until the user leaves.",
        expecting: .failing(14, of: 39), lookAt: ["view.save()"]
      ) { runtime in
        let app = try TopicEditor(runtime)

        app.isUsed { moment in
          try app.view.save()
          guard moment == .leaves else { return }
          app.asksForTime()
          app.writer.perform {
            attempt { try app.writer.save() }
            app.needsNoTime()
          }
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
    ])
}
