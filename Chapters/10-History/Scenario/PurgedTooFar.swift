import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// X40: who deletes history must know how far each reader has come.
  static let purgedTooFar = Scenario(
    "history/purged-too-far", title: "Deleted before it was read",
    question: "The app deletes the history that it has read. Can the widget still count by it?",
    outcomes: [
      .allowed("counted", "The widget has counted both messages."),
      .forbidden("uncounted", "The widget has not counted a message, and cannot do so any more."),
    ],
    variants: [
      .bug(
        "delete what the app has read",
        idea: "The app knows how far it has come itself, and not how far the widget has.",
        expecting: .failing(8, of: 16), lookAt: ["deleteHistory"]
      ) { runtime in
        let chat = try SharedChat()
        let (view, counter) = (chat.app.viewContext, WidgetCounter(chat, runtime))

        counter.countSomeTime()
        attempt {
          try view.sendTwo()
          let read = try view.history(after: chat.token).last
          try view.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: read))
        }
        runtime.atEnd { runtime.outcome(counter.countAgain() == 2 ? "counted" : "uncounted") }
      },
      .fix(
        "delete what both have read",
        idea: "Each reader leaves the time of what it has read last; the oldest of these counts.",
        expecting: .passing(24), lookAt: ["lastRead", "deleteHistory"]
      ) { runtime in
        let chat = try SharedChat()
        let (view, counter) = (chat.app.viewContext, WidgetCounter(chat, runtime))

        counter.countSomeTime()
        attempt {
          try view.sendTwo()
          let read = try view.history(after: chat.token).last?.timestamp ?? .distantPast
          let oldest = min(read, counter.lastRead)
          try view.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: oldest))
        }
        runtime.atEnd { runtime.outcome(counter.countAgain() == 2 ? "counted" : "uncounted") }
      },
      Variant(
        "locked", "delete only while the widget does not read",
        idea: "The widget is not disturbed, and has not read it either.",
        expecting: .failing(8, of: 16), lookAt: ["withLock"]
      ) { runtime in
        let chat = try SharedChat()
        let lock = runtime.lock("lock of the group")
        let (view, counter) = (chat.app.viewContext, WidgetCounter(chat, runtime, lock))

        counter.countSomeTime()
        attempt {
          try view.sendTwo()
          let read = try view.history(after: chat.token).last
          _ = try lock.withLock {
            try view.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: read))
          }
        }
        runtime.atEnd { runtime.outcome(counter.countAgain() == 2 ? "counted" : "uncounted") }
      },
      Variant(
        "one-token", "one token for both",
        idea: "App and widget go on from the same token, so each skips what the other one read.",
        expecting: .failing(24, of: 48), lookAt: ["counter.token"]
      ) { runtime in
        let chat = try SharedChat()
        let (view, counter) = (chat.app.viewContext, WidgetCounter(chat, runtime))

        counter.countSomeTime()
        attempt {
          try view.sendTwo()
          counter.token = try view.history(after: counter.token).last?.token ?? counter.token
          try view.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: counter.token))
        }
        runtime.atEnd { runtime.outcome(counter.countAgain() == 2 ? "counted" : "uncounted") }
      },
      .fix(
        "delete up to the widget's token", named: "token",
        idea: "The app deletes when it has read all, so the widget is the one that is behind.",
        expecting: .passing(24), lookAt: ["counter.token"]
      ) { runtime in
        let chat = try SharedChat()
        let (view, counter) = (chat.app.viewContext, WidgetCounter(chat, runtime))

        counter.countSomeTime()
        attempt {
          try view.sendTwo()
          _ = try view.history(after: chat.token)
          try view.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: counter.token))
        }
        runtime.atEnd { runtime.outcome(counter.countAgain() == 2 ? "counted" : "uncounted") }
      },
    ])
}

/// The widget, which counts by the history. What it has read it leaves where the app sees it, too.
private final class WidgetCounter {
  private let context: NSManagedObjectContext
  private let place: Cell<KeptToken>
  private let time: Cell<Date>
  private let lock: Lock?
  private var count = 0

  init(_ chat: SharedChat, _ runtime: Runtime, _ lock: Lock? = nil) {
    context = chat.widget.backgroundContext("widget")
    place = runtime.cell("widget's token", KeptToken(chat.token))
    time = runtime.cell("widget's last read", .distantPast)
    self.lock = lock
  }

  var token: NSPersistentHistoryToken? {
    get { place.read().token }
    set { place.write(KeptToken(newValue)) }
  }

  var lastRead: Date { time.read() }

  /// Counts when its timeline is asked for.
  func countSomeTime() { context.perform { self.countNew() } }

  /// Counts what has come since, and says how many there were in all.
  func countAgain() -> Int {
    context.performAndWait {
      countNew()
      return count
    }
  }

  private func countNew() {
    attempt {
      let new = try withLock { try context.history(after: token) }
      count += new.count
      guard let last = new.last else { return }
      token = last.token
      time.write(last.timestamp)
    }
  }

  private func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.map { try $0.withLock(body) } ?? body()
  }
}

extension NSManagedObjectContext {
  fileprivate func sendTwo() throws {
    try send("See you")
    try send("At noon")
  }
}
