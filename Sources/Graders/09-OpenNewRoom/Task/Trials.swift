import CoreData
import Interleaving
import WorkbookKit

private let savedInTheBackground: [Requirement] = [
  .work(
    .willSave, by: "background",
    "The room was not saved by the background context, which is what it was given for."),
  .savedBesideMain("background"),
]

/// A room is created, while the reader goes on using the screen.
///
///     main                     background                 network
///     create(name) ...         insert, save               main.async { scroll }
///     open(id)
func creating(
  _ id: String, _ name: String, besideSync hasSync: Bool = false
) -> Trial<any OpensNewRooms> {
  let outcomes: [Outcome] =
    [
      .allowed("scrolled-first", "The reader scrolled on while the room was being created."),
      .allowed("opened-first", "The room was open before the reader scrolled on."),
      .forbidden("temporary-id", "The screen was given a temporary ID, and finds no room by it."),
      .forbidden("no-row-yet", "The ID is right, but there is no such room in the store so far."),
      .forbidden("other-room", "The room that opened has another name."),
      .forbidden("somebody-elses", "Somebody else's room of the same name was opened."),
      .forbidden("made-twice", "There are more rooms now than were asked for."),
      .forbidden("reset", "What somebody else held of one of the contexts is of no use any more."),
      .forbidden("gave-up", "Nothing was wrong with the room, and it was not opened."),
    ] + Outcome.missteps(telling: "The screen")
  return Trial(
    id, outcomes: outcomes, requirements: savedInTheBackground,
    musts: [
      "scrolled-first":
        "The main queue is kept waiting until it is done: no order lets the reader scroll first."
    ],
    meanwhile: "main calls it and the reader scrolls. A room of the same name is there already."
  ) { answer, runtime in
    let list = try RoomList(runtime, besides: name)
    if hasSync { list.createSomeTime(name) }
    list.listener.scrollSomeTime()
    list.create(name, by: answer)
    runtime.atEnd {
      let names = try list.chat.storedRoomNames()
      let expected = (["Another room", name, name] + (hasSync ? [name] : [])).sorted()
      runtime.outcome(
        list.listener.outcome(list.chat) { call in
          switch call.news {
          case .error: "gave-up"
          case .nothing(let isTemporary): isTemporary ? "temporary-id" : "no-row-yet"
          case .object(RoomList.somebodyElses): "somebody-elses"
          case .object(let shown) where shown != name: "other-room"
          case .object where names != expected: "made-twice"
          case .object where !list.keepsWhatIsShown: "reset"
          case .object: call.hasScrolled ? "scrolled-first" : "opened-first"
          }
        })
    }
  }
}

/// Two rooms are created one after the other, by one answer.
func creatingTwo(_ id: String) -> Trial<any OpensNewRooms> {
  let outcomes: [Outcome] =
    [
      .allowed("opened", "Each screen opened with its own room."),
      .forbidden("temporary-id", "A screen was given a temporary ID, and finds no room by it."),
      .forbidden("no-row-yet", "The ID is right, but there is no such room in the store so far."),
      .forbidden("other-room", "The room that opened has another name."),
      .forbidden("gave-up", "Nothing was wrong with a room, and it was not opened."),
    ] + Outcome.missteps(telling: "A screen")
  return Trial(
    id, outcomes: outcomes, meanwhile: "main calls it twice, for two rooms."
  ) { answer, runtime in
    let names = ["Cafeteria", "Harbour"]
    let list = try RoomList(runtime, besides: "General")
    let screens = names.map { _ in Listener<LookupResult>(runtime) }
    for (name, screen) in zip(names, screens) { list.create(name, by: answer, for: screen) }
    runtime.atEnd {
      let missteps = zip(names, screens).map { name, screen in
        screen.outcome(list.chat) { call in
          switch call.news {
          case .error: "gave-up"
          case .nothing(let isTemporary): isTemporary ? "temporary-id" : "no-row-yet"
          case .object(let shown): shown == name ? "opened" : "other-room"
          }
        }
      }
      runtime.outcome(missteps.first { $0 != "opened" } ?? "opened")
    }
  }
}

/// The background context cannot be saved as it is: it holds a change of another room, which
/// another user has changed in the store meanwhile.
func refused(_ id: String, _ name: String) -> Trial<any OpensNewRooms> {
  let outcomes: [Outcome] =
    [
      .interesting("refused", "The save was refused, and the screen says so."),
      .interesting("opened", "The room found a way past the conflict."),
      .forbidden("made-twice", "There are more rooms now than were asked for."),
      .forbidden("reset", "What somebody else held of one of the contexts is of no use any more."),
      .forbidden("error-swallowed", "The save was refused, and the screen opens all the same."),
      .saidRefused, .leftPending,
    ] + Outcome.missteps(telling: "The screen")
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "main calls it. background also holds a change that meets somebody else's."
  ) { answer, runtime in
    let list = try RoomList(runtime, besides: name)
    try list.chat.addConflict(to: list.background)
    list.create(name, by: answer)
    runtime.atEnd {
      let names = try list.chat.storedRoomNames().filter { $0 == name }
      runtime.outcome(
        try list.listener.outcome(list.chat) { call in
          switch call.news {
          case _ where names.count > 2: return "made-twice"
          // A context whose save was refused may be cleared, with all that is in it.
          case _ where !list.keepsWhatTheViewShows: return "reset"
          case .error where names.count == 2: return "said-refused"
          case .error:
            try list.chat.saveLater(list.background)
            let later = try list.chat.storedRoomNames().filter { $0 == name }
            return later.count > 1 ? "left-pending" : "refused"
          case .nothing: return "error-swallowed"
          case .object: return "opened"
          }
        })
    }
  }
}

/// The background context cannot be saved as it is: another part of the app has put a message into
/// it that is too long. Some time later that part takes it out again, and saves.
func refusedBesideAnother(_ id: String, _ name: String) -> Trial<any OpensNewRooms> {
  let outcomes: [Outcome] =
    [
      .interesting("refused", "The save was refused, and the screen says so."),
      .allowed("opened", "The message was out of the way, and the room opens."),
      .forbidden("error-swallowed", "The save was refused, and the screen opens all the same."),
      .saidRefused,
    ] + Outcome.missteps(telling: "The screen")
  return Trial(
    id, outcomes: outcomes,
    meanwhile:
      "main calls it. background also holds a message that is too long; another part takes "
      + "it out some time, and saves."
  ) { answer, runtime in
    let list = try RoomList(runtime, besides: "General")
    list.chat.refuseForAWhile(list.background)
    list.create(name, by: answer)
    runtime.atEnd {
      let isStored = try list.chat.storedRoomNames().contains(name)
      runtime.outcome(
        list.listener.outcome(list.chat) { call in
          if case .error = call.news { return isStored ? "said-refused" : "refused" }
          return isStored ? "opened" : "error-swallowed"
        })
    }
  }
}

/// The screen that asks for a room and shows it.
private final class RoomList: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  static let somebodyElses = "somebody else's"

  let listener: Listener<LookupResult>
  let chat: ChatStack
  let background: NSManagedObjectContext
  private let older: NSManagedObjectID
  private let runtime: Runtime

  /// What others hold: a room of the view context, and one of the background context.
  private var held: [Room] = []
  /// The room that the sync has stored.
  private var synced: NSManagedObjectID?

  /// There is a room of the same name already.
  init(_ runtime: Runtime, besides name: String) throws {
    self.runtime = runtime
    listener = Listener(runtime)
    chat = try ChatStack()
    background = chat.backgroundContext()
    let (view, background) = (chat.viewContext, background)
    older = try chat.addRoom(name)
    let shown = try chat.addRoom("Another room")
    try runtime.untraced {
      held = [
        try view.existingObject(with: shown) as! Room,
        try background.performAndWait { try background.existingObject(with: shown) as! Room },
      ]
    }
  }

  var keepsWhatIsShown: Bool {
    zip(held, [chat.viewContext, background]).allSatisfy { $0.managedObjectContext === $1 }
  }

  var keepsWhatTheViewShows: Bool { held[0].managedObjectContext === chat.viewContext }

  /// A sync stores a room of the same name, some time.
  func createSomeTime(_ name: String) {
    let sync = chat.backgroundContext("sync")
    runtime.thread("network") {
      try sync.performAndWait {
        let room = Room(context: sync)
        room.name = name
        try sync.save()
        self.synced = room.objectID
      }
    }
  }

  func create(
    _ name: String, by answer: any OpensNewRooms, for screen: Listener<LookupResult>? = nil
  ) {
    let screen = screen ?? listener
    answer.create(name, in: background, view: chat.viewContext) { result in
      screen.hear(self.runtime.main.isCurrent ? self.show(result) : .error)
    }
  }

  private func show(_ result: Result<NSManagedObjectID, any Error>) -> LookupResult {
    LookupResult(result, in: chat.viewContext) { (room: Room) in
      room.objectID == older || room.objectID == synced ? Self.somebodyElses : room.name
    }
  }
}
