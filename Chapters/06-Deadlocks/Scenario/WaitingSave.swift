import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X20: a save in the background that main waits for.
  static let waitingSave = Scenario(
    "deadlocks/waiting-save", title: "A background save, waited for",
    question: "The writer saves on its own queue. What is gained if main waits for it?",
    outcomes: [
      .allowed("smooth", "Main handed the save over and went on drawing."),
      .forbidden("frozen", "Main stood still until the disk was done."),
    ],
    variants: [
      .bug(
        "save and wait",
        idea: "Main saves into the writer and waits until the writer has saved to disk.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ThreeLevels()
        let began = runtime.now
        try chat.compose("On my way")
        try chat.view.save()
        // The flag says "wait: true", to be sure.
        try chat.writer.performAndWait { try chat.writer.save() }
        runtime.outcome(runtime.now - began < .milliseconds(1) ? "smooth" : "frozen")
      },
      .fix(
        "save and go on",
        idea: "Main saves into the writer, in memory; the writer goes to the disk by itself.",
        expecting: .passing(1), lookAt: ["perform {"]
      ) { runtime in
        let chat = try ThreeLevels()
        let began = runtime.now
        try chat.compose("On my way")
        try chat.view.save()
        chat.writer.perform {
          attempt { try chat.writer.save() }
        }
        runtime.outcome(runtime.now - began < .milliseconds(1) ? "smooth" : "frozen")
      },
      Variant(
        "hang", "save, wait, and be needed",
        idea: "The writer's block reports to main before it ends, while main waits for its end.",
        expecting: .failing(1, of: 1), lookAt: ["wait()", "performAndWait"]
      ) { runtime in
        let chat = try ThreeLevels()
        try chat.compose("On my way")
        try chat.view.save()
        let saved = runtime.completion("the writer's save")
        chat.writer.perform {
          attempt { try chat.writer.save() }
          chat.view.performAndWait { runtime.note("screen", "is done") }
          saved.complete()
        }
        saved.wait()
        runtime.outcome("smooth")
      },
      Variant(
        "helper", "a helper queue saves",
        idea: "Main waits for a helper queue, which waits for the writer.",
        expecting: .failing(1, of: 1), lookAt: ["helper.sync", "performAndWait"]
      ) { runtime in
        let chat = try ThreeLevels()
        let helper = runtime.queue("helper")
        let began = runtime.now
        try chat.compose("On my way")
        try chat.view.save()
        helper.sync {
          attempt { try chat.writer.performAndWait { try chat.writer.save() } }
        }
        runtime.outcome(runtime.now - began < .milliseconds(1) ? "smooth" : "frozen")
      },
      Variant(
        "next-turn", "in the next turn of main",
        idea: "Main saves and waits all the same, but only when it has drawn once more.",
        expecting: .failing(1, of: 1), lookAt: ["main.async", "performAndWait"]
      ) { runtime in
        let chat = try ThreeLevels()
        try chat.compose("On my way")
        try chat.view.save()
        runtime.main.async {
          let began = runtime.now
          attempt { try chat.writer.performAndWait { try chat.writer.save() } }
          runtime.outcome(runtime.now - began < .milliseconds(1) ? "smooth" : "frozen")
        }
      },
    ])
}

/// A writer at the root, the view context on top of it.
private struct ThreeLevels {
  let stack: ChatStack
  let writer: NSManagedObjectContext
  let view: NSManagedObjectContext

  init() throws {
    stack = try ChatStack(.sqlite)
    writer = stack.backgroundContext("writer")
    view = NSManagedObjectContext(.mainQueue)
    view.parent = writer
    view.name = "view"
  }

  func compose(_ text: String) throws {
    let message = Message(context: view)
    message.text = text
  }
}
