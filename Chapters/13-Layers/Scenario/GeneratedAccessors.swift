import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// H1: a getter, written by hand or by a template, that makes what it does not find.
  static let generatedAccessors = Scenario(
    "layers/generated-accessors", title: "The getter that writes",
    question: "A property makes what it does not find. Main and the sync read it. What is stored?",
    outcomes: [
      .allowed("one", "The room has one host."),
      .forbidden("two", "The room has two hosts: each context has made one."),
      .forbidden("none", "The room has no host in the store."),
    ],
    variants: [
      .bug(
        "made by the getter",
        idea: "Each context finds no host, makes one, and saves it with what it has to save.",
        expecting: .failing(12, of: 20), lookAt: ["hostMadeIfNeeded"]
      ) { runtime in
        let list = try HostList(runtime)

        list.syncDoes { _ = $0.hostMadeIfNeeded.name }
        list.mainDoes { runtime.note("row", "shows \($0.hostMadeIfNeeded.name)") }
        runtime.atEnd { runtime.outcome(try list.ending) }
      },
      .fix(
        "read as it is, made in one place",
        idea: "The getter only reads. The host is made by the sync, which every host comes from.",
        expecting: .passing(10), lookAt: ["host?.name"]
      ) { runtime in
        let list = try HostList(runtime)

        list.syncDoes { _ = $0.hostMadeIfNeeded.name }
        list.mainDoes { runtime.note("row", "shows \($0.host?.name ?? "no host yet")") }
        runtime.atEnd { runtime.outcome(try list.ending) }
      },
      .fix(
        "asked for", named: "asked",
        idea: "Main asks the sync's context to make the host, and shows it when it is there.",
        expecting: .passing(10), lookAt: ["askForHost"]
      ) { runtime in
        let list = try HostList(runtime)

        list.syncDoes { _ = $0.hostMadeIfNeeded.name }
        list.mainDoes { room in
          if room.host == nil { list.askForHost() }
          runtime.note("row", "shows \(room.host?.name ?? "no host yet")")
        }
        runtime.atEnd { runtime.outcome(try list.ending) }
      },
      Variant(
        "locked", "the getter holds a lock",
        idea: "One at a time looks and makes, and what the first has made is not saved yet.",
        expecting: .failing(12, of: 20), lookAt: ["withLock"]
      ) { runtime in
        let list = try HostList(runtime)
        let lock = runtime.lock("host lock")

        list.syncDoes { room in lock.withLock { _ = room.hostMadeIfNeeded.name } }
        list.mainDoes { room in
          lock.withLock { runtime.note("row", "shows \(room.hostMadeIfNeeded.name)") }
        }
        runtime.atEnd { runtime.outcome(try list.ending) }
      },
      Variant(
        "merging", "with automatic merging",
        idea:
          "Main hears of the sync's host when that was saved, and may have made its own by then.",
        expecting: .failing(12, of: 21), lookAt: ["automatically", "hostMadeIfNeeded"]
      ) { runtime in
        let list = try HostList(runtime)
        list.view.automaticallyMergesChangesFromParent = true

        list.syncDoes { _ = $0.hostMadeIfNeeded.name }
        list.mainDoes { runtime.note("row", "shows \($0.hostMadeIfNeeded.name)") }
        runtime.atEnd { runtime.outcome(try list.ending) }
      },
      Variant(
        "primitive", "stored past the change notices",
        idea:
          "A setter that skips `willChangeValue`: the context never hears of it, nor the store.",
        expecting: .failing(10, of: 10), lookAt: ["setPrimitiveValue"]
      ) { runtime in
        let list = try HostList(runtime)

        list.syncDoes { room in
          let host = Member(context: room.managedObjectContext!)
          host.name = "Ann"
          room.setPrimitiveValue(NSSet(object: host), forKey: "members")
        }
        list.mainDoes { runtime.note("row", "shows \($0.host?.name ?? "no host yet")") }
        runtime.atEnd { runtime.outcome(try list.ending) }
      },
    ])
}

extension Room {
  /// The one who opened the room.
  fileprivate var host: Member? { members.first }

  /// The same, as a template writes it: no caller has to think of nil.
  fileprivate var hostMadeIfNeeded: Member {
    if let host { return host }
    let host = Member(context: managedObjectContext!)
    host.name = "Ann"
    members = [host]
    return host
  }
}

/// A list of rooms, with the host of each.
private final class HostList: @unchecked Sendable {
  // @unchecked Sendable because contexts are used in their own blocks only.
  let view: NSManagedObjectContext
  private let chat: ChatStack
  private let sync: NSManagedObjectContext
  private let room: NSManagedObjectID

  init(_ runtime: Runtime) throws {
    chat = try ChatStack()
    room = try chat.addRoom("Harbour")
    view = chat.viewContext
    // Who has written first is not asked here.
    view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    sync = chat.backgroundContext("sync")
    sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let stack = chat
    try stack.prepare { try stack.removeMembers() }
  }

  /// The sync looks at the room, and saves.
  func syncDoes(_ work: @escaping (Room) throws -> Void) { look(in: sync, work) }

  /// Main draws the room's row, and later saves what its user has typed.
  func mainDoes(_ work: @escaping (Room) throws -> Void) { look(in: view, work) }

  /// For main: has the host made by the sync.
  func askForHost() { syncDoes { _ = $0.hostMadeIfNeeded } }

  private func look(in context: NSManagedObjectContext, _ work: @escaping (Room) throws -> Void) {
    let id = room
    context.perform {
      attempt {
        try work(try context.existingObject(with: id) as! Room)
        try context.save()
      }
    }
  }

  var ending: String {
    get throws {
      let id = room
      let hosts = try chat.stored { (try $0.existingObject(with: id) as! Room).members.count }
      return hosts == 1 ? "one" : hosts == 0 ? "none" : "two"
    }
  }
}

extension ChatStack {
  /// A room is added with the member who writes in it; this one has none.
  fileprivate func removeMembers() throws {
    try stored { context in
      for member in try context.fetch(NSFetchRequest<Member>(entityName: "Member")) {
        context.delete(member)
      }
      try context.save()
    }
  }
}
