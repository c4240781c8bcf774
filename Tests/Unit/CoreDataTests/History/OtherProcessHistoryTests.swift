import CoreData
import Foundation
import Interleaving
import Testing

/// Another process saves; this one hears of it and reads what was changed in the history.
struct `Remote changes of another process` {
  private let folder: URL
  private var file: URL { folder.appendingPathComponent("tally.sqlite") }
  private let coordinator: NSPersistentStoreCoordinator

  init() throws {
    folder = try TemporaryFolder.make()
    let (tally, tick) = (NSEntityDescription(), NSEntityDescription())
    (tally.name, tick.name) = ("Tally", "Tick")
    func numbers(_ names: String...) -> [NSAttributeDescription] {
      names.map { ChatModel.attribute($0, .integer64AttributeType, default: 0) }
    }
    tally.properties = numbers("value", "left", "right")
    tick.properties = numbers("writer", "number")
    let model = NSManagedObjectModel()
    model.entities = [tally, tick]
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
  }

  private func open() throws -> NSPersistentStore {
    try coordinator.addPersistentStore(
      type: .sqlite, at: file,
      options: [
        NSPersistentHistoryTrackingKey: true,
        NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
      ])
  }

  /// What the store's history tells after a token.
  private func transactions(
    after token: NSPersistentHistoryToken?
  ) throws -> [NSPersistentHistoryTransaction] {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait {
      let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
      let found = (result as? NSPersistentHistoryResult)?.result
      return found as? [NSPersistentHistoryTransaction] ?? []
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `I13, U2: a save of another process is heard of, with UUID, URL and token`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open()
    let before = coordinator.currentPersistentHistoryToken(fromStores: nil)
    let heard = Runtime.live.completion("the notification")
    nonisolated(unsafe) var info: [AnyHashable: Any]?
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
    ) { notification in
      if heard.isComplete { return }
      info = notification.userInfo
      heard.complete()
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let other = try OtherProcess(on: file, keepsHistory: true)
    #expect(try other.ask("make") == "made")
    heard.wait()
    #expect(info?[NSStoreUUIDKey] as? String == store.identifier)
    #expect(info?[NSPersistentStoreURLKey] as? URL == file)
    #expect(info?[NSPersistentHistoryTokenKey] is NSPersistentHistoryToken)
    let news = try transactions(after: before)
    #expect(news.map(\.author) == ["peer"])
    #expect(news.first?.processID.isEmpty == false)
    #expect(news.flatMap { $0.changes ?? [] }.map(\.changedObjectID.entity.name) == ["Tally"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `U8: reading on from each token meets every transaction of two processes once`()
    throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try open()
    nonisolated(unsafe) var token = coordinator.currentPersistentHistoryToken(fromStores: nil)
    let all = Runtime.live.completion("all transactions")
    let queue = Runtime.live.queue("reader of history")
    nonisolated(unsafe) var seen: [Int64] = []
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
    ) { _ in
      queue.async {
        for transaction in (try? transactions(after: token)) ?? [] {
          seen.append(transaction.transactionNumber)
          token = transaction.token
        }
        if seen.count >= 62 && !all.isComplete { all.complete() }
      }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let one = try OtherProcess(on: file, keepsHistory: true)
    #expect(try one.ask("make") == "made")
    let other = try OtherProcess(on: file, keepsHistory: true)
    one.tell("count 1 30")
    other.tell("count 2 30")
    _ = try (one.answer(), other.answer())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Tick", into: context)
      try context.save()
    }
    all.wait()
    queue.sync {}
    #expect(seen == Array(1...62))
  }
}
