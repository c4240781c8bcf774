import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// DL2: main waits for a child that is busy saving into its main-queue parent.
  static let busyChild = Scenario(
    "deadlocks/busy-child", title: "A child that is saving into main",
    question: "The child saves into the view context. May main wait for the child meanwhile?",
    outcomes: [
      .allowed("shown", "The new message was saved into the view context and shown.")
    ],
    variants: [
      .bug(
        "main waits for the child",
        idea: "The child's save needs the main queue, and main is waiting for the child.",
        expecting: .failing(1, of: 1), lookAt: ["save()", "performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let view = chat.viewContext
        let composer = chat.child(of: view, "composer")

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          attempt { try composer.save() }
        }
        // Is there anything left to send? The question takes its place behind the save.
        let isClean = composer.performAndWait { !composer.hasChanges }
        runtime.outcome(isClean ? "shown" : "kept")
      },
      .fix(
        "main asks, and goes on",
        idea: "The question is enqueued behind the save and answered with another block on main.",
        expecting: .passing(1), lookAt: ["composer.perform", "view.perform"]
      ) { runtime in
        let chat = try ChatStack()
        let view = chat.viewContext
        let composer = chat.child(of: view, "composer")

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          attempt { try composer.save() }
        }
        composer.perform {
          let isClean = !composer.hasChanges
          view.perform { runtime.outcome(isClean ? "shown" : "kept") }
        }
      },
      .fix(
        "a peer instead of a child", named: "peer",
        idea: "A context on the coordinator saves without the main queue, so main may wait for it.",
        expecting: .passing(1), lookAt: ["backgroundContext"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.backgroundContext("composer")

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          attempt { try composer.save() }
        }
        let isClean = composer.performAndWait { !composer.hasChanges }
        runtime.outcome(isClean ? "shown" : "kept")
      },
      Variant(
        "signal", "main waits for the answer",
        idea:
          "The question is enqueued behind the save; main waits for a signal that it is answered.",
        expecting: .failing(1, of: 1), lookAt: ["wait()", "save()"]
      ) { runtime in
        let chat = try ChatStack()
        let view = chat.viewContext
        let composer = chat.child(of: view, "composer")
        let isAnswered = runtime.completion("the answer")

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          attempt { try composer.save() }
        }
        composer.perform {
          runtime.note("composer", composer.hasChanges ? "has changes" : "is clean")
          isAnswered.complete()
        }
        isAnswered.wait()
        runtime.outcome("shown")
      },
      Variant(
        "helper", "a helper queue asks",
        idea: "Main waits for a helper queue, and the helper for the child.",
        expecting: .failing(1, of: 1), lookAt: ["helper.sync", "save()"]
      ) { runtime in
        let chat = try ChatStack()
        let view = chat.viewContext
        let composer = chat.child(of: view, "composer")
        let helper = runtime.queue("helper")

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          attempt { try composer.save() }
        }
        let isClean = helper.sync { composer.performAndWait { !composer.hasChanges } }
        runtime.outcome(isClean ? "shown" : "kept")
      },
    ])
}
