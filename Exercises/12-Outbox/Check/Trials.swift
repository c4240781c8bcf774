import CoreData
import Interleaving
import WorkbookKit

/// The outbox is delivered while somebody writes on, and a sync wants to know how full it is.
///
///     main                    delivery                   sync's queue
///                                                        outbox.withLock { count }
///     outbox: "And then?"     deliver(outbox, sync)      save
func delivering(_ id: String, _ texts: [String]) -> Trial<any DeliversTexts> {
  let outcomes: [Outcome] = [
    .allowed("written-meanwhile", "A text was written while others were being delivered."),
    .allowed("written-afterwards", "A text was written when the others had been delivered."),
    .interesting("delivered-together", "The text that was written went with the others."),
    .forbidden("lost", "A text was taken out of the outbox, and never came into the store."),
    .forbidden("too-early", "A text was taken out of the outbox before it was in the store."),
    .forbidden("still-there", "The delivery is over, and a text is still in the outbox."),
    .forbidden("sent-twice", "A text is in the store more than once."),
    .forbidden("other-texts", "The store has a text that nobody wrote."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let delivery = try Delivery(runtime, texts)
    let (outbox, sync) = (delivery.outbox, delivery.sync)
    sync.perform { runtime.note("sync", "outbox holds \(outbox.withLock { $0.count }) texts") }
    runtime.thread("delivery") { try answer.deliver(outbox, by: sync) }
    runtime.main.async { outbox.withLock { $0.append(delivery.late) } }
    runtime.atEnd { runtime.outcome(try delivery.misstep() ?? delivery.order) }
  }
}

/// The save cannot go well: `sync` also holds a change that meets somebody else's.
func refused(_ id: String, _ text: String) -> Trial<any DeliversTexts> {
  let outcomes: [Outcome] = [
    .interesting("kept", "The save was refused, and the text is still in the outbox."),
    .interesting("delivered", "The text found a way past the conflict."),
    .forbidden("lost", "The save was refused, and the text is gone."),
    .forbidden("too-early", "A text was taken out of the outbox before it was in the store."),
    .forbidden("still-there", "The text is in the store, and in the outbox too."),
    .forbidden("sent-twice", "A text is in the store more than once."),
    .forbidden("other-texts", "The store has a text that nobody wrote."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let delivery = try Delivery(runtime, [text])
    try delivery.chat.addConflict(to: delivery.sync)
    runtime.thread("delivery") {
      do {
        try answer.deliver(delivery.outbox, by: delivery.sync)
      } catch {
        runtime.note("delivery", "failed, and is tried again another day: \(error)")
      }
    }
    runtime.atEnd {
      let isKept = try delivery.outbox.left == [text] && delivery.chat.storedTexts().isEmpty
      let misstep = try delivery.misstep()
      runtime.outcome(isKept ? "kept" : misstep ?? "delivered")
    }
  }
}

/// The first delivery is refused. Then somebody tidies up, and the same text is delivered again.
func triedAgain(_ id: String, _ text: String) -> Trial<any DeliversTexts> {
  let outcomes: [Outcome] = [
    .allowed("delivered", "The text came into the store, once, and left the outbox."),
    .forbidden("lost", "The save was refused, and the text is gone."),
    .forbidden("too-early", "A text was taken out of the outbox before it was in the store."),
    .forbidden("still-there", "The second delivery went well, and the text is still there."),
    .forbidden("sent-twice", "What the first delivery left in the context was saved as well."),
    .forbidden("other-texts", "The store has a text that nobody wrote."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let delivery = try Delivery(runtime, [text])
    try delivery.chat.addConflict(to: delivery.sync)
    runtime.thread("delivery") {
      try? answer.deliver(delivery.outbox, by: delivery.sync)
      delivery.makeSavesGoWell()
      try answer.deliver(delivery.outbox, by: delivery.sync)
    }
    runtime.atEnd { runtime.outcome(try delivery.misstep() ?? "delivered") }
  }
}

/// What there is to deliver, and what came of it.
private final class Delivery {
  let chat: ChatStack
  let sync: NSManagedObjectContext
  let outbox: SharedOutbox
  /// What is written while the delivery may be under way.
  let late = "And then?"
  private let texts: [String]

  init(_ runtime: Runtime, _ texts: [String]) throws {
    let chat = try ChatStack()
    self.chat = chat
    self.texts = texts
    sync = chat.backgroundContext("sync")
    outbox = SharedOutbox(runtime, texts) { text in
      var stored: [String] = []
      runtime.untraced { stored = (try? chat.storedTexts()) ?? [] }
      return stored.contains(text)
    }
  }

  /// Gives up our change of the room that somebody else has changed.
  func makeSavesGoWell() {
    let sync = sync
    sync.performAndWait {
      for room in sync.updatedObjects { sync.refresh(room, mergeChanges: false) }
    }
  }

  /// What is wrong, in whatever order things happened.
  func misstep() throws -> String? {
    if !chat.violations.isEmpty { return "violation" }
    let stored = try chat.storedTexts()
    if stored.contains(where: { !(texts + [late]).contains($0) }) { return "other-texts" }
    let early = outbox.history.flatMap(\.early)
    if early.contains(where: { !stored.contains($0) }) { return "lost" }
    if !early.isEmpty { return "too-early" }
    if outbox.left.contains(where: { texts.contains($0) || stored.contains($0) }) {
      return "still-there"
    }
    return Set(stored).count < stored.count ? "sent-twice" : nil
  }

  /// When the late text was written, seen from the delivery of the first one.
  var order: String {
    let wrote = outbox.history.firstIndex(of: .wrote([late]))
    let tookOut = outbox.history.firstIndex { $0.gone.contains(texts[0]) }
    guard let wrote, let tookOut, wrote < tookOut else { return "written-afterwards" }
    return outbox.history[tookOut].gone.contains(late) ? "delivered-together" : "written-meanwhile"
  }
}

extension SharedOutbox.Change {
  fileprivate var gone: [String] { if case .tookOut(let texts, _) = self { texts } else { [] } }
  fileprivate var early: [String] { if case .tookOut(_, let texts) = self { texts } else { [] } }
}

extension NSManagedObjectContext {
  /// What every piece of the museum does with the texts, one way or another.
  func insertMessages(_ texts: [String]) {
    for text in texts {
      let message = Message(context: self)
      message.text = text
    }
  }
}
