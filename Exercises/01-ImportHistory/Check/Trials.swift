import CoreData
import Interleaving
import WorkbookKit

/// A save of one message takes a little more of virtual time; the screen may not miss that much.
private let frame = Duration.milliseconds(5)
/// A few saves; forty of them take 200 ms.
private let patience = Duration.milliseconds(60)

/// A history is imported while the reader scrolls.
///
///     main                       import                  network
///     importTexts(texts)         insert, save ...        main.async { scroll }
func importing(_ id: String, texts: [String]) -> Trial<any ImportsHistory> {
  let outcomes: [Outcome] =
    [
      .allowed("scrolled-first", "The reader scrolled smoothly while the import went on."),
      .interesting("imported-first", "The import was over before the reader scrolled."),
      .forbidden(
        "frozen",
        "One block kept the main queue for as long as a save takes, and the screen stood still."),
      .forbidden("too-slow", "Every message is saved by itself, and the import takes for ever."),
      .forbidden("not-stored", "The import says that it is done, and messages are missing."),
      .forbidden("twice-stored", "Messages are in the store more than once."),
    ] + Outcome.missteps(telling: "The screen")
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let chat = try ChatStack(.sqlite)
    let screen = Listener<Import>(runtime)
    let began = runtime.now
    screen.scrollSomeTime()
    answer.importTexts(texts, view: chat.viewContext) {
      let after = runtime.now - began
      screen.hear(Import(stored: (try? chat.storedTexts()) ?? [], after: after))
    }
    runtime.atEnd {
      let stall = runtime.longestMainStall
      runtime.outcome(screen.misstep(chat) ?? screen.outcome(of: texts, stall: stall))
    }
  }
}

/// What the store had when the screen was told, and how long that took.
private struct Import {
  let stored: [String]
  let after: Duration
}

extension Listener<Import> {
  fileprivate func outcome(of texts: [String], stall: Duration) -> String {
    let call = call!
    if call.news.stored.count > texts.count { return "twice-stored" }
    if call.news.stored != texts.sorted() { return "not-stored" }
    if stall > frame { return "frozen" }
    if call.news.after > patience { return "too-slow" }
    return call.hasScrolled ? "scrolled-first" : "imported-first"
  }
}
