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
    .forbidden("elsewhere", "The file was written outside of a block of the background context."),
    .forbidden("not-written", "The file was never written."),
    .forbidden("written-twice", "The file was written more than once."),
  ]
  return Trial(
    id, outcomes: outcomes,
    musts: [
      "scrolled-first":
        "The main queue is kept waiting until it is done: no order lets the reader scroll first."
    ]
  ) { answer, runtime in
    let chat = try ChatStack()
    // The list shows some messages of the room, and not in the order in which they were written.
    try chat.addRoom("General", messages: ["Not shown"] + texts.reversed() + ["Nor this"])
    try chat.addRoom("Another room", messages: texts)
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    var messages: [Message] = []
    request.predicate = NSPredicate(format: "room.name == %@", "General")
    let background = chat.backgroundContext()
    var probe: Message?
    try runtime.untraced {
      messages = try chat.viewContext.fetch(request).dropFirst().dropLast().reversed()
      probe = try background.performAndWait { try background.fetch(request).first }
    }
    let file = WrittenFile(runtime, probe)
    runtime.thread("network") { runtime.main.async { file.scroll() } }
    answer.export(messages, with: background) { file.write($0) }
    runtime.atEnd {
      let outcome = file.outcome(expecting: texts)
      let isOfTheFile = ["on-main", "elsewhere"].contains(outcome)
      runtime.outcome(chat.violations.isEmpty || isOfTheFile ? outcome : "violation")
    }
  }
}

/// The file, and when it was written.
private final class WrittenFile: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  private let runtime: Runtime
  /// An object of the background context, which only its blocks may touch.
  private let probe: Message?
  /// A cell, so that scrolling before and after the write are two orders.
  private let hasScrolled: Cell<Bool>
  private var writes: [(texts: [String], isElsewhere: Bool, hasScrolled: Bool)] = []
  private var isOnMain = false

  init(_ runtime: Runtime, _ probe: Message?) {
    self.runtime = runtime
    self.probe = probe
    hasScrolled = runtime.cell("scroll position", false)
  }

  func scroll() { hasScrolled.write(true) }

  func write(_ texts: [String]) {
    isOnMain = isOnMain || runtime.main.isCurrent
    let context = probe?.managedObjectContext
    let before = context?.confinementViolations.count
    if !runtime.main.isCurrent { _ = probe?.text }
    let isElsewhere = context?.confinementViolations.count != before
    writes.append((texts, isElsewhere, hasScrolled.read()))
  }

  func outcome(expecting texts: [String]) -> String {
    guard let write = writes.first else { return "not-written" }
    if writes.count > 1 { return "written-twice" }
    if isOnMain { return "on-main" }
    if write.isElsewhere { return "elsewhere" }
    if write.texts != texts { return "wrong-texts" }
    return write.hasScrolled ? "scrolled-first" : "written-first"
  }
}
