import CoreData
import Interleaving
import WorkbookKit

/// The badge is refreshed while a sync is under way and the reader goes on using the screen.
///
///     main                         background                    network
///                                  sync: which room is open?
///     refresh(background, view)    ... asks view                 main.async { scroll }
func besideSync(_ id: String, unread: Int) -> Trial<any CountsUnread> {
  let outcomes: [Outcome] = [
    .allowed("scrolled-first", "The reader scrolled on before the badge was up to date."),
    .allowed("shown-first", "The badge was up to date before the reader scrolled on."),
    .forbidden("wrong-number", "The badge shows a number that is not that of unread messages."),
    .forbidden("off-main", "The badge was changed on a queue that is not its own."),
    .forbidden("not-shown", "The badge was never told."),
    .forbidden("shown-twice", "The badge was told more than once."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let chat = try ChatStack()
    try chat.addUnread(unread)
    let background = chat.backgroundContext()
    let badge = Badge(runtime)
    background.perform {
      let rooms = chat.viewContext.performAndWait { chat.viewContext.registeredObjects.count }
      runtime.note("sync", "knows of \(rooms) open rooms")
    }
    runtime.thread("network") { runtime.main.async { badge.scroll() } }
    answer.refresh(background, view: chat.viewContext) { badge.show($0) }
    runtime.atEnd {
      runtime.outcome(chat.violations.isEmpty ? badge.outcome(expecting: unread) : "violation")
    }
  }
}

extension ChatStack {
  /// Two messages that are read, and so many that are not.
  fileprivate func addUnread(_ count: Int) throws {
    try Runtime.current.untraced {
      let context = backgroundContext("setup")
      try context.performAndWait {
        for position in 0..<(count + 2) {
          let message = Message(context: context)
          message.position = position
          message.isRead = position < 2
        }
        try context.save()
      }
    }
  }
}

/// The badge, and what it was told.
private final class Badge {
  private let runtime: Runtime
  private var hasScrolled = false
  private var calls: [(number: Int, isOnMain: Bool, hasScrolled: Bool)] = []

  init(_ runtime: Runtime) { self.runtime = runtime }

  func scroll() { hasScrolled = true }

  func show(_ number: Int) {
    calls.append((number, runtime.main.isCurrent, hasScrolled))
  }

  func outcome(expecting number: Int) -> String {
    guard let call = calls.first else { return "not-shown" }
    if calls.count > 1 { return "shown-twice" }
    if !call.isOnMain { return "off-main" }
    if call.number != number { return "wrong-number" }
    return call.hasScrolled ? "scrolled-first" : "shown-first"
  }
}
