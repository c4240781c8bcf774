import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Which stores keep a history, and what becomes of it when they are opened in other ways.
struct HistoryStoreTests {
  private func reopen(
    _ stack: ChatStack, _ options: [AnyHashable: Any]?
  ) throws -> NSPersistentStoreCoordinator {
    let url = try #require(stack.store.url)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    return coordinator
  }

  private func save(_ coordinator: NSPersistentStoreCoordinator) throws {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      context.insert("Room", ["name": "late"])
      try context.save()
    }
  }

  @Test func `a store with a history is read-only without the option that asks for it`() throws {
    let stack = try ChatStack.withHistory()
    _ = try stack.savedRoom("lobby")
    let coordinator = try reopen(stack, nil)
    #expect(coordinator.persistentStores[0].isReadOnly)
    #expect(throws: CocoaError.self) { try save(coordinator) }
    #expect(coordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
    #expect(try stack.history().count == 1)
  }

  @Test func `a store that is opened without a history forgets it, and old tokens expire`() throws {
    let stack = try ChatStack.withHistory()
    _ = try stack.savedRoom("lobby")
    let token = stack.token()
    try save(reopen(stack, [NSPersistentHistoryTrackingKey: false]))
    #expect(failure { _ = try stack.history(after: token) }?.code == 134301)
    _ = try stack.savedRoom("attic")
    #expect(try stack.history().map(\.words) == ["insert Room p3"])
  }

  @Test func `a history goes on when its store is opened again, by any process`() throws {
    let stack = try ChatStack.withHistory()
    _ = try stack.savedRoom("lobby")
    let again = try reopen(stack, [NSPersistentHistoryTrackingKey: true])
    try save(again)
    _ = try stack.savedRoom("attic")
    #expect(try stack.history().map(\.transactionNumber) == [1, 2, 3])
    #expect(again.currentPersistentHistoryToken(fromStores: nil) == stack.token())
  }

  @Test(arguments: [true, false])
  func `a migration forgets the history, and old tokens expire, unless it only adds attributes`(
    addsOnly: Bool
  ) throws {
    let stack = try ChatStack.withHistory()
    _ = try stack.savedRoom("lobby")
    let token = try #require(stack.token())
    let model = ChatModel.make {
      $0["Room"]!.properties += [ChatModel.string("motto")]
      if !addsOnly { $0["Room"]!.attributesByName["topic"]?.isOptional = false }
      if !addsOnly { $0["Room"]!.attributesByName["topic"]?.defaultValue = "" }
    }
    let options: [AnyHashable: Any] = [
      NSPersistentHistoryTrackingKey: true, NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
    let url = try #require(stack.store.url)
    try stack.coordinator.remove(stack.store)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    try save(coordinator)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    func fetch(_ token: NSPersistentHistoryToken?) throws -> [NSPersistentHistoryTransaction]? {
      try context.performAndWait {
        let result = try context.execute(
          NSPersistentHistoryChangeRequest.fetchHistory(after: token))
        return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction]
      }
    }
    if addsOnly {
      #expect(try fetch(token)?.map(\.words) == ["insert Room p2"])
      #expect(try fetch(nil)?.map(\.words) == ["insert Room p1", "insert Room p2"])
    } else {
      #expect(failure { _ = try fetch(token) }?.code == 134301)
      #expect(try fetch(nil)?.map(\.words) == ["insert Room p2"])
    }
  }

  @Test func `only SQLite stores keep a history, and only if they are asked to`() throws {
    let stack = try ChatStack(.sqlite)
    let error = failure { _ = try stack.history() }
    #expect(error?.code == CocoaError.Code.persistentStoreUnsupportedRequestType.rawValue)
    #expect(error?.localizedDescription.contains("keeps no history") == true)
    #expect(stack.token() == nil)
  }

  @Test func `history is fetched by what changes are, too`() throws {
    let stack = try ChatStack.withHistory()
    let id = try stack.add("Room", ["name": "lobby"])
    _ = try stack.savedRoom("attic", messages: ["hi"])
    try stack.context("editor").change(id, ["topic": "all"])
    let request = try #require(NSPersistentHistoryChange.fetchRequest)
    request.predicate = NSPredicate(format: "changedObjectID == %@", id)
    let history = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: request)
    let found = try stack.ask(history) as? [NSPersistentHistoryTransaction]
    #expect(found?.map(\.words) == ["insert Room p1", "update Room p1 (topic)"])
    request.predicate = NSPredicate(
      format: "changeType == %d", NSPersistentHistoryChangeType.update.rawValue)
    history.resultType = .count
    #expect(try stack.ask(history) as? Int == 1)
  }

  @Test(arguments: ["writer == 'me'", "transaction.author == 'me'"])
  func `what a transaction does not have cannot be asked for`(format: String) throws {
    let stack = try ChatStack.withHistory()
    let request = try #require(NSPersistentHistoryTransaction.fetchRequest)
    request.predicate = NSPredicate(format: format)
    let error = failure { _ = try stack.ask(.fetchHistory(withFetch: request)) }
    #expect(
      error?.localizedDescription.contains("author, bundleID") == true,
      "\(String(describing: error))")
    let rooms = NSFetchRequest<any NSFetchRequestResult>(entityName: "Room")
    #expect(failure { _ = try stack.ask(.fetchHistory(withFetch: rooms)) } != nil)
  }

  @Test func `a token survives an archive, and a damaged archive gives none`() throws {
    let token = NSPersistentHistoryToken(["A": 7, "B": 1 << 40])
    let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSPersistentHistoryToken.self, from: data)
    #expect(back == token && back?.hash == token.hash)
    #expect(back != NSPersistentHistoryToken(["A": 7]))
    let empty = NSKeyedArchiver(requiringSecureCoding: true)
    empty.finishEncoding()
    #expect(
      (try? NSKeyedUnarchiver.unarchivedObject(
        ofClass: NSPersistentHistoryToken.self, from: empty.encodedData)) == nil)
  }

  @Test func `of two stores each transaction comes once, in the order of time`() throws {
    let stack = try ChatStack.withHistory()
    let second = try #require(stack.store.url).deletingLastPathComponent()
      .appendingPathComponent("second.sqlite")
    let other = try stack.coordinator.addPersistentStore(
      type: .sqlite, at: second, options: [NSPersistentHistoryTrackingKey: true])
    for index in 0..<4 {
      let context = stack.context("writer")
      try context.performAndWait {
        let room = context.insert("Room", ["name": "\(index)"])
        if index % 2 == 1 { context.assign(room, to: other) }
        try context.save()
      }
    }
    let all = try stack.history()
    #expect(
      all.map(\.storeID) == [0, 1, 0, 1].map { stack.coordinator.persistentStores[$0].identifier })
    for (index, transaction) in all.enumerated() {
      #expect(try stack.history(after: transaction.token).count == 3 - index)
    }
  }

  @Test func `a save with a history takes longer in virtual time`() throws {
    func duration(_ options: [AnyHashable: Any]?) -> Duration {
      var spent = Duration.zero
      _ = runOnce("costs") { runtime in
        let stack = try ChatStack(.sqlite, options: options)
        let start = runtime.now
        _ = try stack.savedRoom("lobby", messages: ["a", "b"])
        spent = runtime.now - start
      }
      return spent
    }
    let difference = duration([NSPersistentHistoryTrackingKey: true]) - duration(nil)
    #expect(difference == StoreCosts().changeRecorded * 3)
  }
}
