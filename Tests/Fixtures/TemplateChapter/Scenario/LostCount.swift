import Interleaving
import WorkbookKit

extension Scenario {
  /// Reading and writing are two steps, and another thread comes between them.
  static let lostCount = Scenario(
    "counting-threads/lost-count", title: "Lost count",
    question: "Two threads add one each. Is the sum always two?",
    outcomes: [
      .allowed("counted", "Both threads were counted."),
      .forbidden("lost", "One of them was lost."),
    ],
    variants: [
      .bug(
        "read, then write",
        idea: "Each thread reads the number, and writes it back with one more.",
        expecting: .failing(2, of: 4), lookAt: ["count.write"]
      ) { runtime in
        let count = runtime.cell("count", 0)
        for name in ["first", "second"] {
          runtime.thread(name) { count.write(count.read() + 1) }
        }
        runtime.atEnd { runtime.outcome(count.read() == 2 ? "counted" : "lost") }
      },
      .fix(
        "one at a time",
        idea: "A lock holds reading and writing together.",
        expecting: .passing(2), lookAt: ["withLock"]
      ) { runtime in
        let count = runtime.cell("count", 0)
        let lock = runtime.lock("lock")
        for name in ["first", "second"] {
          runtime.thread(name) {
            lock.withLock { count.write(count.read() + 1) }
          }
        }
        runtime.atEnd { runtime.outcome(count.read() == 2 ? "counted" : "lost") }
      },
      Variant(
        "halves", "a lock around each step",
        idea: "The lock is let go between reading and writing.",
        expecting: .failing(4, of: 6), lookAt: ["withLock"]
      ) { runtime in
        let count = runtime.cell("count", 0)
        let lock = runtime.lock("lock")
        for name in ["first", "second"] {
          runtime.thread(name) {
            let before = lock.withLock { count.read() }
            lock.withLock { count.write(before + 1) }
          }
        }
        runtime.atEnd { runtime.outcome(count.read() == 2 ? "counted" : "lost") }
      },
      Variant(
        "checked", "a second look before writing",
        idea: "A thread writes only if the number is still what it was.",
        expecting: .failing(4, of: 6), lookAt: ["count.read"]
      ) { runtime in
        let count = runtime.cell("count", 0)
        for name in ["first", "second"] {
          runtime.thread(name) {
            let before = count.read()
            if count.read() == before { count.write(before + 1) }
          }
        }
        runtime.atEnd { runtime.outcome(count.read() == 2 ? "counted" : "lost") }
      },
      .fix(
        "one step", named: "modified",
        idea: "Reading and writing are one step.",
        expecting: .passing(2), lookAt: ["modify"]
      ) { runtime in
        let count = runtime.cell("count", 0)
        for name in ["first", "second"] {
          runtime.thread(name) { count.modify { $0 += 1 } }
        }
        runtime.atEnd { runtime.outcome(count.read() == 2 ? "counted" : "lost") }
      },
    ])
}
