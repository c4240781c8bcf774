import CoreData
import Interleaving
import WorkbookKit

/// Two imports that run on two threads of a pool.
///
///     main                      worker 1          worker 2
///     makeImport x 2            run the first     run the second
func importing(_ id: String, _ first: [String], _ second: [String]) -> Trial<any MakesImports> {
  let outcomes: [Outcome] = [
    .allowed("stored", "Both imports are in the store when they return."),
    .forbidden("not-stored", "An import returned, and its messages are not in the store."),
    .forbidden("refused", "An import ended with an error, and nothing was wrong with its texts."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let chat = try ChatStack()
    let imports = [first, second].map { texts in
      (texts, answer.makeImport(of: texts, into: chat.coordinator))
    }
    let report = Report()
    for (number, (texts, run)) in imports.enumerated() {
      runtime.thread("worker \(number + 1)") {
        do { try run() } catch { report.isRefused = true }
        let stored = Set(try chat.storedTexts())
        if !stored.isSuperset(of: texts) { report.isMissing = true }
      }
    }
    runtime.atEnd {
      runtime.outcome(
        report.isRefused ? "refused" : report.isMissing ? "not-stored" : "stored")
    }
  }
}

/// What the workers found.
private final class Report {
  var isRefused = false
  var isMissing = false
}
