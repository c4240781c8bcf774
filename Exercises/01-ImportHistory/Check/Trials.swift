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
  let outcomes: [Outcome] = [
    .allowed("scrolled-first", "The reader scrolled smoothly while the import went on."),
    .interesting("imported-first", "The import was over before the reader scrolled."),
    .forbidden(
      "frozen",
      "One block kept the main queue for as long as a save takes, and the screen stood still."),
    .forbidden("too-slow", "Every message is saved by itself, and the import takes for ever."),
    .forbidden("not-stored", "The import says that it is done, and messages are missing."),
    .forbidden("twice-stored", "Messages are in the store more than once."),
    .forbidden("off-main", "The screen was told on a queue that is not its own."),
    .forbidden("not-told", "The screen was never told."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let chat = try ChatStack(.sqlite)
    let screen = Screen(runtime)
    runtime.thread("network") { runtime.main.async { screen.scroll() } }
    answer.importTexts(texts, view: chat.viewContext) { screen.importIsDone(chat) }
    runtime.atEnd {
      runtime.outcome(chat.violations.isEmpty ? screen.outcome(expecting: texts) : "violation")
    }
  }
}

/// What the reader notices.
private final class Screen {
  private let runtime: Runtime
  private let started: Duration
  private var hasScrolled = false
  private var told: (isOnMain: Bool, hasScrolled: Bool, stored: [String], after: Duration)?

  init(_ runtime: Runtime) {
    self.runtime = runtime
    started = runtime.now
  }

  func scroll() { hasScrolled = true }

  func importIsDone(_ chat: ChatStack) {
    let after = runtime.now - started
    told = (runtime.main.isCurrent, hasScrolled, (try? chat.storedTexts()) ?? [], after)
  }

  func outcome(expecting texts: [String]) -> String {
    guard let told else { return "not-told" }
    if !told.isOnMain { return "off-main" }
    if told.stored.count > texts.count { return "twice-stored" }
    if told.stored != texts.sorted() { return "not-stored" }
    if runtime.longestMainStall > frame { return "frozen" }
    if told.after > patience { return "too-slow" }
    return told.hasScrolled ? "scrolled-first" : "imported-first"
  }
}
