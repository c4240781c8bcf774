import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// The screen of one room of several, by the reader's class, and what others do meanwhile.
final class DetailScreen: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.

  /// What the room has been like, in order: nil for deleted.
  private(set) var states: [Details?] = [Details(name: "Harbour", topic: "Boats")]
  /// How many of the states after the first the view has merged.
  private var merged = 0
  private(set) var isDeleted = false
  /// What is in the field and was not saved, and what was saved last.
  private(set) var (typed, saved): (String?, String?)
  private(set) var misstep: String?
  private var observer: (any NSObjectProtocol)?
  let runtime: Runtime
  private let details: any EditsDetails
  let chat: ChatStack
  let room: NSManagedObjectID
  /// Each sync touches this room as well, so that its merge can be told from others.
  let mark: NSManagedObjectID
  private let namesake: NSManagedObjectID
  private let draft: Message
  /// Another screen shows it.
  private let neighbour: NSManagedObject

  init(_ runtime: Runtime, _ details: any EditsDetails) throws {
    self.runtime = runtime
    self.details = details
    let chat = try ChatStack(.sqlite)
    namesake = try chat.addRoom("Harbour")
    mark = try chat.addRoom("Attic")
    room = try chat.addRoom("Harbour")
    self.chat = chat
    let view = chat.viewContext
    draft = view.performAndWait { Message(context: view) }
    neighbour = try view.existingObject(with: namesake)
    try prepare()
    view.automaticallyMergesChangesFromParent = true
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: view, queue: nil
    ) { [weak self] in self?.hear($0) }
    try details.open(room, in: view)
  }

  deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

  private func prepare() throws {
    draft.text = "Draft"
    let setup = chat.backgroundContext("start")
    try runtime.untraced {
      try setup.performAndWait {
        (try setup.existingObject(with: room) as! Room).topic = "Boats"
        try setup.save()
      }
    }
  }

  private func hear(_ merge: Notification) {
    let updated = merge.userInfo?[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID>
    if updated?.contains(mark) == true { merged += 1 }
  }
}

// MARK: What others do

extension DetailScreen {
  /// A context that has read the room already saves some changes of it, one by one. Where both have
  /// changed the topic, what is in the store stays.
  func sync(_ changes: [Change]) throws {
    let sync = chat.backgroundContext("sync")
    var rooms: [Room] = []
    try runtime.untraced {
      rooms = try sync.performAndWait {
        try [room, mark, namesake].map { try sync.existingObject(with: $0) as! Room }
      }
      // What a deletion asks for is known, so that it is one step.
      sync.performAndWait { for room in rooms { _ = (room.messages, room.members.map(\.rooms)) } }
    }
    let (edited, marked, other) = (rooms[0], rooms[1], rooms[2])
    sync.perform { [self] in
      for change in changes {
        change(edited, other)
        marked.messageCount += 1
        announce(edited)
        guard saves(sync, deleting: edited.isDeleted) else { return }
      }
    }
  }

  /// A context reads the room now, and changes it.
  func syncLater(_ change: @escaping @Sendable (Room) -> Void) {
    saved = nil
    let late = chat.backgroundContext("late")
    late.perform { [self] in
      attempt {
        let room = try late.existingObject(with: room) as! Room
        (try late.existingObject(with: mark) as! Room).messageCount += 1
        change(room)
        announce(room)
        _ = saves(late, deleting: false)
      }
    }
  }

  /// What is about to be saved may be seen from then on.
  private func announce(_ room: Room) {
    states.append(
      room.isDeleted ? nil : Details(name: room.name, topic: saved ?? room.topic))
  }

  /// A deletion is refused if the room was changed meanwhile; anything else gives way.
  private func saves(_ context: NSManagedObjectContext, deleting: Bool) -> Bool {
    context.mergePolicy = deleting ? NSMergePolicy.error : NSMergePolicy.mergeByPropertyStoreTrump
    do {
      try context.save()
      isDeleted = deleting
      return true
    } catch {
      states.removeLast()
      return false
    }
  }
}

// MARK: What is done on this screen

extension DetailScreen {
  /// Does something in a turn of main, and looks before and after.
  func turn(_ work: @escaping (DetailScreen) -> Void) {
    runtime.main.asyncUnchecked { [self] in
      look()
      work(self)
      look()
    }
  }

  func type(_ topic: String) {
    runtime.note("finger", "types \(topic)")
    typed = topic
    details.type(topic)
  }

  func save(mayBeRefused: Bool = false) {
    do {
      try details.save()
      runtime.note("finger", "has saved")
      guard let typed else { return }
      states = states.map { $0.map { Details(name: $0.name, topic: typed) } }
      (saved, self.typed) = (typed, nil)
      find("error-swallowed") { $0?.topic != typed }
    } catch {
      runtime.note("finger", "is told of an error")
      find("said-refused") { $0 != nil && $0?.topic == typed }
      if !mayBeRefused { find("gave-up") { $0 != nil } }
    }
  }

  /// Looks into the store right after a tap on Save. What comes later changes nothing in what
  /// there is to see: a sync lets the typed topic stay, and deletes no room that has it.
  private func find(_ name: String, if isWrong: (Details?) -> Bool) {
    guard misstep == nil else { return }
    attempt { if isWrong(try stored().rooms[room]) { misstep = name } }
  }

  func makeDraftTooLong() { draft.text = String(repeating: "o", count: Message.longestText + 1) }

  func shortenDraft() {
    guard draft.managedObjectContext != nil else { return }
    draft.text = "Draft"
  }

  /// Looks at the screen. The first misstep counts.
  func look() {
    guard misstep == nil else { return }
    let shown = details.shown
    runtime.note("screen", shown.map { "shows \($0.name), \($0.topic)" } ?? "is closed")
    misstep = misstep(of: shown)
  }

  private func misstep(of shown: Details?) -> String? {
    // A change can be merged no more when its row has gone since.
    let isGoing = states.last == .some(nil) && merged < states.count - 1
    let possible = isGoing ? states : Array(states[min(merged, states.count - 1)...])
    guard let shown else { return possible.contains(nil) ? nil : "closed" }
    if shown.name.isEmpty { return "blank" }
    if possible.allSatisfy({ $0 == nil }) { return isMadeAgain ? "came-back" : "still-open" }
    if let typed, shown.topic != typed { return "typed-lost" }
    let expected = possible.map { $0.map { Details(name: $0.name, topic: typed ?? $0.topic) } }
    if expected.contains(shown) { return nil }
    if (try? stored().rooms[room]) == shown { return "overwritten" }
    return states.contains(shown) || typed != nil ? "behind" : "mixed"
  }
}
