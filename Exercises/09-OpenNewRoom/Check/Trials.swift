import CoreData
import Interleaving
import WorkbookKit

/// A room is created, while the reader goes on using the screen.
///
///     main                     background                 network
///     create(name) ...         insert, save               main.async { scroll }
///     open(id)
func creating(_ id: String, _ name: String) -> Trial<any OpensNewRooms> {
  let outcomes: [Outcome] = [
    .allowed("scrolled-first", "The reader scrolled on while the room was being created."),
    .allowed("opened-first", "The room was open before the reader scrolled on."),
    .forbidden("temporary-id", "The screen was given a temporary ID, and finds no room by it."),
    .forbidden("no-row-yet", "The ID is right, but there is no such room in the store so far."),
    .forbidden("other-room", "The room that opened has another name."),
    .forbidden("made-twice", "There are more rooms now than were asked for."),
    .forbidden("gave-up", "Nothing was wrong with the room, and it was not opened."),
    .forbidden("off-main", "The screen was told on a queue that is not its own."),
    .forbidden("not-told", "The screen was never told."),
    .forbidden("told-twice", "The screen was told more than once."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let list = try RoomList(runtime)
    runtime.thread("network") { runtime.main.async { list.scroll() } }
    list.create(name, by: answer)
    runtime.atEnd {
      let names = try list.chat.storedRoomNames()
      let outcome = list.call.map { call in
        switch call.shown {
        case .error: return "gave-up"
        case .nothing(let isTemporary): return isTemporary ? "temporary-id" : "no-row-yet"
        case .room(let shown) where shown != name: return "other-room"
        case .room where names != [name]: return "made-twice"
        case .room: return call.hasScrolled ? "scrolled-first" : "opened-first"
        }
      }
      runtime.outcome(list.misstep ?? outcome ?? "not-told")
    }
  }
}

/// The background context cannot be saved as it is: it holds a change of another room, which
/// somebody else has changed in the store meanwhile.
func refused(_ id: String, _ name: String) -> Trial<any OpensNewRooms> {
  let outcomes: [Outcome] = [
    .interesting("refused", "The save was refused, and the screen says so."),
    .interesting("opened", "The room found a way past the conflict."),
    .forbidden("error-swallowed", "The save was refused, and the screen opens all the same."),
    .forbidden("off-main", "The screen was told on a queue that is not its own."),
    .forbidden("not-told", "The screen was never told."),
    .forbidden("told-twice", "The screen was told more than once."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let list = try RoomList(runtime)
    try list.makeSaveFail()
    list.create(name, by: answer)
    runtime.atEnd {
      let outcome = list.call.map { call in
        switch call.shown {
        case .error: "refused"
        case .nothing: "error-swallowed"
        case .room: "opened"
        }
      }
      runtime.outcome(list.misstep ?? outcome ?? "not-told")
    }
  }
}

/// The screen that asks for a room and shows it.
private final class RoomList {
  /// `open` was called.
  struct Call {
    let isOnMain: Bool
    let hasScrolled: Bool
    let shown: Shown
  }

  enum Shown {
    case error
    /// No room has this ID.
    case nothing(isTemporary: Bool)
    case room(String)
  }

  let chat: ChatStack
  private let background: NSManagedObjectContext
  private let runtime: Runtime
  private var hasScrolled = false
  private var calls: [Call] = []

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    background = chat.backgroundContext()
  }

  func scroll() { hasScrolled = true }

  func makeSaveFail() throws {
    let (background, admin) = (background, chat.backgroundContext("admin"))
    let roomID = try chat.addRoom("General")
    try background.performAndWait {
      let room = try background.existingObject(with: roomID) as! Room
      room.topic = "Ours"
    }
    try admin.performAndWait {
      let room = try admin.existingObject(with: roomID) as! Room
      room.topic = "Theirs"
      try admin.save()
    }
  }

  func create(_ name: String, by answer: any OpensNewRooms) {
    answer.create(name, in: background, view: chat.viewContext) { result in
      let isOnMain = self.runtime.main.isCurrent
      self.calls.append(
        Call(
          isOnMain: isOnMain, hasScrolled: self.hasScrolled,
          shown: isOnMain ? self.show(result) : .error))
    }
  }

  private func show(_ result: Result<NSManagedObjectID, any Error>) -> Shown {
    guard case .success(let id) = result else { return .error }
    let room = try? chat.viewContext.existingObject(with: id) as? Room
    return room.map { .room($0.name) } ?? .nothing(isTemporary: id.isTemporaryID)
  }

  var call: Call? { calls.first }

  /// What is wrong whatever came of the room.
  var misstep: String? {
    if !chat.violations.isEmpty { return "violation" }
    if calls.count > 1 { return "told-twice" }
    return calls.allSatisfy(\.isOnMain) ? nil : "off-main"
  }
}
