import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// DL4: two contexts, two orders.
  static let crossed = Scenario(
    "deadlocks/crossed", title: "Two contexts, entered in two orders",
    question: "Import asks index, and index asks import. How often does that go wrong?",
    outcomes: [
      .allowed("done", "Import and index both finished.")
    ],
    variants: [
      .bug(
        "each holds one and wants the other",
        idea: "One thread enters import and then index, the other index and then import.",
        expecting: .failing(1, of: 3), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let imports = chat.backgroundContext("import")
        let index = chat.backgroundContext("index")

        runtime.thread("importer") {
          imports.performAndWait {
            index.performAndWait { runtime.note("index", "adds new words") }
          }
        }
        runtime.thread("indexer") {
          index.performAndWait {
            imports.performAndWait { runtime.note("import", "tells the news") }
          }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
      .fix(
        "one order for both",
        idea: "A thread that needs both enters import first.",
        expecting: .passing(2), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let imports = chat.backgroundContext("import")
        let index = chat.backgroundContext("index")

        runtime.thread("importer") {
          imports.performAndWait {
            index.performAndWait { runtime.note("index", "adds new words") }
          }
        }
        runtime.thread("indexer") {
          imports.performAndWait {
            index.performAndWait { runtime.note("import", "tells the news") }
          }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
      Variant(
        "between", "a queue in between",
        idea: "Both hand their second visit to a third queue, and wait for that one.",
        expecting: .failing(2, of: 4), lookAt: ["between.sync"]
      ) { runtime in
        let chat = try ChatStack()
        let imports = chat.backgroundContext("import")
        let index = chat.backgroundContext("index")
        let between = runtime.queue("between")

        runtime.thread("importer") {
          imports.performAndWait {
            between.sync { index.performAndWait { runtime.note("index", "adds") } }
          }
        }
        runtime.thread("indexer") {
          index.performAndWait {
            between.sync { imports.performAndWait { runtime.note("import", "tells") } }
          }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
      Variant(
        "locked", "a lock around the second visit",
        idea: "A lock lets only one of them make its second visit at a time.",
        expecting: .failing(2, of: 4), lookAt: ["withLock"]
      ) { runtime in
        let chat = try ChatStack()
        let imports = chat.backgroundContext("import")
        let index = chat.backgroundContext("index")
        let visit = runtime.lock("visit")

        runtime.thread("importer") {
          imports.performAndWait {
            visit.withLock { index.performAndWait { runtime.note("index", "adds") } }
          }
        }
        runtime.thread("indexer") {
          index.performAndWait {
            visit.withLock { imports.performAndWait { runtime.note("import", "tells") } }
          }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
      .fix(
        "one after the other", named: "apart",
        idea: "No thread is inside two contexts at once: values are carried from one to the next.",
        expecting: .passing(3), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let imports = chat.backgroundContext("import")
        let index = chat.backgroundContext("index")

        runtime.thread("importer") {
          let words = imports.performAndWait { ["harbour", "bridge"] }
          index.performAndWait { runtime.note("index", "adds \(words.count) words") }
        }
        runtime.thread("indexer") {
          let known = index.performAndWait { 7 }
          imports.performAndWait { runtime.note("import", "hears of \(known) words") }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
    ])
}
