import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// One screen with a room, a field and a list, and what the list was told to show.
final class SearchScreen: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private let runtime: Runtime
  private let chat: ChatStack
  private let room: NSManagedObjectID
  private var field: (any SearchField)?
  /// What the store has had, one after the other.
  private var states: [[Entry]] = []
  /// What was typed, in turn, and what the store had then.
  private var typed: [(text: String, state: Int)] = [("", 0)]
  private var shown: (ids: [NSManagedObjectID], text: String, shows: Int) = ([], "", 0)
  private var misstep: String?
  private var whenShown: (() -> Void)?
  private var isBroken = false

  private struct Entry {
    let id: NSManagedObjectID
    let text: String
    let position: Int
  }

  init(_ runtime: Runtime, _ chat: ChatStack, _ room: NSManagedObjectID) throws {
    (self.runtime, self.chat, self.room) = (runtime, chat, room)
    let room = room
    try chat.prepare {
      states = [try chat.stored { try Self.state(of: room, in: $0) }]
    }
  }

  func open(_ answer: any SearchesMessages) {
    let list = ResultList { [self] messages in show(messages) }
    field = answer.open(room, in: chat.viewContext, showing: list)
  }

  private static func state(
    of room: NSManagedObjectID, in context: NSManagedObjectContext
  ) throws -> [Entry] {
    let room = try context.existingObject(with: room) as! Room
    return room.messages.map { Entry(id: $0.objectID, text: $0.text, position: $0.position) }
      .sorted { $0.position < $1.position }
  }
}

// MARK: What goes on

extension SearchScreen {
  func type(_ text: String) {
    typed.append((text, states.count - 1))
    field?.textChanged(to: text)
    lookWhetherItIsEmpty()
  }

  func cancel() {
    typed.append(("", states.count - 1))
    field?.cancel()
    lookWhetherItIsEmpty()
  }

  private func lookWhetherItIsEmpty() {
    if typed.last!.text.isEmpty, !shown.ids.isEmpty { misstep = misstep ?? "still-full" }
  }

  /// When the list shows something for the first time, this is done on main, in a turn of its own.
  func whenShown(_ next: @escaping () -> Void) { whenShown = next }

  /// A sync saves one more message in this room.
  func receive(_ text: String, at position: Int, by sync: NSManagedObjectContext) {
    attempt {
      let message = Message(context: sync)
      (message.text, message.position) = (text, position)
      let room = try sync.existingObject(with: room) as! Room
      message.room = room
      try sync.obtainPermanentIDs(for: [message])
      states.append(try Self.state(of: room.objectID, in: sync))
      try sync.save()
    }
  }

  /// From now on no search can go well.
  func takeTheStoreAway() {
    isBroken = true
    let coordinator = chat.coordinator
    attempt { for store in coordinator.persistentStores { try coordinator.remove(store) } }
  }

  private func show(_ messages: [Message]) {
    runtime.note(ListenerFact.told)
    shown = (messages.map(\.objectID), typed.last!.text, shown.shows + 1)
    misstep = misstep ?? misstep(of: messages)
    guard let next = whenShown else { return }
    whenShown = nil
    runtime.main.async(next)
  }
}

// MARK: What came of it

extension SearchScreen {
  private func misstep(of messages: [Message]) -> String? {
    if !runtime.main.isCurrent { return "off-main" }
    if messages.contains(where: { $0.managedObjectContext !== chat.viewContext }) {
      return "foreign"
    }
    // This is how they are drawn.
    let drawn = isBroken ? [] : messages.prefix(10).map(\.text)
    let start = drawn.prefix(2).joined(separator: ", ")
    runtime.note("list", "shows \(messages.count) messages\(start.isEmpty ? "" : ": \(start)")")
    let ids = shown.ids
    if found(typed.last!.text).contains(ids) { return nil }
    if typed.last!.text.isEmpty { return "full-again" }
    if ids.isEmpty { return "cleared" }
    if typed.contains(where: { found($0.text).contains(ids) }) { return "overtaken" }
    let own = Set(states.joined().map(\.id))
    if !own.isSuperset(of: ids) { return "other-room" }
    let isPermuted = found(typed.last!.text).contains { Set($0) == Set(ids) }
    return isPermuted ? "out-of-order" : "not-found"
  }

  /// What may be shown for a text: what the store has had since some time.
  private func found(_ text: String, since state: Int = 0) -> [[NSManagedObjectID]] {
    if text.isEmpty || isBroken { return [[]] }
    return states[state...].map { entries in
      entries.filter { $0.text.lowercased().contains(text.lowercased()) }.map(\.id)
    }
  }

  /// What is wrong, when all is over.
  var outcome: String? {
    if let misstep { return misstep }
    if !chat.violations.isEmpty { return Outcome.violation.name }
    let last = typed.last!
    if found(last.text, since: last.state).contains(shown.ids) && shown.shows > 0 { return nil }
    return shown.text == last.text && shown.shows > 0 ? "behind" : "not-shown"
  }

  /// Whether the list was told once only.
  var wasShownOnce: Bool { shown.shows == 1 }
}
