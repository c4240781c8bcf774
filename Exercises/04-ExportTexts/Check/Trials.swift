import CoreData
import Interleaving
import WorkbookKit

/// An export, while the reader goes on using the list.
///
///     main                        background             network
///     export(messages)            write(texts)           main.async { scroll }
func exporting(_ id: String, texts: [String]) -> Trial<any ExportsTexts> {
  let outcomes: [Outcome] = [
    .allowed("scrolled-first", "The reader scrolled on before the file was written."),
    .allowed("written-first", "The file was written before the reader scrolled on."),
    .forbidden("wrong-texts", "The file does not say what the messages say."),
    .forbidden("on-main", "The file was written on the main queue, and the screen had to wait."),
    .forbidden("not-written", "The file was never written."),
    .forbidden("written-twice", "The file was written more than once."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let chat = try ChatStack()
    try chat.addRoom("General", messages: texts)
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    var messages: [Message] = []
    try runtime.untraced { messages = try chat.viewContext.fetch(request) }
    let background = chat.backgroundContext()
    let file = WrittenFile(runtime)
    runtime.thread("network") { runtime.main.async { file.scroll() } }
    answer.export(messages, with: background) { file.write($0) }
    runtime.atEnd {
      runtime.outcome(chat.violations.isEmpty ? file.outcome(expecting: texts) : "violation")
    }
  }
}

/// The file, and when it was written.
private final class WrittenFile: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  private let runtime: Runtime
  /// A cell, so that scrolling before and after the write are two orders.
  private let hasScrolled: Cell<Bool>
  private var writes: [(texts: [String], isOnMain: Bool, hasScrolled: Bool)] = []

  init(_ runtime: Runtime) {
    self.runtime = runtime
    hasScrolled = runtime.cell("scroll position", false)
  }

  func scroll() { hasScrolled.write(true) }

  func write(_ texts: [String]) {
    writes.append((texts, runtime.main.isCurrent, hasScrolled.read()))
  }

  func outcome(expecting texts: [String]) -> String {
    guard let write = writes.first else { return "not-written" }
    if writes.count > 1 { return "written-twice" }
    if write.isOnMain { return "on-main" }
    if write.texts != texts { return "wrong-texts" }
    return write.hasScrolled ? "scrolled-first" : "written-first"
  }
}
