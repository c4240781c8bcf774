import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// A writer, main and a worker: three saves, in this order, or nothing is on disk.
  static let threeLevels = Scenario(
    "nested-contexts/three-levels", title: "Three levels, three saves",
    question: "The worker saves, main saves, both without an error. Is the message on disk?",
    outcomes: [
      .allowed("stored", "The message is in the store."),
      .forbidden("in memory", "The message sits in the writer's memory and dies with the app."),
    ],
    variants: [
      .bug(
        "two of three",
        idea: "Main's save is quick now, because it no longer reaches the disk.",
        expecting: .failing(1, of: 1), lookAt: ["save()"]
      ) { runtime in
        let stack = try ThreeLevels()
        let (worker, view) = (stack.worker, stack.view)
        worker.perform {
          attempt {
            compose("On my way", in: worker)
            try worker.save()
            view.perform { attempt { try view.save() } }
          }
        }
        runtime.atEnd { runtime.outcome(try whereIsIt(stack.chat)) }
      },
      .fix(
        "each save asks for the next",
        idea: "A level asks the one above to save when its own save is over, on that one's queue.",
        expecting: .passing(1), lookAt: ["save()", "perform"]
      ) { runtime in
        let stack = try ThreeLevels()
        let (worker, view, writer) = (stack.worker, stack.view, stack.writer)
        worker.perform {
          attempt {
            compose("On my way", in: worker)
            try worker.save()
            view.perform {
              attempt {
                try view.save()
                writer.perform { attempt { try writer.save() } }
              }
            }
          }
        }
        runtime.atEnd { runtime.outcome(try whereIsIt(stack.chat)) }
      },
      Variant(
        "all-at-once", "three saves, asked for at once",
        idea: "Each save is on its own queue, and nothing says which of them comes first.",
        expecting: .failing(1, of: 2), lookAt: ["writer.perform", "view.perform"]
      ) { runtime in
        let stack = try ThreeLevels()
        let (worker, view, writer) = (stack.worker, stack.view, stack.writer)
        worker.perform {
          attempt {
            compose("On my way", in: worker)
            try worker.save()
            view.perform { attempt { try view.save() } }
            writer.perform { attempt { try writer.save() } }
          }
        }
        runtime.atEnd { runtime.outcome(try whereIsIt(stack.chat)) }
      },
      Variant(
        "peek", "a look before the save",
        idea: "Whether the writer has changes is for the writer's queue to say.",
        expecting: .failing(1, of: 1), lookAt: ["writer.hasChanges"]
      ) { runtime in
        let stack = try ThreeLevels()
        let (view, writer) = (stack.view, stack.writer)
        compose("On my way", in: view)
        try view.save()
        if writer.hasChanges {
          writer.perform { attempt { try writer.save() } }
        }
        runtime.atEnd { runtime.outcome(try whereIsIt(stack.chat)) }
      },
    ])
}

private func whereIsIt(_ chat: ChatStack) throws -> String {
  try chat.storedTexts() == ["On my way"] ? "stored" : "in memory"
}
