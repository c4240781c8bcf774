import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X15: an import hung under the main queue.
  static let heavyChild = Scenario(
    "nested-contexts/heavy-child", title: "An import under main",
    question: "400 messages are imported on a background queue. How long does main stand still?",
    outcomes: [
      .allowed("smooth", "Main was back before the next frame had to be drawn."),
      .forbidden("dropped", "Main was busy with the import for longer than a frame."),
    ],
    variants: [
      .bug(
        "root on main",
        idea: "The importer is main's child: main takes every message over and writes it to disk.",
        expecting: .failing(1, of: 1), lookAt: ["child(of: view", "save()"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let view = chat.viewContext
        let importer = chat.child(of: view, "importer")
        importer.perform {
          attempt {
            composeMany(in: importer)
            try importer.save()
            view.perform { runtime.outcome(frame { try view.save() }) }
          }
        }
      },
      .fix(
        "peers",
        idea: "The importer saves to the store by itself; main merges what it has on the screen.",
        expecting: .passing(1), lookAt: ["backgroundContext", "merge"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let view = chat.viewContext
        let importer = chat.backgroundContext("importer")
        importer.perform {
          attempt {
            let messages = composeMany(in: importer)
            try importer.save()
            let ids = messages.map(\.objectID)
            view.perform { runtime.outcome(frame { merge(ids, into: view) }) }
          }
        }
      },
      .fix(
        "root on a private queue", named: "writer",
        idea: "The disk is the writer's; main takes every message over, and hands each one on.",
        expecting: .passing(1), lookAt: ["ThreeLevels", "writer.perform"]
      ) { runtime in
        let stack = try ThreeLevels(.sqlite)
        let (view, writer, importer) = (stack.view, stack.writer, stack.worker)
        importer.perform {
          attempt {
            composeMany(in: importer)
            try importer.save()
            view.perform {
              runtime.outcome(frame { try view.save() })
              writer.perform { attempt { try writer.save() } }
            }
          }
        }
      },
      .fix(
        "peers, in batches", named: "batches",
        idea: "Four saves of a hundred: less memory at a time, three more trips to the disk.",
        expecting: .passing(1), lookAt: ["for", "save()"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let view = chat.viewContext
        let importer = chat.backgroundContext("importer")
        importer.perform {
          attempt {
            for _ in 1...4 {
              let messages = composeMany(100, in: importer)
              try importer.save()
              let ids = messages.map(\.objectID)
              importer.reset()
              view.perform { runtime.outcome(frame { merge(ids, into: view) }) }
            }
          }
        }
      },
      Variant(
        "writer-reads", "root on a private queue, and main looks",
        idea: "While the writer saves, main counts the messages: it asks the writer, and waits.",
        expecting: .failing(1, of: 1), lookAt: ["writer.perform", "view.count"]
      ) { runtime in
        let stack = try ThreeLevels(.sqlite)
        let (view, writer, importer) = (stack.view, stack.writer, stack.worker)
        importer.perform {
          attempt {
            composeMany(in: importer)
            try importer.save()
            view.perform {
              attempt { try view.save() }
              writer.perform { attempt { try writer.save() } }
              runtime.outcome(frame { _ = try view.count(for: .allMessages) })
            }
          }
        }
      },
      Variant(
        "extra-level", "one more level under main",
        idea: "The importer saves into a context between: main takes everything over all the same.",
        expecting: .failing(1, of: 1), lookAt: ["between"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let view = chat.viewContext
        let between = chat.child(of: view, "between")
        let importer = chat.child(of: between, "importer")
        importer.perform {
          attempt {
            composeMany(in: importer)
            try importer.save()
            between.perform {
              attempt {
                try between.save()
                view.perform { runtime.outcome(frame { try view.save() }) }
              }
            }
          }
        }
      },
    ])
}

@discardableResult
private func composeMany(
  _ count: Int = 400, in importer: NSManagedObjectContext
) -> [Message] {
  (1...count).map { compose("message \($0)", in: importer) }
}

/// Tells the view context what was imported, on its queue.
private func merge(_ ids: [NSManagedObjectID], into view: NSManagedObjectContext) {
  NSManagedObjectContext.mergeChanges(
    fromRemoteContextSave: [NSInsertedObjectsKey: ids], into: [view])
}

/// Whether the work was done before the next frame had to be drawn, at 120 frames a second.
private func frame(_ work: () throws -> Void) -> String {
  let runtime = Runtime.current
  let began = runtime.now
  attempt(work)
  return runtime.now - began < .milliseconds(8) ? "smooth" : "dropped"
}

extension NSFetchRequest<Message> {
  /// All messages there are.
  fileprivate static var allMessages: NSFetchRequest<Message> {
    NSFetchRequest(entityName: "Message")
  }
}
