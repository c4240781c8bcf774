import CoreData
import Interleaving
import WorkbookKit

/// A room is created, while the reader goes on using the screen.
///
///     main                     background                 network
///     create(name) ...         insert, save               main.async { scroll }
///     open(id)
func creating(_ id: String, _ name: String) -> Trial<any OpensNewRooms> {
  let outcomes: [Outcome] =
    [
      .allowed("scrolled-first", "The reader scrolled on while the room was being created."),
      .allowed("opened-first", "The room was open before the reader scrolled on."),
      .forbidden("temporary-id", "The screen was given a temporary ID, and finds no room by it."),
      .forbidden("no-row-yet", "The ID is right, but there is no such room in the store so far."),
      .forbidden("other-room", "The room that opened has another name."),
      .forbidden("made-twice", "There are more rooms now than were asked for."),
      .forbidden("gave-up", "Nothing was wrong with the room, and it was not opened."),
    ] + Outcome.missteps(telling: "The screen")
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let list = try RoomList(runtime)
    list.listener.scrollSomeTime()
    list.create(name, by: answer)
    runtime.atEnd {
      let names = try list.chat.storedRoomNames()
      runtime.outcome(
        list.listener.outcome(list.chat) { call in
          switch call.news {
          case .error: "gave-up"
          case .nothing(let isTemporary): isTemporary ? "temporary-id" : "no-row-yet"
          case .object(let shown) where shown != name: "other-room"
          case .object where names != [name]: "made-twice"
          case .object: call.hasScrolled ? "scrolled-first" : "opened-first"
          }
        })
    }
  }
}

/// The background context cannot be saved as it is: it holds a change of another room, which
/// somebody else has changed in the store meanwhile.
func refused(_ id: String, _ name: String) -> Trial<any OpensNewRooms> {
  let outcomes: [Outcome] =
    [
      .interesting("refused", "The save was refused, and the screen says so."),
      .interesting("opened", "The room found a way past the conflict."),
      .forbidden("error-swallowed", "The save was refused, and the screen opens all the same."),
    ] + Outcome.missteps(telling: "The screen")
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let list = try RoomList(runtime)
    try list.chat.addConflict(to: list.background)
    list.create(name, by: answer)
    runtime.atEnd {
      runtime.outcome(
        list.listener.outcome(list.chat) { call in
          switch call.news {
          case .error: "refused"
          case .nothing: "error-swallowed"
          case .object: "opened"
          }
        })
    }
  }
}

/// The screen that asks for a room and shows it.
private final class RoomList: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  let listener: Listener<LookupResult>
  let chat: ChatStack
  let background: NSManagedObjectContext
  private let runtime: Runtime

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    listener = Listener(runtime)
    chat = try ChatStack()
    background = chat.backgroundContext()
  }

  func create(_ name: String, by answer: any OpensNewRooms) {
    answer.create(name, in: background, view: chat.viewContext) { result in
      self.listener.hear(self.runtime.main.isCurrent ? self.show(result) : .error)
    }
  }

  private func show(_ result: Result<NSManagedObjectID, any Error>) -> LookupResult {
    LookupResult(result, in: chat.viewContext) { (room: Room) in room.name }
  }
}
