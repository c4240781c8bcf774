import CoreData
import WorkbookKit

// What came of it.

extension DetailScreen {
  /// What is wrong, seen once more when all is merged and the view has been saved.
  func outcome() throws -> String {
    let view = chat.viewContext
    view.performAndWait { look() }
    if !chat.violations.isEmpty { return Outcome.violation.name }
    if let misstep = try misstep ?? storedMisstep() { return misstep }
    let before = try stored()
    do { try runtime.untraced { try view.performAndWait { try view.save() } } } catch {
      return "view-stuck"
    }
    var after = try stored()
    // Who edits the view's room leaves there what was typed, until Save is tapped.
    if let typed, after.rooms[room]?.topic == typed, let topic = before.rooms[room]?.topic {
      after.rooms[room]?.topic = topic
    }
    if after.draftCount != 1 { return "draft-lost" }
    if before.rooms[room] == nil, after.rooms[room] != nil { return "came-back" }
    return before.rooms == after.rooms ? "followed" : "left-pending"
  }

  /// What the store has of all this.
  struct Stored {
    var rooms: [NSManagedObjectID: Details] = [:]
    var draftCount = 0
  }

  func stored() throws -> Stored {
    var stored = Stored()
    try runtime.untraced {
      try chat.stored { look in
        for room in try look.fetch(NSFetchRequest<Room>(entityName: "Room")) {
          stored.rooms[room.objectID] = Details(name: room.name, topic: room.topic)
        }
        let drafts = NSFetchRequest<Message>(entityName: "Message")
        stored.draftCount = try look.fetch(drafts).count { $0.text == "Draft" }
      }
    }
    return stored
  }

  private func storedMisstep() throws -> String? {
    var rooms = try stored().rooms
    let room = rooms.removeValue(forKey: room)
    if isDeleted, room != nil || isMadeAgain { return "came-back" }
    guard rooms[mark] == others[0], rooms.values.allSatisfy(others.contains) else {
      return "other-room"
    }
    guard let room else { return isDeleted ? nil : "other-room" }
    return room == states.last ? nil : "overwritten"
  }

  var isMadeAgain: Bool {
    (try? stored().rooms.values.contains { !others.contains($0) }) == true
  }

  /// The rooms that are not touched, or only to delete the second one.
  private var others: [Details] {
    [Details(name: "Attic", topic: ""), Details(name: "Harbour", topic: "")]
  }
}
