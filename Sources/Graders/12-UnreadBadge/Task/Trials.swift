import CoreData
import Interleaving
import WorkbookKit

/// The badge is refreshed while a sync is under way and the reader goes on using the screen.
///
///     main                         background                    network
///                                  sync: which room is open?
///     refresh(background, view)    ... asks view                 main.async { scroll }
func besideSync(
  _ id: String, unread: Int, thatStores: Bool = false
) -> Trial<any CountsUnread> {
  let outcomes: [Outcome] =
    [
      .allowed("scrolled-first", "The reader scrolled on before the badge was up to date."),
      .allowed("shown-first", "The badge was up to date before the reader scrolled on."),
      .forbidden("wrong-number", "The badge shows a number that is not that of unread messages."),
    ] + Outcome.missteps(telling: "The badge")
  return Trial(
    id, outcomes: outcomes,
    requirements: [
      .work(.fetch, by: "background", "The messages were not counted by the background context.")
    ],
    musts: [
      "scrolled-first":
        "The main queue is kept waiting until it is done: no order lets the reader scroll first."
    ],
    meanwhile: "main calls it. A sync in background is asking the view something, "
      + (thatStores ? "then it stores a message that is read, " : "") + "and the reader scrolls."
  ) { answer, runtime in
    let chat = try ChatStack()
    try chat.addUnread(unread)
    let background = chat.backgroundContext()
    let badge = Listener<Int>(runtime)
    background.perform {
      let rooms = chat.viewContext.performAndWait { chat.viewContext.registeredObjects.count }
      runtime.note("sync", "knows of \(rooms) open rooms")
    }
    if thatStores {
      runtime.thread("sync") {
        background.perform {
          Message(context: background).isRead = true
          attempt { try background.save() }
        }
      }
    }
    badge.scrollSomeTime()
    answer.refresh(background, view: chat.viewContext) { badge.hear($0) }
    runtime.atEnd {
      runtime.outcome(
        badge.outcome(chat) { call in
          if call.news != unread { return "wrong-number" }
          return call.hasScrolled ? "scrolled-first" : "shown-first"
        })
    }
  }
}

/// The badge is refreshed twice, by one answer.
func twice(_ id: String) -> Trial<any CountsUnread> {
  let outcomes: [Outcome] =
    [
      .allowed("shown", "Both times the badge was told the number."),
      .forbidden("wrong-number", "The badge shows a number that is not that of unread messages."),
    ] + Outcome.missteps(telling: "The badge")
  return Trial(
    id, outcomes: outcomes, meanwhile: "main calls it twice, once for each of two badges."
  ) { answer, runtime in
    let chat = try ChatStack()
    try chat.addUnread(3)
    let background = chat.backgroundContext()
    let badges = [Listener<Int>(runtime), Listener<Int>(runtime)]
    for badge in badges {
      answer.refresh(background, view: chat.viewContext) { badge.hear($0) }
    }
    runtime.atEnd {
      let missteps = badges.map { badge in
        badge.outcome(chat) { $0.news == 3 ? "shown" : "wrong-number" }
      }
      runtime.outcome(missteps.first { $0 != "shown" } ?? "shown")
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
