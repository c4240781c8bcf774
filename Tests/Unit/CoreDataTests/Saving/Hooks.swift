import CoreData
import Foundation

// Objects whose hooks do something, for the tests of saving.

/// Sets a property in `willSave`, once.
final class Stamping: NSManagedObject {
  override func willSave() {
    if self["topic"] != "stamped" { self["topic"] = "stamped" }
  }
}

/// Sets a property in every `willSave`.
final class NeverDone: NSManagedObject {
  private var rounds = 0
  override func willSave() {
    rounds += 1
    self["name"] = "round \(rounds)"
  }
}

/// Sets a property after the save.
final class Restless: NSManagedObject {
  override func didSave() { if self["topic"] == nil { self["topic"] = "saved" } }
}

/// Looks for its room when it is about to go.
final class Leaving: NSManagedObject {
  private(set) var roomAtPreparation = false
  private(set) var roomAtSave = false
  override func prepareForDeletion() { roomAtPreparation = value(forKey: "room") != nil }
  override func willSave() { if isDeleted { roomAtSave = value(forKey: "room") != nil } }
}

/// Writes down its hooks, with the number of notifications before them.
final class Diarist: NSManagedObject {
  var log: NotificationLog?
  private(set) var entries: [String] = []

  private func write(_ entry: String, _ more: String = "") {
    entries.append("\(entry) after \(log?.all.count ?? 0)\(more)")
  }

  override func willSave() { write("willSave") }
  override func didSave() {
    write("didSave", objectID.isTemporaryID ? ", temporary" : ", permanent")
  }
  override func validateForInsert() throws {
    write("validateForInsert")
    try super.validateForInsert()
  }
}

/// Calls a closure for every notification of one context until it is stopped.
final class Observer {
  private let token: any NSObjectProtocol

  init(
    _ name: Notification.Name, of context: NSManagedObjectContext?,
    _ heard: @escaping (Notification) -> Void
  ) {
    let ear = Ear(heard: heard)
    token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
      ear.heard($0)
    }
  }

  func stop() { NotificationCenter.default.removeObserver(token) }

  private struct Ear: @unchecked Sendable {
    // @unchecked Sendable because the tests save on one thread at a time.
    let heard: (Notification) -> Void
  }
}
