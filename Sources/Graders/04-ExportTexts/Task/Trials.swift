import CoreData
import Interleaving
import WorkbookKit

/// An export, while the reader goes on using the list.
///
///     main                        background             network
///     export(messages)            write(texts)           main.async { scroll }
///
/// With `isPinned` the list shows its first message twice, on top and in its place; with `calls` the
/// reader asks again while the first file is written.
func exporting(
  _ id: String, texts: [String], isPinned: Bool = false, calls: Int = 1
) -> Trial<any ExportsTexts> {
  let outcomes: [Outcome] = [
    .allowed("scrolled-first", "The reader scrolled on before the file was written."),
    .allowed("written-first", "The file was written before the reader scrolled on."),
    .forbidden("wrong-order", "The texts are in the file, and not in the order of the messages."),
    .forbidden("wrong-texts", "The file does not say what the messages say."),
    .forbidden("on-main", "The file was written on the main queue, and the screen had to wait."),
    .forbidden("not-written", "The file was never written."),
    .forbidden("written-twice", "The file was written more than once."),
  ]
  return Trial(
    id, outcomes: outcomes,
    requirements: [
      Requirement(
        "written-by-background",
        "The file was written outside of a block of the background context."
      ) { events in events.contains { $0.fact is ListenerFact && $0.queue == "background" } }
    ],
    musts: [
      "scrolled-first":
        "The main queue is kept waiting until it is done: no order lets the reader scroll first."
    ], meanwhile: "main calls it with messages of the view in a certain order; the reader scrolls."
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
    try runtime.untraced {
      messages = try chat.viewContext.fetch(request).dropFirst().dropLast().reversed()
    }
    let pinned = isPinned ? 1 : 0
    messages += messages.prefix(pinned)
    let expected = texts + texts.prefix(pinned)
    let files = (0..<calls).map { _ in WrittenFile(runtime) }
    runtime.thread("network") { runtime.main.async { files[0].scroll() } }
    for file in files { answer.export(messages, with: background) { file.write($0) } }
    runtime.atEnd {
      // A second file is as good as the first if it is written; when, says the first.
      let all = files.map { $0.outcome(expecting: expected) }
      let outcome = all.dropFirst().first { !$0.hasSuffix("-first") } ?? all[0]
      runtime.outcome(chat.violations.isEmpty || outcome == "on-main" ? outcome : "violation")
    }
  }
}

/// The file, and when it was written.
private final class WrittenFile: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  private let runtime: Runtime
  /// A cell, so that scrolling before and after the write are two orders.
  private let hasScrolled: Cell<Bool>
  private var writes: [(texts: [String], hasScrolled: Bool)] = []
  private var isOnMain = false

  init(_ runtime: Runtime) {
    self.runtime = runtime
    hasScrolled = runtime.cell("scroll position", false)
  }

  func scroll() { hasScrolled.write(true) }

  func write(_ texts: [String]) {
    runtime.note(ListenerFact.told)
    isOnMain = isOnMain || runtime.main.isCurrent
    writes.append((texts, hasScrolled.read()))
  }

  func outcome(expecting texts: [String]) -> String {
    guard let write = writes.first else { return "not-written" }
    if writes.count > 1 { return "written-twice" }
    if isOnMain { return "on-main" }
    if write.texts.sorted() != texts.sorted() { return "wrong-texts" }
    if write.texts != texts { return "wrong-order" }
    return write.hasScrolled ? "scrolled-first" : "written-first"
  }
}
