import Foundation
import Testing

@testable import CoreData

struct `Batch requests` {
  private func stack(_ adjust: ([String: NSEntityDescription]) -> Void = { _ in }) throws
    -> ChatStack
  {
    try ChatStack(.sqlite, model: adjust)
  }

  @Test(arguments: RuntimeKind.both)
  func `BR1: a batch update changes rows, not the objects that show them`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try stack()
      let id = try stack.add("Message", ["text": "a"])
      let context = stack.context("reader")
      try context.performAndWait {
        let message = try context.existingObject(with: id)
        #expect(message["text"] == "a")
        let request = NSBatchUpdateRequest(entityName: "Message")
        request.propertiesToUpdate = ["isRead": true]
        _ = try context.execute(request)
        #expect(message.value(forKey: "isRead") as? Bool == false)
      }
      #expect(try stack.rows("Message").map { $0["isRead"] } == [.integer(1)])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `BR2: the result is a status, a count or IDs`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try stack()
      let id = try stack.add("Message", ["text": "a"])
      let context = stack.context("batch")
      try context.performAndWait {
        let request = NSBatchUpdateRequest(entityName: "Message")
        request.propertiesToUpdate = ["text": "b"]
        func result() throws -> Any? {
          (try context.execute(request) as? NSBatchUpdateResult)?.result
        }
        let status = try result() as? Bool
        #expect(status == true)
        request.resultType = .updatedObjectsCountResultType
        let count = try result() as? Int
        #expect(count == 1)
        request.resultType = .updatedObjectIDsResultType
        let ids = try result() as? [NSManagedObjectID]
        #expect(ids == [id])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `BR3, K12: a batch update bumps the version, so a context conflicts with itself`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try stack()
      let id = try stack.add("Message", ["text": "a", "position": 1])
      let context = stack.context("editor")
      try context.performAndWait {
        let message = try context.existingObject(with: id)
        _ = message["text"]
        let request = NSBatchUpdateRequest(entityName: "Message")
        request.predicate = NSPredicate(format: "position == 1")
        request.propertiesToUpdate = ["position": NSExpression(format: "position + 41")]
        _ = try context.execute(request)
        message["text"] = "mine"
        _ = #expect {
          try context.save()
        } throws: {
          ($0 as? CocoaError)?.code == .managedObjectMerge
        }
      }
      #expect(try stack.rows("Message").map { $0["position"] } == [.integer(42)])
    }
  }

  @Test func `a batch deletion keeps a copy of its request, and shows it`() throws {
    let stack = try stack()
    let ids = try ["a", "b"].map { try stack.add("Message", ["text": $0]) }
    let context = stack.context("batch")
    try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Message")
      request.predicate = NSPredicate(format: "text == 'a'")
      let deletion = NSBatchDeleteRequest(fetchRequest: request)
      request.predicate = nil
      #expect(deletion.fetchRequest.predicate != nil)
      _ = try context.execute(deletion)
      #expect(try context.count(for: request) == 1)
      let rest = NSBatchDeleteRequest(objectIDs: [ids[1]])
      #expect(rest.fetchRequest.entityName == "Message")
      #expect(try context.count(for: rest.fetchRequest) == 1)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `BR4: a batch deletion cascades and nullifies as the rules say`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try stack()
      let room = try stack.savedRoom("Lobby", messages: ["a", "b"])
      let author = try stack.add("Member", ["name": "Ann"])
      let context = stack.context("batch")
      try context.performAndWait {
        let messages = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Message"))
        for message in messages {
          message.setValue(try context.existingObject(with: author), forKey: "author")
        }
        try context.save()
        let authors = NSFetchRequest<NSManagedObject>(entityName: "Member")
        _ = try context.execute(NSBatchDeleteRequest(fetchRequest: authors))
      }
      #expect(try stack.rowCount("Member") == 0)
      let messages = try stack.rows("Message")
      #expect(messages.map { $0["author"] } == [.null, .null])
      #expect(messages.map(\.version) == [3, 3])
      try context.performAndWait {
        let request = NSBatchDeleteRequest(objectIDs: [room])
        request.resultType = .resultTypeCount
        let result = try context.execute(request) as? NSBatchDeleteResult
        #expect(result?.result as? Int == 1)
      }
      #expect(try stack.rowCount("Message") == 0)
      #expect(try stack.rowCount("Room") == 0)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `Q3: only SQLite stores know batch requests`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(.inMemory)
      let context = stack.context("batch")
      context.performAndWait {
        _ = #expect {
          try context.execute(NSBatchUpdateRequest(entityName: "Room"))
        } throws: { error in
          (error as? CocoaError)?.code == .persistentStoreUnsupportedRequestType
        }
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I12: a batch request posts no notifications`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try stack()
      let context = stack.context("batch")
      let log = NotificationLog(of: context)
      try context.performAndWait {
        _ = try context.execute(NSBatchInsertRequest(entityName: "Room", objects: [["name": "a"]]))
      }
      #expect(log.words.isEmpty)
    }
  }
}

extension ChatStack {
  var store: NSPersistentStore { coordinator.persistentStores[0] }

  /// What the store itself holds of an entity, by key.
  func rows(_ entity: String) throws -> [Row] {
    let entity = try #require(coordinator.managedObjectModel.entitiesByName[entity])
    return try store.rows.rows(matching: StoreQuery(entity: entity))
  }
}
