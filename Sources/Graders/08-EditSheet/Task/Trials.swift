import CoreData
import Interleaving
import WorkbookKit

/// Something is typed and cancelled, while a sync writes a message in the same context.
///
///     reader                       main                      messenger
///     type, type ------------->    changed("Caf") ...
///                                  insert the message  <---- write
///     cancel ----------------->    cancelled()
///                                  save                <---- send
func cancelling(
  _ id: String, _ typed: [String], besideTopic: Bool = false
) -> Trial<any EditsRooms> {
  let outcomes: [Outcome] = [
    .allowed("sent-first", "The message was sent, and then the edit was cancelled."),
    .allowed("closed-first", "The edit was cancelled, and then the message was sent."),
  ]
  return editing(
    id, typed, outcomes, besideTopic: besideTopic, leavingName: "General", by: "Cancel"
  ) { $0.cancelled() }
}

/// The same, confirmed.
func confirming(
  _ id: String, _ typed: [String], besideTopic: Bool = false
) -> Trial<any EditsRooms> {
  let outcomes: [Outcome] = [
    .allowed("sent-first", "The message was sent, and then the room was renamed."),
    .allowed("closed-first", "The room was renamed, and then the message was sent."),
    .interesting("refused", "The save met the other topic and was refused, and the sheet says so."),
  ]
  return editing(
    id, typed, outcomes, besideTopic: besideTopic, leavingName: typed.last ?? "General", by: "Done"
  ) { $0.confirmed() }
}

private func editing(
  _ id: String, _ typed: [String], _ outcomes: [Outcome], besideTopic: Bool,
  leavingName name: String, by tap: String, _ button: @escaping @Sendable (EditActions) -> Void
) -> Trial<any EditsRooms> {
  Trial(
    id, outcomes: outcomes + forbidden,
    meanwhile: "the reader types, then taps \(tap). Somebody writes "
      + (besideTopic ? "another topic for the same room" : "a message")
      + " in the same context, and saves it."
  ) { answer, runtime in
    let desk = try Desk(runtime)
    desk.open(by: answer)
    runtime.thread("reader") {
      for text in typed { desk.type(text) }
      desk.tap(button)
    }
    desk.startMessenger(onTopic: besideTopic)
    runtime.atEnd { runtime.outcome(try desk.misstep(expecting: name) ?? desk.order) }
  }
}

/// Two sheets are open, on two rooms, by one answer. The first is confirmed while the other is
/// half typed, and the other is cancelled.
func twoSheets(_ id: String) -> Trial<any EditsRooms> {
  let outcomes: [Outcome] =
    [.allowed("closed", "One room has its new name, and the other one has kept its own.")]
    + forbidden
  return Trial(
    id, outcomes: outcomes,
    meanwhile:
      "two sheets are open on two rooms. The reader types into both, taps Done in the first "
      + "and then Cancel in the other."
  ) { answer, runtime in
    let chat = try ChatStack()
    let desks = try ["General", "Harbour"].map { try Desk(runtime, room: $0, in: chat) }
    for desk in desks { desk.open(by: answer) }
    runtime.thread("reader") {
      desks[0].type("Cafeteria")
      desks[1].type("Har")
      desks[0].tap { $0.confirmed() }
      desks[1].tap { $0.cancelled() }
    }
    runtime.atEnd {
      let names = try chat.storedRoomNames()
      let misstep = desks.compactMap { $0.callMisstep ?? ($0.close == nil ? "left-open" : nil) }
      let hasError = desks.contains { $0.close?.hasError == true }
      runtime.outcome(
        misstep.first
          ?? (hasError
            ? "gave-up"
            : names.contains("Har")
              ? "half-typed" : names == ["Cafeteria", "Harbour"] ? "closed" : "not-stored"))
    }
  }
}

/// A sync renames the room in the store meanwhile, so the view context cannot save.
func refused(_ id: String) -> Trial<any EditsRooms> {
  let outcomes: [Outcome] =
    [
      .interesting("refused", "The save met another one and was refused, and the sheet says so."),
      .interesting("stored", "The name found a way past the conflict."),
      .forbidden("error-swallowed", "The name could not be saved, and the sheet closes as if."),
    ] + forbidden
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let desk = try Desk(runtime)
    desk.open(by: answer)
    try desk.renameInTheStore()
    runtime.thread("reader") {
      desk.type("Cafeteria")
      desk.tap { $0.confirmed() }
    }
    runtime.atEnd {
      let isStored = try desk.storedNames() == ["Cafeteria"]
      let outcome = desk.close.map { close in
        close.hasError ? "refused" : isStored ? "stored" : "error-swallowed"
      }
      runtime.outcome(desk.callMisstep ?? outcome ?? "left-open")
    }
  }
}

/// The store is gone, so nothing can be saved any more, wherever it is tried.
func storeGone(_ id: String) -> Trial<any EditsRooms> {
  let outcomes: [Outcome] =
    [
      .interesting("refused", "The name could not be stored, and the sheet says so."),
      .forbidden("error-swallowed", "The name could not be saved, and the sheet closes as if."),
    ] + forbidden
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let desk = try Desk(runtime)
    desk.open(by: answer)
    runtime.thread("reader") {
      desk.type("Cafeteria")
      runtime.main.async { desk.loseTheStore() }
      desk.tap { $0.confirmed() }
    }
    runtime.atEnd {
      let outcome = desk.close.map { $0.hasError ? "refused" : "error-swallowed" }
      runtime.outcome(desk.callMisstep ?? outcome ?? "left-open")
    }
  }
}

private let forbidden: [Outcome] = [
  .forbidden("half-typed", "A name that was not confirmed was seen outside of the sheet."),
  .forbidden("draft-lost", "What somebody else was writing in the view context is gone."),
  .forbidden("not-stored", "The sheet closed, and the name is not in the store."),
  .forbidden("other-room", "The name went to a room that was not edited."),
  .forbidden("list-stale", "The name is in the store, and the list shows the old one."),
  .forbidden("gave-up", "Nothing was wrong with the name, and the sheet shows an error."),
  .forbidden("off-main", "The sheet was closed on a queue that is not its own."),
  .forbidden("left-open", "The sheet was never closed."),
  .forbidden("closed-twice", "The sheet was closed more than once."),
]
