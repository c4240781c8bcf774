import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X23 with values instead of a child: structs end every wrong queue, and remember old values.
  static let valueMapper = Scenario(
    "layers/value-mapper", title: "Structs at the border",
    question: "A layer hands out structs and takes them back. What does a write put into the row?",
    outcomes: [
      .allowed("both", "The room has the sync's name and the user's topic."),
      .allowed("asked", "The row had changed: nothing was written, and the user was asked."),
      .forbidden("overwritten", "The sync's name was replaced by the one in the old struct."),
    ],
    variants: [
      .bug(
        "the whole struct is written",
        idea: "The struct has all fields as they were when it was read, and all are written.",
        expecting: .failing(2, of: 10), lookAt: ["write(row)"]
      ) { runtime in
        let rooms = try MappedRooms(runtime)

        rooms.renameBySync()
        rooms.edit { row in
          row.topic = "Tides"
          rooms.write(row)
        }
        runtime.atEnd { runtime.outcome(try rooms.ending) }
      },
      .fix(
        "only what was changed",
        idea: "The struct is compared with what was handed out; fields that differ are written.",
        expecting: .passing(10), lookAt: ["changedFrom"]
      ) { runtime in
        let rooms = try MappedRooms(runtime)

        rooms.renameBySync()
        rooms.edit { row in
          let old = row
          row.topic = "Tides"
          rooms.write(row, changedFrom: old)
        }
        runtime.atEnd { runtime.outcome(try rooms.ending) }
      },
      .fix(
        "written if the row is as it was", named: "unless-changed",
        idea:
          "The block looks whether the row is as it was handed out, and the save, whether it still is.",
        expecting: .passing(10), lookAt: ["NSMergePolicy.error", "unlessChangedFrom"]
      ) { runtime in
        let rooms = try MappedRooms(runtime)
        rooms.writer.mergePolicy = NSMergePolicy.error

        rooms.renameBySync()
        rooms.edit { row in
          let old = row
          row.topic = "Tides"
          rooms.write(row, unlessChangedFrom: old)
        }
        runtime.atEnd { runtime.outcome(try rooms.ending) }
      },
      Variant(
        "policy", "the store wins",
        idea: "The writing context has just read the new row, so that it sees no conflict.",
        expecting: .failing(2, of: 10), lookAt: ["mergePolicy"]
      ) { runtime in
        let rooms = try MappedRooms(runtime)
        rooms.writer.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump

        rooms.renameBySync()
        rooms.edit { row in
          row.topic = "Tides"
          rooms.write(row)
        }
        runtime.atEnd { runtime.outcome(try rooms.ending) }
      },
      Variant(
        "refreshed", "the object refreshed before it is written",
        idea: "The object takes over the new row, and then all fields of the old struct.",
        expecting: .failing(5, of: 15), lookAt: ["refreshing"]
      ) { runtime in
        let rooms = try MappedRooms(runtime)

        rooms.renameBySync()
        rooms.edit { row in
          row.topic = "Tides"
          rooms.write(row, refreshing: true)
        }
        runtime.atEnd { runtime.outcome(try rooms.ending) }
      },
      Variant(
        "read-late", "read when the user taps Done",
        idea: "The struct is as new as can be on main, and the sync may save before it is written.",
        expecting: .failing(3, of: 15), lookAt: ["rooms.read"]
      ) { runtime in
        let rooms = try MappedRooms(runtime)

        rooms.renameBySync()
        rooms.edit { _ in
          var row = rooms.read()
          row.topic = "Tides"
          rooms.write(row)
        }
        runtime.atEnd { runtime.outcome(try rooms.ending) }
      },
    ])
}

/// A room as the screens get it.
private struct RoomRow: Equatable, Sendable {
  let id: NSManagedObjectID
  var name: String
  var topic: String

  init(_ room: Room) { (id, name, topic) = (room.objectID, room.name, room.topic) }
}

/// A layer that takes and gives values, and keeps objects to itself.
private final class MappedRooms: @unchecked Sendable {
  // @unchecked Sendable because contexts are used in their own blocks only.
  let writer: NSManagedObjectContext
  private let runtime: Runtime
  private let chat: ChatStack
  private let room: NSManagedObjectID
  private var wasAsked = false

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    room = try chat.addRoom("Harbour")
    writer = chat.backgroundContext("writer")
    writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
  }

  /// A row, read through a context that is new and sees what is stored.
  func read() -> RoomRow {
    let id = room
    return chat.stored { RoomRow(try! $0.existingObject(with: id) as! Room) }
  }

  /// The screen has read its row at the beginning; now its user taps Done.
  func edit(_ done: @escaping (inout RoomRow) -> Void) {
    var row = read()
    runtime.main.asyncUnchecked { done(&row) }
  }

  func renameBySync() {
    let (sync, id) = (chat.backgroundContext("sync"), room)
    sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    sync.perform {
      attempt {
        (try sync.existingObject(with: id) as! Room).name = "Pier"
        try sync.save()
      }
    }
  }

  /// Writes all of it.
  func write(_ row: RoomRow, refreshing: Bool = false) {
    inWriter(row.id) { room in
      if refreshing { room.managedObjectContext?.refresh(room, mergeChanges: true) }
      (room.name, room.topic) = (row.name, row.topic)
    }
  }

  /// Writes what differs.
  func write(_ row: RoomRow, changedFrom old: RoomRow) {
    inWriter(row.id) { room in
      if row.name != old.name { room.name = row.name }
      if row.topic != old.topic { room.topic = row.topic }
    }
  }

  /// Writes all of it, if the row is as it was.
  func write(_ row: RoomRow, unlessChangedFrom old: RoomRow) {
    writer.perform { [self] in
      do {
        let room = try writer.existingObject(with: row.id) as! Room
        wasAsked = RoomRow(room) != old
        if !wasAsked { (room.name, room.topic) = (row.name, row.topic) }
        try writer.save()
      } catch {
        writer.rollback()
        wasAsked = true
      }
    }
  }

  private func inWriter(_ id: NSManagedObjectID, _ work: @escaping (Room) -> Void) {
    writer.perform { [self] in
      attempt {
        work(try writer.existingObject(with: id) as! Room)
        try writer.save()
      }
    }
  }

  var ending: String {
    get throws {
      if wasAsked { return "asked" }
      let row = read()
      return row.name == "Pier" && row.topic == "Tides" ? "both" : "overwritten"
    }
  }
}
