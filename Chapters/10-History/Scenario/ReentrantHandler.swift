import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X41: a handler that runs beside itself reads the same news twice.
  static let reentrantHandler = Scenario(
    "history/reentrant-handler", title: "Two handlers, one token",
    question: "The widget sends two messages. How many does the app count?",
    outcomes: [
      .allowed("two", "Each of the two messages was counted once."),
      .forbidden("more", "A message was counted twice."),
      .forbidden("fewer", "A message was not counted, and will not be."),
    ],
    variants: [
      .bug(
        "a background task for each notification",
        idea: "Each notification gets a context of its own, and two of these run side by side.",
        expecting: .failing(42, of: 46), lookAt: ["backgroundContext", "token"]
      ) { runtime in
        let chat = try SharedChat()
        let token = runtime.cell("token", KeptToken(chat.token))
        let count = runtime.cell("count", 0)

        chat.whenStoreChanges {
          let reader = chat.app.backgroundContext("reader")
          reader.perform {
            attempt {
              for transaction in try reader.history(after: token.read().token) {
                count.modify { $0 += 1 }
                token.write(KeptToken(transaction.token))
              }
            }
          }
        }
        chat.sendTwo()
        runtime.atEnd { runtime.outcome(chat.judged(count.read())) }
      },
      .fix(
        "one reader for all notifications",
        idea: "One context has one queue: what a block has read is put down before the next block.",
        expecting: .passing(3), lookAt: ["backgroundContext"]
      ) { runtime in
        let chat = try SharedChat()
        let token = runtime.cell("token", KeptToken(chat.token))
        let count = runtime.cell("count", 0)
        let reader = chat.app.backgroundContext("reader")

        chat.whenStoreChanges {
          reader.perform {
            attempt {
              for transaction in try reader.history(after: token.read().token) {
                count.modify { $0 += 1 }
                token.write(KeptToken(transaction.token))
              }
            }
          }
        }
        chat.sendTwo()
        runtime.atEnd { runtime.outcome(chat.judged(count.read())) }
      },
      Variant(
        "locked", "a lock around each use of the token",
        idea: "Between reading the token and writing it the lock is free.",
        expecting: .failing(68, of: 72), lookAt: ["withLock"]
      ) { runtime in
        let chat = try SharedChat()
        let token = runtime.cell("token", KeptToken(chat.token))
        let count = runtime.cell("count", 0)
        let lock = runtime.lock("token's lock")

        chat.whenStoreChanges {
          let reader = chat.app.backgroundContext("reader")
          reader.perform {
            attempt {
              let last = lock.withLock { token.read().token }
              for transaction in try reader.history(after: last) {
                count.modify { $0 += 1 }
                lock.withLock { token.write(KeptToken(transaction.token)) }
              }
            }
          }
        }
        chat.sendTwo()
        runtime.atEnd { runtime.outcome(chat.judged(count.read())) }
      },
      Variant(
        "busy", "leave it to the one that is busy",
        idea: "The one that is busy may have read already when the next notification comes.",
        expecting: .failing(1, of: 5), lookAt: ["isBusy"]
      ) { runtime in
        let chat = try SharedChat()
        let token = runtime.cell("token", KeptToken(chat.token))
        let count = runtime.cell("count", 0)
        let isBusy = runtime.cell("isBusy", false)

        chat.whenStoreChanges {
          if isBusy.read() { return }
          isBusy.write(true)
          let reader = chat.app.backgroundContext("reader")
          reader.perform {
            attempt {
              for transaction in try reader.history(after: token.read().token) {
                count.modify { $0 += 1 }
                token.write(KeptToken(transaction.token))
              }
            }
            isBusy.write(false)
          }
        }
        chat.sendTwo()
        runtime.atEnd { runtime.outcome(chat.judged(count.read())) }
      },
      .fix(
        "on main, in one block", named: "main",
        idea: "Main is a queue, too; it does the reading then.",
        expecting: .passing(3), lookAt: ["view.perform"]
      ) { runtime in
        let chat = try SharedChat()
        let token = runtime.cell("token", KeptToken(chat.token))
        let count = runtime.cell("count", 0)
        let view = chat.app.viewContext

        chat.whenStoreChanges {
          view.perform {
            attempt {
              for transaction in try view.history(after: token.read().token) {
                count.modify { $0 += 1 }
                token.write(KeptToken(transaction.token))
              }
            }
          }
        }
        chat.sendTwo()
        runtime.atEnd { runtime.outcome(chat.judged(count.read())) }
      },
    ])
}

extension SharedChat {
  /// The widget sends two messages, each with a save.
  fileprivate func sendTwo() {
    let context = widget.backgroundContext("widget")
    context.perform {
      attempt {
        try context.send("See you")
        try context.send("At noon")
      }
    }
  }

  fileprivate func judged(_ count: Int) -> String {
    count == 2 ? "two" : count > 2 ? "more" : "fewer"
  }
}
