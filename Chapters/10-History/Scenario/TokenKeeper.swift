import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// U8, X40: a token says that all before it is done, and the process may end before it is.
  static let tokenKeeper = Scenario(
    "history/token-keeper", title: "Killed between two lines",
    question: "The system may kill the app at any moment. Which line comes first?",
    outcomes: [
      .allowed("once", "The widget's message is in the app's own store, once."),
      .allowed("again", "The message is there twice; none is missing."),
      .forbidden("lost", "The message is not there, and the token says that it was read."),
    ],
    variants: [
      .bug(
        "the token first",
        idea: "The process ends when the token is kept, and the next one begins after the message.",
        expecting: .failing(1, of: 6), lookAt: ["keep(", "copy("]
      ) { runtime in
        let app = try KilledApp(runtime)
        try app.launch { life in
          for transaction in try life.news() {
            life.keep(transaction.token)
            try life.copy(transaction)
          }
        }
        runtime.atEnd { runtime.outcome(try app.ending()) }
      },
      .fix(
        "the token last",
        idea: "What the process has not kept is read again by the next one.",
        expecting: .passing(7), lookAt: ["copy(", "keep("]
      ) { runtime in
        let app = try KilledApp(runtime)
        try app.launch { life in
          for transaction in try life.news() {
            try life.copy(transaction)
            life.keep(transaction.token)
          }
        }
        runtime.atEnd { runtime.outcome(try app.ending()) }
      },
      .fix(
        "the token in the same save", named: "one-save",
        idea: "One save writes the message and the token: both are there, or none of them.",
        expecting: .passing(4), lookAt: ["copyAndKeep"]
      ) { runtime in
        let app = try KilledApp(runtime)
        try app.launch { life in
          for transaction in try life.news() { try life.copyAndKeep(transaction) }
        }
        runtime.atEnd { runtime.outcome(try app.ending()) }
      },
    ])
}

/// An app that copies what its widget wrote into a store of its own, and is killed meanwhile.
///
/// Controlled, a thread stands for the system, and what a life does after its end has no effect. Live,
/// the first life is a process of its own, which gets a SIGKILL.
private final class KilledApp: @unchecked Sendable {
  // @unchecked Sendable because a run has one life going at a time, and locks where it has two.
  private let runtime: Runtime
  private let places: Places
  private let widgets: ChatStack
  private let own: ChatStack

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    places = try Places(runtime)
    widgets = try ChatStack(.shared(places.shared), named: "widget")
    own = try ChatStack(.shared(places.own), named: "app")
    if SecondProcess.folder != nil { return }
    places.keep(widgets.coordinator.currentPersistentHistoryToken(fromStores: nil))
    let context = widgets.backgroundContext("widget")
    try widgets.prepare { try context.performAndWait { try context.send("One") } }
  }

  /// The app is launched, killed at some moment, and launched again.
  func launch(_ work: @escaping (Life) throws -> Void) throws {
    if SecondProcess.folder != nil {
      SecondProcess.end { try work(Life(widgets, own, places, isKilledInTheMiddle: true)) }
    }
    if let folder = places.folder {
      try SecondProcess.run(in: folder, isKilled: true)
      return try work(Life(widgets, own, places))
    }
    let first = Life(widgets, own, places)
    runtime.uncheckedThread("app") { try work(first) }
    runtime.uncheckedThread("system") { [self] in
      first.end()
      try work(Life(widgets, own, places))
    }
  }

  func ending() throws -> String {
    switch try own.storedTexts().count {
    case 0: "lost"
    case 1: "once"
    default: "again"
    }
  }
}

/// What outlives a process: two stores, and a token.
private final class Places: @unchecked Sendable {
  // @unchecked Sendable because the lock guards the token.
  let shared: SharedDatabase
  let own: SharedDatabase
  /// Nil in a controlled run, whose processes are threads.
  let folder: URL?
  private let disk: Lock
  private var kept: NSPersistentHistoryToken?

  init(_ runtime: Runtime) throws {
    disk = runtime.lock("disk")
    folder = try SecondProcess.meetingPlace(of: runtime)
    shared = SharedDatabase("shared.sqlite", in: folder)
    own = SharedDatabase("own.sqlite", in: folder)
  }

  var token: NSPersistentHistoryToken? {
    guard let folder else { return disk.withLock { kept } }
    let data = try? Data(contentsOf: folder.appending(path: "token"))
    return data.flatMap {
      try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: $0)
    }
  }

  func keep(_ token: NSPersistentHistoryToken?) {
    guard let folder else { return disk.withLock { kept = token } }
    attempt {
      guard let token else { return }
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: token, requiringSecureCoding: true)
      try data.write(to: folder.appending(path: "token"), options: .atomic)
    }
  }
}

/// One life of the app.
private final class Life: @unchecked Sendable {
  // @unchecked Sendable because the lock guards the mark.
  private let reader: NSManagedObjectContext
  private let writer: NSManagedObjectContext
  private let places: Places
  private let lock: Lock
  private var isOver = false
  /// Whether its process is killed behind the first thing that has an effect.
  private let isKilledInTheMiddle: Bool

  init(
    _ widgets: ChatStack, _ own: ChatStack, _ places: Places, isKilledInTheMiddle: Bool = false
  ) {
    self.places = places
    reader = widgets.backgroundContext("reader")
    writer = own.backgroundContext("writer")
    lock = Runtime.current.lock("life")
    self.isKilledInTheMiddle = isKilledInTheMiddle
  }

  /// What was written since the token.
  func news() throws -> [NSPersistentHistoryTransaction] {
    let token = try tokenOfTheStore() ?? places.token
    return try reader.performAndWait { try reader.history(after: token) }
  }

  func keep(_ token: NSPersistentHistoryToken) { whileAlive { places.keep(token) } }

  func copy(_ transaction: NSPersistentHistoryTransaction) throws {
    let texts = try texts(of: transaction)
    try whileAlive { try write(texts) }
  }

  func copyAndKeep(_ transaction: NSPersistentHistoryTransaction) throws {
    let texts = try texts(of: transaction)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: transaction.token, requiringSecureCoding: true)
    try whileAlive {
      try write(texts) {
        // One object of the app's own store stands for its place in the history.
        let place = try placeInTheHistory() ?? Room(context: writer)
        place.topic = data.base64EncodedString()
      }
    }
  }

  /// From now on nothing that it does has an effect.
  func end() { lock.withLock { isOver = true } }

  private func whileAlive(_ effect: () throws -> Void) rethrows {
    try lock.withLock { if !isOver { try effect() } }
    if isKilledInTheMiddle { SecondProcess.killThisProcess() }
  }

  private func write(_ texts: [String], and also: () throws -> Void = {}) throws {
    try writer.performAndWait {
      for text in texts { Message(context: writer).text = text }
      try also()
      try writer.save()
    }
  }

  private func texts(of transaction: NSPersistentHistoryTransaction) throws -> [String] {
    try reader.performAndWait {
      try (transaction.changes ?? []).compactMap { change in
        try (reader.existingObject(with: change.changedObjectID) as? Message)?.text
      }
    }
  }

  private func placeInTheHistory() throws -> Room? {
    try writer.fetch(NSFetchRequest<Room>(entityName: "Room")).first
  }

  private func tokenOfTheStore() throws -> NSPersistentHistoryToken? {
    try writer.performAndWait {
      guard let text = try placeInTheHistory()?.topic, let data = Data(base64Encoded: text) else {
        return nil
      }
      return try NSKeyedUnarchiver.unarchivedObject(
        ofClass: NSPersistentHistoryToken.self, from: data)
    }
  }
}
