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

/// Something of the view is stored as well: one's own message while the badge is counted, or that a
/// message was read, of which the sync still holds what it was before.
func besideView(_ id: String, syncHolds: Bool) -> Trial<any CountsUnread> {
  let outcomes: [Outcome] =
    [
      .allowed("shown", "The badge was told the number."),
      .forbidden("wrong-number", "The badge shows a number that is not that of unread messages."),
    ] + Outcome.missteps(telling: "The badge")
  return Trial(
    id, outcomes: outcomes,
    meanwhile: syncHolds
      ? "the sync holds all messages in background, then the view stores that one of them was "
        + "read, then main calls it."
      : "main calls it. The view stores a message that is read."
  ) { answer, runtime in
    let chat = try ChatStack()
    try chat.addUnread(3)
    let (background, view) = (chat.backgroundContext(), chat.viewContext)
    let badge = Listener<Int>(runtime)
    var held: [Message] = []
    if syncHolds {
      try runtime.untraced {
        let all = NSFetchRequest<Message>(entityName: "Message")
        all.returnsObjectsAsFaults = false
        held = try background.performAndWait { try background.fetch(all) }
        try view.fetch(all).first { !$0.isRead }?.isRead = true
        try view.save()
      }
    } else {
      runtime.thread("reader") {
        view.perform {
          Message(context: view).isRead = true
          attempt { try view.save() }
        }
      }
    }
    answer.refresh(background, view: view) { badge.hear($0) }
    let unread = syncHolds ? 2 : 3
    runtime.atEnd {
      runtime.outcome(badge.outcome(chat) { $0.news == unread ? "shown" : "wrong-number" })
      withExtendedLifetime(held) {}
    }
  }
}

/// The badge is refreshed twice, by one answer, perhaps while a sync asks the view something.
func twice(_ id: String, besideSync hasSync: Bool = false) -> Trial<any CountsUnread> {
  let outcomes: [Outcome] =
    [
      .allowed("shown", "Both times the badge was told the number."),
      .forbidden("wrong-number", "The badge shows a number that is not that of unread messages."),
    ] + Outcome.missteps(telling: "The badge")
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "main calls it twice, once for each of two badges"
      + (hasSync ? "; a sync in background is asking the view something." : ".")
  ) { answer, runtime in
    let chat = try ChatStack()
    try chat.addUnread(3)
    let background = chat.backgroundContext()
    let badges = [Listener<Int>(runtime), Listener<Int>(runtime)]
    if hasSync {
      background.perform {
        _ = chat.viewContext.performAndWait { chat.viewContext.registeredObjects.count }
      }
    }
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
