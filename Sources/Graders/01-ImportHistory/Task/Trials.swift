import CoreData
import Interleaving
import WorkbookKit

/// A save of one message takes a little more of virtual time; the screen may not miss that much.
private let frame = Duration.milliseconds(5)
/// A save for each hundred texts that were begun, but not for one more: it takes 5 ms, and 20 µs for
/// each row.
private func patience(for texts: [String]) -> Duration {
  .milliseconds(5 * max(1, (texts.count + 99) / 100) + 4) + .microseconds(20 * texts.count)
}

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
      .forbidden(
        "too-slow",
        "There are more saves than one for each hundred messages, and the import takes too long."),
      .forbidden("not-stored", "The import says that it is done, and messages are missing."),
      .forbidden("twice-stored", "Messages are in the store more than once."),
      .forbidden(
        "gave-up", "Nothing was wrong with the messages, and the import ends in an error."),
    ] + Outcome.missteps(telling: "The screen")
  return Trial(
    id, outcomes: outcomes, meanwhile: "main calls it with many texts, and the reader scrolls."
  ) { answer, runtime in
    let chat = try ChatStack(.sqlite)
    let screen = Listener<Import>(runtime)
    let began = runtime.now
    screen.scrollSomeTime()
    answer.importTexts(texts, view: chat.viewContext) { error in
      let told = runtime.now
      let stored = (try? chat.storedTexts()) ?? []
      screen.hear(
        Import(
          error: error, after: told - began, stored: stored, looked: runtime.now - told))
    }
    runtime.atEnd {
      runtime.outcome(
        screen.outcome(chat) { call in
          if call.news.error != nil { return "gave-up" }
          if call.news.stored.count > texts.count { return "twice-stored" }
          if call.news.stored != texts.sorted() { return "not-stored" }
          if runtime.longestMainStall > frame + call.news.looked { return "frozen" }
          if call.news.after > patience(for: texts) { return "too-slow" }
          return call.hasScrolled ? "scrolled-first" : "imported-first"
        })
    }
  }
}

private let tooLong = String(repeating: "Ha! ", count: Message.longestText)

/// One of the texts is too long, so the save that it is part of is refused.
func refused(_ id: String, among others: Int = 0) -> Trial<any ImportsHistory> {
  let texts = ["Hello", tooLong, "Anybody here?"] + (0..<others).map { "text \($0)" }
  let outcomes: [Outcome] =
    [
      .allowed("refused", "A text was too long to be saved, and the screen says so."),
      .forbidden("error-swallowed", "A text could not be saved, and the screen says 'done'."),
    ] + Outcome.missteps(telling: "The screen")
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "main calls it with \(texts.count) texts; the second is too long."
  ) { answer, runtime in
    let chat = try ChatStack()
    let screen = Listener<(any Error)?>(runtime)
    answer.importTexts(texts, view: chat.viewContext) { screen.hear($0) }
    runtime.atEnd {
      runtime.outcome(
        screen.outcome(chat) { call in call.news == nil ? "error-swallowed" : "refused" })
    }
  }
}

/// An import is refused. When the screen has heard of it, the same importer gets another one, with
/// which nothing is wrong.
func againAfterRefusal(_ id: String) -> Trial<any ImportsHistory> {
  let outcomes: [Outcome] =
    [
      .interesting(
        "stored", "The import that was refused is forgotten, and the next one is stored."),
      .interesting("not-validated", "Both are stored: a batch request validates nothing."),
      .forbidden("error-swallowed", "A text could not be saved, and the screen says 'done'."),
      .forbidden(
        "refused-again",
        "Nothing was wrong with the second import. It ends in an error of the first."),
      .forbidden("not-stored", "The store does not have the texts of the second import."),
    ] + Outcome.missteps(telling: "The screen")
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "main calls it with a text that is too long, and, once that is told, with another."
  ) { answer, runtime in
    let chat = try ChatStack(.sqlite)
    let (first, second) = (Listener<(any Error)?>(runtime), Listener<(any Error)?>(runtime))
    let view = chat.viewContext
    answer.importTexts([tooLong], view: view) { error in
      first.hear(error)
      runtime.main.async {
        answer.importTexts(["Hello"], view: view) { second.hear($0) }
      }
    }
    runtime.atEnd {
      let stored = try chat.storedTexts()
      runtime.outcome(
        first.outcome(chat) { call in
          let isWritten = stored.contains(tooLong)
          if call.news == nil && !isWritten { return "error-swallowed" }
          return second.outcome(chat) { call in
            if call.news != nil { return "refused-again" }
            if isWritten { return stored.count == 2 ? "not-validated" : "not-stored" }
            return stored == ["Hello"] ? "stored" : "not-stored"
          }
        })
    }
  }
}

/// What the screen was told, how long that took, and what the store had by then.
private struct Import {
  let error: (any Error)?
  let after: Duration
  let stored: [String]
  /// How long it took this trial to ask the store, on main.
  let looked: Duration
}
