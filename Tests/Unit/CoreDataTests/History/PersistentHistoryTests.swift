import Foundation
import Interleaving
import Testing

@testable import CoreData

/// What a store remembers of its transactions (facts U1 to U8).
struct PersistentHistoryTests {
  @Test(arguments: RuntimeKind.both)
  func `U1: a save is one transaction that tells who changed what`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      let context = stack.context("editor")
      try context.performAndWait {
        context.transactionAuthor = "ann"
        let room = context.insert("Room", ["name": "lobby"])
        let message = context.insert("Message", ["text": "hi", "room": room])
        try context.save()
        room["topic"] = "all"
        message.setValue(nil, forKey: "room")
        try context.save()
        context.delete(message)
        try context.save()
        try context.save()
      }
      let found = try stack.history()
      #expect(found.map(\.transactionNumber) == [1, 2, 3])
      #expect(
        found.map(\.words) == [
          "insert Room p1, insert Message p1",
          "update Room p1 (messages topic), update Message p1 (room)", "delete Message p1",
        ])
      let first = try #require(found.first)
      #expect(first.author == "ann" && first.contextName == "editor")
      #expect(first.storeID == stack.store.identifier)
      #expect(first.processID == ProcessInfo.processInfo.processName && !first.bundleID.isEmpty)
      #expect(first.changes?[0].transaction === first)
      #expect(first.timestamp <= found[1].timestamp)
      #expect(stack.token() == found[2].token)
      #expect(found.flatMap { $0.changes ?? [] }.map(\.changeID) == [1, 2, 3, 4, 5])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `U1: derived attributes are not in the history`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(
        .sqlite, options: [NSPersistentHistoryTrackingKey: true],
        model: {
          $0["Room"]!.properties += [
            DerivedAttributeTests.derived("loudName", .stringAttributeType, "uppercase:(name)")
          ]
        })
      let id = try stack.add("Room", ["name": "lobby"])
      try stack.context("editor").change(id, ["name": "attic"])
      #expect(try stack.storedValue("loudName", of: id) as? String == "ATTIC")
      #expect(try stack.history().map(\.words) == ["insert Room p1", "update Room p1 (name)"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `U1: a deleted object leaves the values that the model preserves`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      let id = try stack.add("Room", ["name": "lobby", "topic": "all"])
      let unread = try stack.add("Room", ["name": "attic"])
      let context = stack.context("editor")
      try context.performAndWait {
        context.delete(try context.existingObject(with: id))
        // As a fault, whose row was not read.
        context.delete(context.object(with: unread))
        try context.save()
      }
      let changes = try #require(stack.history().last?.changes)
      #expect(
        changes.map { $0.tombstone?["name"] as? String }.sorted { ($0 ?? "") < ($1 ?? "") }
          == ["attic", "lobby"])
      #expect(changes.allSatisfy { $0.tombstone?.count == 1 })
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `U1: a save that fails leaves no transaction`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      let id = try stack.add("Room", ["name": "lobby"])
      let context = stack.context("late")
      try context.performAndWait {
        let room = try context.existingObject(with: id)
        _ = room["name"]
        try stack.context("early").change(id, ["topic": "theirs"])
        room["name"] = "mine"
        #expect(failure { try context.save() }?.code == 133020)
      }
      #expect(try stack.history().map(\.words) == ["insert Room p1", "update Room p1 (topic)"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `U2: paging by token brings each transaction once`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      var token: NSPersistentHistoryToken?
      var seen: [Int64] = []
      for round in 0..<4 {
        for _ in 0..<round { _ = try stack.savedRoom("lobby") }
        let found = try stack.history(after: token)
        seen += found.map(\.transactionNumber)
        token = found.last?.token ?? token
      }
      #expect(seen == [1, 2, 3, 4, 5, 6])
      #expect(try stack.history(after: token).isEmpty)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `U2: history is fetched by date, by transaction and in every form`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      for name in ["a", "b", "c"] { _ = try stack.savedRoom(name, messages: ["x"]) }
      let all = try stack.history()
      #expect(try stack.numbers(.fetchHistory(after: all[1])) == [3])
      #expect(try stack.numbers(.fetchHistory(after: all[1].timestamp)) == [3])
      #expect(try stack.numbers(.fetchHistory(after: Date.distantPast)) == [1, 2, 3])
      #expect(try stack.numbers(.fetchHistory(after: Date.distantFuture)) == [])
      func form(_ type: NSPersistentHistoryResultType) throws -> Any? {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: all[0])
        request.resultType = type
        return try stack.ask(request)
      }
      #expect(try form(.statusOnly) as? Bool == true)
      #expect(try form(.count) as? Int == 2)
      #expect((try form(.objectIDs) as? [NSManagedObjectID])?.count == 4)
      #expect((try form(.changesOnly) as? [NSPersistentHistoryChange])?.count == 4)
      let bare = try form(.transactionsOnly) as? [NSPersistentHistoryTransaction]
      #expect(bare?.map(\.transactionNumber) == [2, 3] && bare?[0].changes == nil)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `U3: a transaction merges as a save does, either way`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      let kept = try stack.add("Room", ["name": "old"])
      let gone = try stack.add("Room", ["name": "gone"])
      let start = stack.token()
      let readers = [stack.context("one"), stack.context("two")]
      for reader in readers {
        try reader.performAndWait {
          reader.retainsRegisteredObjects = true
          for id in [kept, gone] { _ = try reader.existingObject(with: id).value(forKey: "name") }
        }
      }
      try stack.context("writer").change(kept, ["name": "new"])
      let deleter = stack.context("deleter")
      try deleter.performAndWait {
        deleter.delete(try deleter.existingObject(with: gone))
        try deleter.save()
      }
      for transaction in try stack.history(after: start) {
        let notification = transaction.objectIDNotification()
        readers[0].performAndWait { readers[0].mergeChanges(fromContextDidSave: notification) }
        NSManagedObjectContext.mergeChanges(
          fromRemoteContextSave: notification.userInfo ?? [:], into: [readers[1]])
      }
      for reader in readers {
        reader.performAndWait {
          #expect(reader.registeredObject(for: kept)?["name"] == "new")
          // What is held stays as a deleted object after a merge from outside.
          #expect(reader.registeredObject(for: gone)?.isDeleted != false)
        }
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `U4: one's own transactions are left out by author`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      for author in ["app", "widget", nil, "app"] {
        let context = stack.context("saving")
        try context.performAndWait {
          context.transactionAuthor = author
          context.insert("Room", ["name": author ?? "none"])
          try context.save()
        }
      }
      let request = try #require(NSPersistentHistoryTransaction.fetchRequest)
      request.predicate = NSPredicate(format: "author != %@", "app")
      #expect(try stack.numbers(.fetchHistory(withFetch: request)) == [2, 3])
      request.predicate = NSPredicate(format: "author == %@ AND transactionNumber > 1", "app")
      #expect(try stack.numbers(.fetchHistory(withFetch: request)) == [4])
      let later = NSPersistentHistoryChangeRequest.fetchHistory(
        after: try #require(stack.history().first).token)
      request.predicate = NSPredicate(format: "contextName == 'saving'")
      request.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
      request.fetchLimit = 2
      later.fetchRequest = request
      #expect(try stack.numbers(later) == [4, 3])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `U5: behind a purge a token is expired, and nothing else is`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      for _ in 0..<4 { _ = try stack.savedRoom("lobby") }
      let all = try stack.history()
      #expect(try stack.ask(.deleteHistory(before: all[2])) as? Bool == true)
      #expect(try stack.numbers(.fetchHistory(after: nil as NSPersistentHistoryToken?)) == [3, 4])
      #expect(failure { _ = try stack.history(after: all[0].token) }?.code == 134301)
      // All that was deleted lies before this one.
      #expect(try stack.numbers(.fetchHistory(after: all[1].token)) == [3, 4])
      #expect(try stack.ask(.deleteHistory(before: Date.distantFuture)) as? Bool == true)
      #expect(failure { _ = try stack.history(after: all[2].token) }?.code == 134301)
      #expect(try stack.history(after: all[3].token).isEmpty)
      _ = try stack.savedRoom("lobby")
      #expect(try stack.numbers(.fetchHistory(after: all[3].token)) == [5])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `BR8: each batch is one transaction`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      let context = stack.context("batches")
      try context.performAndWait {
        context.transactionAuthor = "importer"
        try context.execute(
          NSBatchInsertRequest(entityName: "Room", objects: [["name": "a"], ["name": "b"]]))
        let update = NSBatchUpdateRequest(entityName: "Room")
        update.propertiesToUpdate = ["topic": "all"]
        try context.execute(update)
        let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Room")
        fetch.predicate = NSPredicate(format: "name == 'b'")
        try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
        fetch.predicate = NSPredicate(format: "name == 'nobody'")
        try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
      }
      let found = try stack.history()
      #expect(
        found.map(\.words) == [
          "insert Room p1, insert Room p2", "update Room p1 (topic), update Room p2 (topic)",
          "delete Room p2",
        ])
      #expect(found.allSatisfy { $0.author == "importer" })
      #expect(found.last?.changes?.first?.tombstone?["name"] as? String == "b")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `U8: notifications that are handled one after another merge nothing twice`(
    kind: RuntimeKind
  ) throws {
    let handled = try kind.runToTheEnd { runtime in
      let stack = try ChatStack.withHistory(remoteChanges: true)
      let consumer = stack.context("consumer")
      let all = runtime.completion("everything handled")
      let seen = Seen()
      let observer = NotificationCenter.default.addObserver(
        forName: .NSPersistentStoreRemoteChange, object: stack.coordinator, queue: nil
      ) { notification in
        let token = notification.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
        consumer.perform {
          // One block: read the token, fetch, merge, keep the new token.
          let request = NSPersistentHistoryChangeRequest.fetchHistory(after: seen.token)
          let result = try? consumer.execute(request) as? NSPersistentHistoryResult
          let new = result?.result as? [NSPersistentHistoryTransaction] ?? []
          for transaction in new {
            consumer.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
          }
          seen.numbers += new.map(\.transactionNumber)
          seen.token = new.last?.token ?? seen.token
          seen.told += token == nil ? 0 : 1
          if seen.numbers.count == 4, !all.isComplete { all.complete() }
        }
      }
      for name in ["one", "two"] {
        let writer = stack.context(name)
        for _ in 0..<2 {
          writer.perform {
            writer.insert("Room", ["name": name])
            try? writer.save()
          }
        }
      }
      all.wait()
      NotificationCenter.default.removeObserver(observer)
      return consumer.performAndWait { (seen.numbers, seen.told > 0) }
    }
    #expect(handled?.0 == [1, 2, 3, 4])
    #expect(handled?.1 == true)
  }

  private final class Seen: @unchecked Sendable {
    // @unchecked Sendable because only blocks of one context use it.
    var token: NSPersistentHistoryToken?
    var numbers: [Int64] = []
    var told = 0
  }
}

extension PersistentHistoryTests {
  struct Observed {
    @Test(arguments: RuntimeKind.both)
    func `U6: a token of a store that was replaced is foreign`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack.withHistory()
        _ = try stack.savedRoom("lobby")
        let token = try #require(stack.token())
        let url = try #require(stack.store.url)
        try stack.coordinator.remove(stack.store)
        try stack.coordinator.destroyPersistentStore(at: url, type: .sqlite)
        try stack.coordinator.addPersistentStore(
          type: .sqlite, at: url, options: [NSPersistentHistoryTrackingKey: true])
        #expect(failure { _ = try stack.history(after: token) }?.code == 134501)
        #expect(try stack.history().isEmpty)
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `U7: a history that is not purged grows with every save`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack.withHistory()
        let id = try stack.add("Room", ["name": "lobby"])
        for round in 0..<20 { try stack.context("editor").change(id, ["topic": "\(round)"]) }
        let file = try PlainDatabase(stack.store.url!)
        #expect(try file.number("SELECT COUNT(*) FROM ATRANSACTION") == 21)
        #expect(try file.number("SELECT COUNT(*) FROM ACHANGE") == 21)
        // Texts are kept once.
        #expect(try file.number("SELECT COUNT(*) FROM ATRANSACTIONSTRING") <= 4)
      }
    }
  }
}
