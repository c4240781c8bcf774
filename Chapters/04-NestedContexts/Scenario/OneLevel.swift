import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X06: a child is saved, and its parent is not.
  static let oneLevel = Scenario(
    "nested-contexts/one-level", title: "Saved, one level up",
    question: "The composer's save succeeds and the screen says so. What is in the store?",
    outcomes: [
      .allowed("stored", "The message is in the store."),
      .forbidden("in memory", "The message waits in the parent's memory and dies with the app."),
    ],
    variants: [
      .bug(
        "the child alone",
        idea: "A save goes one level up, and one level up there is another context.",
        expecting: .failing(1, of: 1), lookAt: ["save()"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.child(of: chat.viewContext, "composer")
        composer.perform {
          attempt {
            compose("On my way", in: composer)
            try composer.save()
            runtime.note("screen", "says: saved")
          }
        }
        runtime.atEnd { runtime.outcome(try whereIsIt(chat)) }
      },
      .fix(
        "level by level",
        idea: "The child saves, then asks its parent to save, on the parent's queue.",
        expecting: .passing(1), lookAt: ["save()", "view.perform"]
      ) { runtime in
        let chat = try ChatStack()
        let view = chat.viewContext
        let composer = chat.child(of: view, "composer")
        composer.perform {
          attempt {
            compose("On my way", in: composer)
            try composer.save()
            view.perform {
              attempt {
                try view.save()
                runtime.note("screen", "says: saved")
              }
            }
          }
        }
        runtime.atEnd { runtime.outcome(try whereIsIt(chat)) }
      },
      .fix(
        "no levels", named: "peer",
        idea: "A context on the coordinator has the store one level up.",
        expecting: .passing(1), lookAt: ["backgroundContext", "save()"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.backgroundContext("composer")
        composer.perform {
          attempt {
            compose("On my way", in: composer)
            try composer.save()
            runtime.note("screen", "says: saved")
          }
        }
        runtime.atEnd { runtime.outcome(try whereIsIt(chat)) }
      },
      Variant(
        "parent-only", "the parent alone",
        idea: "A parent does not fetch work from its children; it does not know them.",
        expecting: .failing(1, of: 1), lookAt: ["view.save"]
      ) { runtime in
        let chat = try ChatStack()
        let view = chat.viewContext
        let composer = chat.child(of: view, "composer")
        composer.perform {
          compose("On my way", in: composer)
          view.perform { attempt { try view.save() } }
        }
        runtime.atEnd { runtime.outcome(try whereIsIt(chat)) }
      },
      Variant(
        "from-inside", "the parent, saved from the child's block",
        idea: "Both levels are saved, the second one on the wrong queue.",
        expecting: .failing(1, of: 1), lookAt: ["view.save"]
      ) { runtime in
        let chat = try ChatStack()
        let view = chat.viewContext
        let composer = chat.child(of: view, "composer")
        composer.perform {
          attempt {
            compose("On my way", in: composer)
            try composer.save()
            try view.save()
          }
        }
        runtime.atEnd { runtime.outcome(try whereIsIt(chat)) }
      },
      Variant(
        "again", "the child, saved twice",
        idea: "The second save has nothing to do: the first one moved everything one level up.",
        expecting: .failing(1, of: 1), lookAt: ["save()"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.child(of: chat.viewContext, "composer")
        composer.perform {
          attempt {
            compose("On my way", in: composer)
            try composer.save()
            try composer.save()
            runtime.note("screen", "says: saved")
          }
        }
        runtime.atEnd { runtime.outcome(try whereIsIt(chat)) }
      },
      Variant(
        "two-blocks", "both saves, asked for at once",
        idea: "Each save is on its own queue. If the parent's comes first, it has nothing to save.",
        expecting: .failing(1, of: 2), lookAt: ["view.perform", "composer.perform"]
      ) { runtime in
        let chat = try ChatStack()
        let view = chat.viewContext
        let composer = chat.child(of: view, "composer")
        composer.perform {
          attempt {
            compose("On my way", in: composer)
            try composer.save()
          }
        }
        view.perform { attempt { try view.save() } }
        runtime.atEnd { runtime.outcome(try whereIsIt(chat)) }
      },
    ])
}

private func whereIsIt(_ chat: ChatStack) throws -> String {
  try chat.storedTexts() == ["On my way"] ? "stored" : "in memory"
}
