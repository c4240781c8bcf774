import CoreData
import Interleaving
import WorkbookKit

private let savedBySync = Requirement(
  "saved-by-sync", "The texts were not saved by the context 'sync', as they are to be."
) { events in
  events.contains { event in
    switch event.fact as? CoreDataFact {
    case .willSave("sync"): true
    // A batch request has no context in its facts; it is made on the queue of one.
    case .storeAccess(.batchInsert, _): event.queue == "sync"
    default: false
    }
  }
}

/// The outbox is delivered while a writer goes on, and a sync wants to know how full it is.
///
///     main                    delivery                   sync's queue
///                                                        outbox.withLock { count }
///     outbox: "And then?"     deliver(outbox, sync)      save
func delivering(
  _ id: String, _ texts: [String], late: String = "And then?", askingAnyTime: Bool = false,
  saidBefore: [String] = []
) -> Trial<any DeliversTexts> {
  let outcomes: [Outcome] = [
    .allowed("written-meanwhile", "A text was written while others were being delivered."),
    .allowed("written-afterwards", "A text was written when the others had been delivered."),
    .interesting("delivered-together", "The text that was written went with the others."),
    .forbidden("lost", "A text was taken out of the outbox, and never came into the store."),
    .forbidden("too-early", "A text was taken out of the outbox before it was in the store."),
    .forbidden("still-there", "The delivery is over, and a text is still in the outbox."),
    .forbidden("sent-twice", "A text is in the store more than once."),
    .forbidden("other-texts", "The store has a text that was never written."),
  ]
  return Trial(
    id, outcomes: outcomes, requirements: [savedBySync],
    musts: ["written-meanwhile": "Who writes a text has to wait until others are saved."],
    meanwhile: "a thread calls it. Main adds a text to the outbox, and a block of sync counts "
      + "what is in it."
  ) { answer, runtime in
    let delivery = try Delivery(runtime, texts, late: late, saidBefore: saidBefore)
    let (outbox, sync) = (delivery.outbox, delivery.sync)
    let ask: @Sendable () -> Void = {
      sync.perform { runtime.note("sync", "outbox holds \(outbox.withLock { $0.count }) texts") }
    }
    // The one that asks has mostly asked before; but it may come between any two steps of a delivery.
    if askingAnyTime { runtime.thread("asker", ask) } else { ask() }
    runtime.thread("delivery") { try answer.deliver(outbox, by: sync) }
    runtime.main.asyncUnchecked { outbox.withLock { $0.append(delivery.late) } }
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
    .forbidden("other-texts", "The store has a text that was never written."),
  ]
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "a thread calls it. sync also holds a change that meets somebody else's."
  ) { answer, runtime in
    let delivery = try Delivery(runtime, [text])
    try delivery.chat.addConflict(to: delivery.sync)
    runtime.uncheckedThread("delivery") {
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

/// The save cannot go well for a while: another part of the app has put a message into `sync` that is
/// too long, and takes it out again some time later.
func refusedForAWhile(_ id: String, _ text: String) -> Trial<any DeliversTexts> {
  let outcomes: [Outcome] = [
    .interesting("kept", "The save was refused, and the text is still in the outbox."),
    .interesting("delivered", "The message was out of the way, and the text is delivered."),
    .forbidden("lost", "The save was refused, and the text is gone."),
    .forbidden("too-early", "A text was taken out of the outbox before it was in the store."),
    .forbidden("still-there", "The text is in the store, and in the outbox too: it is sent again."),
    .forbidden("sent-twice", "A text is in the store more than once."),
    .forbidden("other-texts", "The store has a text that was never written."),
  ]
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "a thread calls it. sync also holds a message that is too long; another part takes "
      + "it out some time, and saves."
  ) { answer, runtime in
    let delivery = try Delivery(runtime, [text])
    delivery.chat.refuseForAWhile(delivery.sync)
    runtime.uncheckedThread("delivery") {
      do {
        try answer.deliver(delivery.outbox, by: delivery.sync)
      } catch {
        runtime.note("delivery", "failed, and is tried again another day: \(error)")
      }
    }
    runtime.atEnd {
      let isKept = delivery.outbox.left == [text]
      let misstep = try delivery.misstep(mayKeep: true)
      runtime.outcome(misstep ?? (isKept ? "kept" : "delivered"))
    }
  }
}

/// The second text is too long, so each save that it is part of is refused.
func refusedSecond(_ id: String, _ text: String) -> Trial<any DeliversTexts> {
  let outcomes: [Outcome] = [
    .interesting("kept", "The save was refused, and both texts are still in the outbox."),
    .interesting("first-delivered", "The first text was saved and taken out, the other one kept."),
    .forbidden("lost", "The save was refused, and the text is gone."),
    .forbidden("too-early", "A text was taken out of the outbox before it was in the store."),
    .forbidden("still-there", "A text is in the store, and in the outbox too: it is sent again."),
    .forbidden("sent-twice", "A text is in the store more than once."),
    .forbidden("other-texts", "The store has a text that was never written."),
  ]
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "a thread calls it, with two texts; the second is too long to be saved."
  ) { answer, runtime in
    let long = String(repeating: "Ha! ", count: Message.longestText)
    let delivery = try Delivery(runtime, [text, long])
    runtime.uncheckedThread("delivery") {
      do {
        try answer.deliver(delivery.outbox, by: delivery.sync)
      } catch {
        runtime.note("delivery", "failed, and is tried again another day: \(error)")
      }
    }
    runtime.atEnd {
      let stored = try delivery.chat.storedTexts()
      let misstep = try delivery.misstep(mayKeep: true)
      runtime.outcome(misstep ?? (stored.isEmpty ? "kept" : "first-delivered"))
    }
  }
}

/// The first delivery is refused. Then the app tidies up, and the same text is delivered again.
func triedAgain(_ id: String, _ text: String) -> Trial<any DeliversTexts> {
  let outcomes: [Outcome] = [
    .allowed("delivered", "The text came into the store, once, and left the outbox."),
    .forbidden("lost", "The save was refused, and the text is gone."),
    .forbidden("too-early", "A text was taken out of the outbox before it was in the store."),
    .forbidden("still-there", "The second delivery went well, and the text is still there."),
    .forbidden("sent-twice", "What the first delivery left in the context was saved as well."),
    .forbidden("other-texts", "The store has a text that was never written."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let delivery = try Delivery(runtime, [text])
    try delivery.chat.addConflict(to: delivery.sync)
    runtime.uncheckedThread("delivery") {
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
  let late: String
  private let texts: [String]
  /// Was in the store before, and has nothing to do with the outbox.
  private let older: [String]

  init(
    _ runtime: Runtime, _ texts: [String], late: String = "And then?",
    saidBefore older: [String] = []
  ) throws {
    self.late = late
    let chat = try ChatStack(.sqlite)
    self.chat = chat
    self.texts = texts
    self.older = older
    if !older.isEmpty { try chat.addRoom("Cafeteria", messages: older) }
    sync = chat.backgroundContext("sync")
    outbox = SharedOutbox(runtime, texts) { text, times in
      var stored: [String] = []
      runtime.untraced { stored = (try? chat.storedTexts()) ?? [] }
      return stored.times(text) - older.times(text) >= times
    }
  }

  /// Gives up our change of the room that another user has changed.
  func makeSavesGoWell() {
    let sync = sync
    sync.performAndWait {
      for room in sync.updatedObjects { sync.refresh(room, mergeChanges: false) }
    }
  }

  /// What is wrong, in whatever order things happened.
  func misstep(mayKeep: Bool = false) throws -> String? {
    if !chat.violations.isEmpty { return "violation" }
    var stored = try chat.storedTexts()
    for text in older {
      if let place = stored.firstIndex(of: text) { stored.remove(at: place) }
    }
    let written = texts + (hasLate ? [late] : [])
    if stored.contains(where: { !written.contains($0) }) { return "other-texts" }
    // Each text is in one of the two, as often as it was written.
    let all = stored + outbox.left
    let gone = outbox.history.flatMap(\.gone)
    if gone.contains(where: { all.times($0) < written.times($0) }) { return "lost" }
    if !outbox.history.flatMap(\.early).isEmpty { return "too-early" }
    let isLeft = { [texts] (text: String) in
      !mayKeep && texts.times(text) > stored.times(text) || all.times(text) > written.times(text)
    }
    if outbox.left.contains(where: isLeft) { return "still-there" }
    return stored.contains { stored.times($0) > written.times($0) } ? "sent-twice" : nil
  }

  private var hasLate: Bool { outbox.history.contains(.wrote([late])) }

  /// When the late text was written, seen from the delivery of the first one.
  var order: String {
    let wrote = outbox.history.firstIndex(of: .wrote([late]))
    let tookOut = outbox.history.firstIndex { $0.gone.contains(texts[0]) }
    guard let wrote, let tookOut, wrote < tookOut else { return "written-afterwards" }
    let took = outbox.history[tookOut].gone
    return took.times(late) > texts.times(late) ? "delivered-together" : "written-meanwhile"
  }
}

extension SharedOutbox.Change {
  fileprivate var gone: [String] { if case .tookOut(let texts, _) = self { texts } else { [] } }
  fileprivate var early: [String] { if case .tookOut(_, let texts) = self { texts } else { [] } }
}

extension [String] {
  fileprivate func times(_ text: String) -> Int { count { $0 == text } }
}
