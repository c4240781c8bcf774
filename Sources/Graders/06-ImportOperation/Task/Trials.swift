import CoreData
import Interleaving
import WorkbookKit

private let savedBesideMain = Requirement(
  "saved-beside-main", "The import is saved on the main queue, and the screen waits for it."
) { events in
  !events.contains { event in
    event.queue == "main" && (event.fact as? CoreDataFact)?.kind == .willSave
  }
}

/// Two imports that run on two threads of a pool.
///
///     main                      worker 1          worker 2
///     makeImport x 2            run the first     run the second
func importing(_ id: String, _ first: [String], _ second: [String]) -> Trial<any MakesImports> {
  let outcomes: [Outcome] = [
    .allowed("stored", "Both imports are in the store when they return."),
    .forbidden("not-stored", "An import returned, and its messages are not in the store."),
    .forbidden("twice-stored", "A text is in the store more often than it was to be."),
    .forbidden("too-early", "The texts were stored when the import was made, not when it ran."),
    .forbidden("refused", "An import ended with an error, and nothing was wrong with its texts."),
  ]
  return Trial(
    id, outcomes: outcomes, requirements: [savedBesideMain],
    meanwhile: "main makes two imports with it; two other threads run one each, at the same time."
  ) { answer, runtime in
    let chat = try ChatStack(.sqlite)
    let imports = [first, second].map { texts in
      (texts, answer.makeImport(of: texts, into: chat.coordinator))
    }
    let report = Report()
    report.isTooEarly = try !chat.storedTexts().isEmpty
    for (number, (texts, run)) in imports.enumerated() {
      runtime.uncheckedThread("worker \(number + 1)") {
        do { try run() } catch { report.isRefused = true }
        runtime.note(ListenerFact.told)
        if !texts.isContained(in: try chat.storedTexts()) { report.isMissing = true }
      }
    }
    runtime.atEnd {
      runtime.outcome(
        report.isTooEarly
          ? "too-early"
          : report.isRefused
            ? "refused"
            : report.isMissing
              ? "not-stored"
              : try chat.storedTexts() == (first + second).sorted() ? "stored" : "twice-stored")
    }
  }
}

/// One of the texts is too long, so the save that it is part of is refused.
func refused(_ id: String) -> Trial<any MakesImports> {
  let texts = ["Hello", String(repeating: "Ha! ", count: Message.longestText)]
  let outcomes: [Outcome] = [
    .allowed("refused", "A text was too long to be saved, and the caller of the import knows."),
    .forbidden("error-swallowed", "A text could not be saved, and the import says nothing."),
  ]
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "main makes an import with it; another thread runs it. A text is too long."
  ) { answer, runtime in
    let chat = try ChatStack()
    let run = answer.makeImport(of: texts, into: chat.coordinator)
    runtime.thread("worker") {
      do {
        try run()
        runtime.outcome("error-swallowed")
      } catch {
        runtime.outcome("refused")
      }
    }
  }
}

/// Two imports: the first is refused, and the second, which has nothing wrong, runs after it.
func afterRefusal(_ id: String) -> Trial<any MakesImports> {
  let outcomes: [Outcome] = [
    .interesting("stored", "The first import was refused, and the second is in the store."),
    .interesting("not-validated", "Both are stored: a batch request validates nothing."),
    .forbidden("error-swallowed", "A text could not be saved, and the import says nothing."),
    .forbidden(
      "refused-again",
      "Nothing was wrong with the second import. It ends in an error of the first."),
    .forbidden("not-stored", "An import returned, and its messages are not in the store."),
  ]
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "main makes two imports with it; another thread runs one and then the other. A text "
      + "of the first is too long."
  ) { answer, runtime in
    let chat = try ChatStack(.sqlite)
    let tooLong = String(repeating: "Ha! ", count: Message.longestText)
    let first = answer.makeImport(of: [tooLong], into: chat.coordinator)
    let second = answer.makeImport(of: ["Good night"], into: chat.coordinator)
    runtime.thread("worker") {
      let isRefused = (try? first()) == nil
      do { try second() } catch { return runtime.outcome("refused-again") }
      let stored = try chat.storedTexts()
      let isWritten = stored.contains(tooLong)
      if !isRefused && !isWritten { return runtime.outcome("error-swallowed") }
      if !stored.contains("Good night") { return runtime.outcome("not-stored") }
      runtime.outcome(isWritten ? "not-validated" : "stored")
    }
  }
}

/// Two imports at the same time: one is refused, and the other has nothing wrong.
func besideRefusal(_ id: String) -> Trial<any MakesImports> {
  let outcomes: [Outcome] = [
    .interesting("stored", "The one import was refused, and the other one is in the store."),
    .interesting("not-validated", "Both are stored: a batch request validates nothing."),
    .forbidden("error-swallowed", "A text could not be saved, and the import says nothing."),
    .forbidden(
      "refused-too", "Nothing was wrong with the other import. It ends in an error of the first."),
    .forbidden("not-stored", "An import returned, and its messages are not in the store."),
  ]
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "main makes two imports with it; two other threads run one each, at the same time. "
      + "A text of the first is too long."
  ) { answer, runtime in
    let chat = try ChatStack(.sqlite)
    let tooLong = String(repeating: "Ha! ", count: Message.longestText)
    let first = answer.makeImport(of: [tooLong], into: chat.coordinator)
    let second = answer.makeImport(of: ["Good night"], into: chat.coordinator)
    let report = Report()
    runtime.uncheckedThread("worker 1") { do { try first() } catch { report.isRefused = true } }
    runtime.uncheckedThread("worker 2") {
      do { try second() } catch { report.isOtherRefused = true }
      if try !chat.storedTexts().contains("Good night") { report.isMissing = true }
    }
    runtime.atEnd {
      let isWritten = try chat.storedTexts().contains(tooLong)
      runtime.outcome(
        report.isOtherRefused
          ? "refused-too"
          : report.isMissing
            ? "not-stored"
            : isWritten ? "not-validated" : report.isRefused ? "stored" : "error-swallowed")
    }
  }
}

extension [String] {
  /// Whether the other list has each text at least as often as this one.
  fileprivate func isContained(in other: [String]) -> Bool {
    allSatisfy { text in count { $0 == text } <= other.count { $0 == text } }
  }
}

/// What the workers found.
private final class Report {
  var isRefused = false
  var isOtherRefused = false
  var isMissing = false
  var isTooEarly = false
}
