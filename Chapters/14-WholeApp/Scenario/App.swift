import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// The end of the book: one app, with what was met in its chapters.
  static let app = Scenario(
    "whole-app/app", title: "A whole app",
    question: "Eight things can be done with this app. Which of them go wrong, and how often?",
    outcomes: [
      .allowed("well", "What the user did was done, and is in the store."),
      .forbidden("gone", "Something the user did is not in the store, or was not passed on."),
      .forbidden("twice", "One person is in the store twice."),
      .forbidden("old", "The screen shows what is no longer so."),
    ],
    variants: [
      .bug(
        "send", idea: "A message is sent.", expecting: .failing(1, of: 1), lookAt: ["send"]
      ) { runtime in
        let app = try ChatApp(runtime)
        app.send("On my way")
        runtime.atEnd { runtime.outcome(try app.holds(message: "On my way")) }
      },
      Variant(
        "close", "close", idea: "The app is closed while the push service asks for the badge.",
        expecting: .failing(1, of: 2), lookAt: ["close", "badge"]
      ) { runtime in
        let app = try ChatApp(runtime)
        runtime.thread("push") { app.badge() }
        app.close()
        runtime.atEnd { runtime.outcome("well") }
      },
      Variant(
        "like", "like", idea: "Two people like the room.", expecting: .failing(4, of: 6),
        lookAt: ["like"]
      ) { runtime in
        let app = try ChatApp(runtime)
        for name in ["first", "second"] { runtime.thread(name) { app.like() } }
        runtime.atEnd { runtime.outcome(try app.holds(likes: 2)) }
      },
      Variant(
        "search", "search", idea: "A room is searched for.", expecting: .failing(1, of: 1),
        lookAt: ["search"]
      ) { runtime in
        let app = try ChatApp(runtime)
        app.search("Harbour")
        runtime.atEnd { runtime.outcome("well") }
      },
      Variant(
        "topic", "topic", idea: "The reader renames the room while the sync sets its topic.",
        expecting: .passing(6), lookAt: ["rename", "setTopic"]
      ) { runtime in
        let app = try ChatApp(runtime)
        app.setTopic("Ships")
        app.rename("Port")
        runtime.atEnd { runtime.outcome(try app.holds(name: "Port", topic: "Ships")) }
      },
      Variant(
        "share", "share", idea: "A message is written, and its link given to another app.",
        expecting: .failing(1, of: 1), lookAt: ["share"]
      ) { runtime in
        let app = try ChatApp(runtime)
        app.share("On my way")
        runtime.atEnd { runtime.outcome(app.link == "On my way" ? "well" : "gone") }
      },
      Variant(
        "join", "join", idea: "Two rooms tell at once that Ben has joined.",
        expecting: .failing(2, of: 4), lookAt: ["join"]
      ) { runtime in
        let app = try ChatApp(runtime)
        for room in ["first", "second"] {
          app.join("Ben", in: app.chat.backgroundContext(room))
        }
        runtime.atEnd { runtime.outcome(try app.holds(member: "Ben")) }
      },
      Variant(
        "pull", "pull", idea: "The reader pulls the list down, to have it loaded anew.",
        expecting: .failing(1, of: 1), lookAt: ["pull", "draw"]
      ) { runtime in
        let app = try ChatApp(runtime)
        try app.draw()
        app.pull()
        runtime.atEnd { runtime.outcome(app.shown == ["Ships"] ? "well" : "old") }
      },
    ] + repairs)
}

/// A chat app as it might be shipped.
final class ChatApp: @unchecked Sendable {
  // @unchecked Sendable because all of it is made before its first use; what is shown is main's.
  let runtime: Runtime
  let chat: ChatStack
  let view: NSManagedObjectContext
  let sync: NSManagedObjectContext
  let composer: NSManagedObjectContext
  var shown: [String] = []
  var rows: [Room] = []
  var link: String?

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack(.sqlite)
    try chat.addRoom("Harbour")
    view = chat.viewContext
    sync = chat.backgroundContext("sync")
    composer = chat.child(of: view, "composer")
    for context in [view, sync] { context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
  }

  func send(_ text: String) {
    composer.perform { [self] in
      Message(context: composer).text = text
      attempt { try composer.save() }
    }
  }

  func badge() {
    sync.performAndWait { [self] in
      let new = view.performAndWait { view.registeredObjects.count }
      runtime.note("badge", "shows \(new)")
    }
  }

  func close() {
    sync.performAndWait { runtime.note("app", "may sleep") }
  }

  func like() {
    attempt {
      let count = try sync.performAndWait { try sync.onlyRoom().messageCount }
      try sync.performAndWait {
        try sync.onlyRoom().messageCount = count + 1
        try sync.save()
      }
    }
  }

  func search(_ name: String) {
    sync.perform { [self] in
      attempt {
        let found = try sync.fetch(NSFetchRequest<Room>(entityName: "Room"))
        runtime.main.async { self.shown = found.map(\.name).filter { $0 == name } }
      }
    }
  }

  func setTopic(_ topic: String) {
    sync.perform { [self] in
      attempt {
        try sync.onlyRoom().topic = topic
        try sync.save()
      }
    }
  }

  func rename(_ name: String) {
    attempt {
      try view.onlyRoom().name = name
      try view.save()
    }
  }

  func share(_ text: String) {
    attempt {
      let message = Message(context: view)
      message.text = text
      let id = message.objectID
      try view.save()
      passOn(id)
    }
  }

  func passOn(_ id: NSManagedObjectID) {
    sync.perform { [self] in
      attempt { link = (try sync.existingObject(with: id) as? Message)?.text }
    }
  }

  func join(_ name: String, in context: NSManagedObjectContext) {
    context.perform {
      attempt {
        let request = NSFetchRequest<Member>(entityName: "Member")
        request.predicate = NSPredicate(format: "name == %@", name)
        if try context.fetch(request).isEmpty { Member(context: context).name = name }
        try context.save()
      }
    }
  }

  func pull() {
    sync.perform { [self] in
      attempt {
        try sync.onlyRoom().topic = "Ships"
        try sync.save()
        runtime.main.async { [self] in attempt(draw) }
      }
    }
  }

  func draw() throws {
    rows = try view.fetch(NSFetchRequest<Room>(entityName: "Room"))
    shown = rows.map(\.topic)
  }
}

extension NSManagedObjectContext {
  /// The only room there is.
  func onlyRoom() throws -> Room { try fetch(NSFetchRequest<Room>(entityName: "Room"))[0] }
}

extension ChatApp {
  func holds(message: String) throws -> String {
    try chat.storedTexts() == [message] ? "well" : "gone"
  }

  func holds(member name: String) throws -> String {
    let members = try chat.stored {
      try $0.fetch(NSFetchRequest<Member>(entityName: "Member")).count { $0.name == name }
    }
    return members == 1 ? "well" : members == 0 ? "gone" : "twice"
  }

  func holds(likes: Int) throws -> String {
    try chat.stored { try $0.onlyRoom().messageCount } == likes ? "well" : "gone"
  }

  func holds(name: String, topic: String) throws -> String {
    try chat.stored { context in
      let room = try context.onlyRoom()
      return room.name == name && room.topic == topic ? "well" : "gone"
    }
  }
}
