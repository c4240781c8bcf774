import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// The screen with the two buttons, the server behind it, and what came of a sync.
final class SyncScreen: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  let imports: NSManagedObjectContext
  private let chat: ChatStack
  private let runtime: Runtime
  private let server: Server
  private let known: [String: [String]]
  private var ending: Result<Int, any Error>?
  private var misstep: String?
  private var otherSaveFailed = false

  static let texts = [
    "Harbour": ["Ferry", "Ferry", "Tide"], "Market": ["Bread", "Fish"], "Attic": [],
  ]

  /// With these rooms in the store, of those that the server has.
  init(
    _ runtime: Runtime, stored: [String] = [], server names: [String] = ["Harbour", "Market"],
    offlineAt offline: String? = nil, tooLongAt long: String? = nil,
    _ storage: ChatStack.Storage = .memory
  ) throws {
    self.runtime = runtime
    chat = try ChatStack(storage)
    imports = chat.backgroundContext("imports")
    var known = Self.texts
    if let long { known[long] = ["Ahoy", String(repeating: "x", count: Message.longestText + 1)] }
    self.known = known
    server = Server(runtime, names, known, offline)
    let chat = chat
    try chat.prepare {
      try chat.addRoom("Lighthouse", messages: ["Fog"])
      for name in stored { try chat.addRoom(name, messages: known[name]!) }
    }
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
    ) { [weak self, coordinator = chat.coordinator] note in
      let context = note.object as? NSManagedObjectContext
      let deleted = note.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject>
      guard context?.persistentStoreCoordinator === coordinator, deleted?.isEmpty == false else {
        return
      }
      self?.misstep = "taken-back"
    }
    runtime.atEnd { NotificationCenter.default.removeObserver(observer) }
  }
}

/// One question at a time, each with a moment in which others may go on.
private final class Server: RoomService, @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  let rooms: [String]
  private let runtime: Runtime
  private let answers: [String: [String]]
  private let offline: String?
  private let line: SerialQueue
  private var isAsked = false
  var isStopped = false
  private(set) var questionsAfterStop = 0
  private(set) var wereTwoAtOnce = false

  init(_ runtime: Runtime, _ rooms: [String], _ answers: [String: [String]], _ offline: String?) {
    (self.runtime, self.rooms, self.answers, self.offline) = (runtime, rooms, answers, offline)
    line = runtime.queue("service")
  }

  func texts(of room: String) async throws -> [String] {
    if isStopped { questionsAfterStop += 1 }
    if isAsked { wereTwoAtOnce = true }
    isAsked = true
    await withCheckedContinuation { answer in line.async { answer.resume() } }
    isAsked = false
    if Task.isCancelled { throw ServiceError.closed }
    guard room != offline, let texts = answers[room] else { throw ServiceError.offline }
    return texts
  }
}

// MARK: What goes on

extension SyncScreen {
  /// Sync is tapped; `next` happens when that has ended.
  func tapSync(
    _ answer: any SyncsRooms, then next: @escaping @Sendable () -> Void = {}
  ) -> Task<Void, Never> {
    runtime.task("sync") { [self] in
      do {
        ending = .success(try await answer.sync(from: server, into: imports))
      } catch {
        ending = .failure(error)
      }
      next()
    }
  }

  /// Stop is tapped. The server knows of it at the latest by then.
  func tapStop(_ task: Task<Void, Never>) {
    runtime.cancel(task)
    server.isStopped = true
  }

  /// Sync is tapped for the second time.
  func forgetTheStop() { server.isStopped = false }

  /// Another part has changed something in `imports` that meets somebody else's change.
  func makeSavesFail() throws { try chat.addConflict(to: imports) }

  /// Another part of the app works in the same context.
  func work() {
    imports.perform { [self] in
      do {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.predicate = NSPredicate(format: "name == 'Lighthouse'")
        try imports.fetch(request)[0].topic = "Lamps"
        try imports.save()
      } catch {
        otherSaveFailed = true
      }
    }
  }
}

// MARK: What came of it

extension SyncScreen {
  /// What is wrong, whatever the trial.
  private func commonMisstep(_ stored: [String: [[String]]]) throws -> String? {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    if let misstep { return misstep }
    if otherSaveFailed { return "others-fail" }
    if server.wereTwoAtOnce { return "two-questions" }
    if server.questionsAfterStop > 1 { return "asked-on" }
    for (name, rooms) in stored.sorted(by: { $0.key < $1.key }) {
      if rooms.contains(where: { $0.sorted() != known[name]!.sorted() }) { return "half" }
      if rooms.count > 1 { return "twice" }
    }
    if try hasStrayMessages() { return "stray" }
    return imports.performAndWait { imports.hasChanges } ? "left-over" : nil
  }

  private func hasStrayMessages() throws -> Bool {
    try chat.stored { context in
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "room == nil")
      return try context.count(for: request) > 0
    }
  }

  private func storedRooms() throws -> [String: [[String]]] {
    try chat.stored { context in
      let rooms = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
      return Dictionary(
        grouping: rooms.filter { !["Lighthouse", "General"].contains($0.name) }, by: \.name
      )
      .mapValues { $0.map { $0.messages.map(\.text) } }
    }
  }

  /// For a sync that nothing has stopped: it is to end with so many new rooms.
  func judged(storing count: Int) throws -> String {
    let stored = try storedRooms()
    if let misstep = try commonMisstep(stored) { return misstep }
    guard case .success(let told)? = ending else { return "failed" }
    if stored.count < server.rooms.count { return "missing" }
    return told == count ? "all" : "miscounted"
  }

  /// For a sync that may have been stopped: what there is are the first rooms, and those that were
  /// there before.
  func judgedAfterStop(having before: [String] = []) throws -> String {
    let stored = try storedRooms()
    if let misstep = try commonMisstep(stored) { return misstep }
    let new = Set(stored.keys).subtracting(before)
    if stored.count < new.count + before.count { return "taken-back" }
    let asked = server.rooms.filter { !before.contains($0) }
    if new != Set(asked.prefix(new.count)) { return "missing" }
    let isAll = stored.count == server.rooms.count
    switch ending {
    case .failure(let error) where !(error is CancellationError): return "other-error"
    case .failure where isAll: return "told-stopped"
    case .success where !isAll: return "told-done"
    default: return isAll ? "all" : "stopped"
    }
  }

  /// For a sync whose saves meet a conflict of another part, which is no sync's to take away.
  func judgedAfterConflict() throws -> String {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    if imports.performAndWait({ !imports.insertedObjects.isEmpty }) { return "left-over" }
    // A context beside `imports` meets no conflict.
    if try !storedRooms().isEmpty { return "told" }
    guard case .failure(let error)? = ending else { return "told-done" }
    return error is CancellationError ? "blamed" : "told"
  }

  /// For a sync that cannot store all: what comes before is there, and the error is told.
  func judgedAfterError(storing names: [String]) throws -> String {
    let stored = try storedRooms()
    if let misstep = try commonMisstep(stored) { return misstep }
    if !Set(stored.keys).isSuperset(of: names) { return "missing" }
    if stored.count > names.count { return "went-on" }
    guard case .failure(let error)? = ending else { return "told-done" }
    return error is CancellationError ? "blamed" : "told"
  }
}
