import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// A change that is not on the disk yet.
  static let unsaved = Scenario(
    "basics/unsaved", title: "Changed, but not saved",
    question: "The room is renamed and the server is to be told. When may that begin?",
    outcomes: [
      .allowed("told", "The server heard the new name, and the store has it."),
      .forbidden("old", "The server heard the old name: the new one was in the view context only."),
      .forbidden("lost", "The app ended, and the new name was in memory only."),
    ],
    variants: [
      .bug(
        "told before it is saved",
        idea: "The upload starts when the property is set, and the save comes afterwards.",
        expecting: .failing(1, of: 2), lookAt: ["tell(", "save()"]
      ) { runtime in
        let server = try Upload(runtime)
        let view = server.chat.viewContext
        let room = try view.existingObject(with: server.harbour) as! Room

        room.name = "Harbour café"
        server.tell()
        try view.save()
        runtime.atEnd { runtime.outcome(try server.judged()) }
      },
      .fix(
        "saved, then told",
        idea: "The upload starts when the store has the new name.",
        expecting: .passing(1), lookAt: ["save()", "tell("]
      ) { runtime in
        let server = try Upload(runtime)
        let view = server.chat.viewContext
        let room = try view.existingObject(with: server.harbour) as! Room

        room.name = "Harbour café"
        try view.save()
        server.tell()
        runtime.atEnd { runtime.outcome(try server.judged()) }
      },
      Variant(
        "forgotten", "never saved",
        idea: "The name is on the screen, `hasChanges` is true, and the app is ended.",
        expecting: .failing(1, of: 1), lookAt: ["hasChanges"]
      ) { runtime in
        let server = try Upload(runtime)
        let view = server.chat.viewContext
        let room = try view.existingObject(with: server.harbour) as! Room

        room.name = "Harbour café"
        runtime.note("screen", "shows \(room.name); has changes: \(view.hasChanges)")
        runtime.atEnd { runtime.outcome(try server.judged()) }
      },
      Variant(
        "processed", "the change is processed first",
        idea: "`processPendingChanges` tells observers of the change. It writes nothing.",
        expecting: .failing(1, of: 2), lookAt: ["processPendingChanges"]
      ) { runtime in
        let server = try Upload(runtime)
        let view = server.chat.viewContext
        let room = try view.existingObject(with: server.harbour) as! Room

        room.name = "Harbour café"
        view.processPendingChanges()
        server.tell()
        try view.save()
        runtime.atEnd { runtime.outcome(try server.judged()) }
      },
      Variant(
        "delayed", "the upload waits two seconds",
        idea: "The upload gives the save some time. No number of seconds is always enough.",
        expecting: .failing(1, of: 2), lookAt: ["after:"]
      ) { runtime in
        let server = try Upload(runtime)
        let view = server.chat.viewContext
        let room = try view.existingObject(with: server.harbour) as! Room

        room.name = "Harbour café"
        server.tell(after: .seconds(2))
        try view.save()
        runtime.atEnd { runtime.outcome(try server.judged()) }
      },
    ])
}

/// Tells the server what a room is called, on a context of its own.
private final class Upload {
  let chat: ChatStack
  let harbour: NSManagedObjectID
  private let runtime: Runtime
  private let context: NSManagedObjectContext
  private var told: String?

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack(.sqlite)
    harbour = try chat.addRoom("Harbour")
    context = chat.backgroundContext("upload")
  }

  func tell(after delay: Duration = .zero) {
    context.perform { [self] in
      if delay > .zero { runtime.sleep(for: delay) }
      let room = try? context.existingObject(with: harbour) as? Room
      told = room?.name
      runtime.note("upload", "tells the server: \(told ?? "nothing")")
    }
  }

  /// The end of the app: what the next launch and the server know.
  func judged() throws -> String {
    if try chat.storedRoomNames() != ["Harbour café"] { return "lost" }
    return told == "Harbour café" ? "told" : "old"
  }
}
