import CoreData
import Interleaving
import WorkbookKit

/// The admin renames a room that another user may be renaming too, and then goes on working.
///
///     admin                                  other
///     read the room
///     rename(room, ...)                      rename it, save
///     insert a member, save
func renaming(
  _ id: String, to name: String, beside other: any Sendable, as key: String = "name"
) -> Trial<any RenamesWithCare> {
  let outcomes: [Outcome] = [
    .allowed("refused", "Another user was faster, and the admin was told."),
    .allowed("saved-first", "The admin was faster; the other one had to look again."),
    .forbidden("said-saved", "The rename was refused, and the admin was told that it was saved."),
    .forbidden("said-refused", "The rename was saved, and the admin was told that it was refused."),
    .forbidden("overwritten", "What another user had saved was overwritten unseen."),
    .forbidden("poisoned", "Nothing the admin does afterwards can be saved any more."),
    .forbidden("object-lost", "The room that the admin holds belongs to no context any more."),
    .forbidden("policy-changed", "The context saves by another merge policy from now on."),
    .forbidden("other-work-lost", "What the admin did afterwards is not in the store."),
  ]
  return Trial(
    id, outcomes: outcomes,
    musts: [
      "saved-first":
        "In no order is the room renamed by the admin, not even where no other was faster."
    ],
    meanwhile: "another user may be renaming the room in another context, and the admin saves a "
      + "new member in this one afterwards."
  ) { answer, runtime in
    let chat = try ChatStack()
    let roomID = try chat.addRoom("General")
    let desk = Desk()
    let admin = chat.backgroundContext("admin")
    let peer = chat.backgroundContext("other")
    var room: Room!
    try runtime.untraced {
      try admin.performAndWait {
        room = try admin.existingObject(with: roomID) as? Room
        room.willAccessValue(forKey: nil)
      }
    }
    runtime.uncheckedThread("other") {
      peer.performAndWait { desk.otherSaved = set(key, of: roomID, to: other, in: peer) }
    }
    runtime.uncheckedThread("admin") {
      admin.performAndWait {
        let policy = admin.mergePolicy as AnyObject
        desk.result = answer.rename(room, to: name, in: admin)
        desk.keptRoom = room.managedObjectContext === admin && !room.isDeleted
        desk.keptPolicy = admin.mergePolicy as AnyObject === policy
        let member = Member(context: admin)
        member.name = "Eve"
        do { try admin.save() } catch { desk.laterError = error }
      }
    }
    runtime.atEnd {
      desk.names = try chat.storedRoomNames()
      desk.hasMember = try chat.stored { context in
        let request = NSFetchRequest<Member>(entityName: "Member")
        request.predicate = NSPredicate(format: "name == %@", "Eve")
        return try context.count(for: request) == 1
      }
      runtime.outcome(
        chat.violations.isEmpty ? desk.outcome(mine: name) : "violation")
    }
  }
}

/// The other one works with care: the second one gives way.
private func set(
  _ key: String, of id: NSManagedObjectID, to value: any Sendable,
  in context: NSManagedObjectContext
) -> Bool {
  guard let room = try? context.existingObject(with: id) as? Room, room.name == "General" else {
    return false
  }
  room.setValue(value, forKey: key)
  do { try context.save() } catch { return false }
  return true
}

/// What came of it.
private final class Desk {
  var otherSaved = false
  var keptRoom = true
  var keptPolicy = true
  var result: RenameResult?
  var laterError: (any Error)?
  var names: [String] = []
  var hasMember = false

  func outcome(mine: String) -> String {
    let isMine = names == [mine]
    if otherSaved && isMine { return "overwritten" }
    if result == .saved && !isMine { return "said-saved" }
    if result == .refused && isMine { return "said-refused" }
    if laterError != nil { return "poisoned" }
    if !keptRoom { return "object-lost" }
    if !keptPolicy { return "policy-changed" }
    if !hasMember { return "other-work-lost" }
    return isMine ? "saved-first" : "refused"
  }
}
