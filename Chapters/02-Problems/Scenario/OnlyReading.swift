import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X02: reading off the queue.
  static let onlyReading = Scenario(
    "problems/only-reading", title: "\"I only read it\"",
    question:
      "A formatter on a thread of its own reads main's messages. It changes nothing, does it?",
    outcomes: [
      .allowed("formatted", "The line was made from a string, which does not change."),
      .forbidden(
        "written", "The message was a fault before the read and none after it: the read wrote."),
    ],
    variants: [
      .bug(
        "a read on another thread",
        idea: "The formatter is handed a managed object and reads its text.",
        expecting: .failing(1, of: 1), lookAt: ["message.text"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])
        let message = try chat.viewContext.fetch(.allMessages)[0]

        runtime.thread("formatter") {
          let line = "> \(message.text)"
          chat.show(line)
        }
      },
      .fix(
        "strings for the formatter",
        idea: "Main reads the object and hands over what it says.",
        expecting: .passing(1), lookAt: ["let text"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])
        let message = try chat.viewContext.fetch(.allMessages)[0]

        let text = message.text
        runtime.thread("formatter") {
          let line = "> \(text)"
          chat.show(line)
        }
      },
      Variant(
        "realised", "a read of a realised object",
        idea: "The request returns no faults, so that a read need not fire any. Its author is one.",
        expecting: .failing(1, of: 1), lookAt: ["returnsObjectsAsFaults", "author"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])
        let request = NSFetchRequest.allMessages
        request.returnsObjectsAsFaults = false
        let message = try chat.viewContext.fetch(request)[0]

        runtime.thread("formatter") {
          let line = "> \(message.author?.name ?? "")"
          chat.show(line)
        }
      },
      Variant(
        "unchecked", "the same read with the checker off",
        idea: "Nothing complains. The message is compared before and after it was only read.",
        expecting: .failing(1, of: 1), lookAt: ["isFault", "message.text"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])
        chat.viewContext.confinementChecking = .off
        let message = try chat.viewContext.fetch(.allMessages)[0]

        let wasFault = message.isFault
        runtime.thread("formatter") {
          let line = "> \(message.text)"
          chat.show(line, isFormatted: message.isFault == wasFault)
        }
      },
      Variant(
        "locked", "a read behind a lock",
        idea: "The formatter takes a lock. Core Data, which fires the fault, does not know it.",
        expecting: .failing(1, of: 1), lookAt: ["withLock"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])
        let message = try chat.viewContext.fetch(.allMessages)[0]
        let lock = runtime.lock("message lock")

        runtime.thread("formatter") {
          let line = lock.withLock { "> \(message.text)" }
          chat.show(line)
        }
      },
    ])
}

extension ChatStack {
  /// The line goes back to main, which puts it on the screen.
  fileprivate func show(_ line: String, isFormatted: Bool = true) {
    viewContext.perform {
      Runtime.current.note("screen", "shows \(line)")
      Runtime.current.outcome(isFormatted ? "formatted" : "written")
    }
  }
}
