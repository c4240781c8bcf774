import Foundation
import Testing

@testable import CoreData

/// Small things that code for Apple's framework relies on in passing.
struct PassingHabitsTests {
  final class Unclaimed: NSManagedObject {}

  @Test func `a class that no model names has an entity without a name`() {
    #expect(Unclaimed.entity().name == nil)
    #expect(throws: CocoaError.self) {
      try ChatStack().viewContext().fetch(Unclaimed.fetchRequest())
    }
  }

  @Test func `the null of Foundation is written in angle brackets`() {
    #expect(NSExpression(forConstantValue: NSNull()).description == "<null>")
    #expect(NSExpression(forConstantValue: nil).description == "nil")
  }

  @Test func `an expression takes its arguments from an array`() {
    let sum = NSExpression(format: "%@ + %@", argumentArray: [2, 3])
    #expect(sum.expressionValue(with: nil, context: nil) as? Int == 5)
  }

  @Test func `a fetched property's request may mention the property`() throws {
    let stack = try ChatStack(model: { entities in
      let wanted = NSFetchedPropertyDescription()
      (wanted.name, wanted.userInfo) = ("wanted", ["text": "b"])
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Message")
      request.predicate = NSPredicate(
        format: "room == $FETCH_SOURCE AND text == $FETCHED_PROPERTY.userInfo.text")
      wanted.fetchRequest = request
      entities["Room"]!.properties += [wanted]
    })
    let context = stack.context("reader")
    context.performAndWait {
      let room = context.insert("Room", ["name": "lobby"])
      for text in ["a", "b"] { context.insert("Message", ["text": text, "room": room]) }
      let found = room.value(forKey: "wanted") as? [NSManagedObject]
      #expect(found?.map { $0["text"] } == ["b"])
    }
  }

  @Test func `an inferred mapping says by name what it does, and to whom`() throws {
    let next = ChatModel.make { entities in
      entities["Room"]!.properties += [ChatModel.string("motto")]
      entities["Room"]!.properties.removeAll { $0.name == "topic" }
    }
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: ChatModel.make(), destinationModel: next)
    let room = try #require(mapping.entityMappingsByName["IEM_Transform_Room"])
    #expect(mapping.entityMappingsByName["IEM_Copy_Member"] != nil)
    #expect(room.userInfo?["addedProperties"] as? Set<String> == ["motto"])
    #expect(room.userInfo?["removedProperties"] as? Set<String> == ["topic"])
    #expect((room.userInfo?["mappedProperties"] as? Set<String>)?.contains("name") == true)
  }

  @Test func `a controller takes an empty list of sort descriptors`() throws {
    let stage = try ControllerStage(["a one", "b two"])
    try stage.inside {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
      request.sortDescriptors = []
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: stage.context, sectionNameKeyPath: nil,
        cacheName: nil)
      try controller.performFetch()
      #expect(controller.fetchedObjects?.count == 2)
    }
  }

  @Test func `a store of the whole model opens with each configuration of it`() throws {
    for names in [["Room", "Message"], ["Room", "Message", "Member"], ["Member"]] {
      let folder = try TemporaryFolder.make()
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appendingPathComponent("whole.sqlite")
      func model(_ adjust: (NSManagedObjectModel) -> Void = { _ in }) -> NSManagedObjectModel {
        let model = ChatModel.make { entities in
          let guest = NSEntityDescription()
          guest.name = "Guest"
          entities["Member"]!.subentities = [guest]
        }
        adjust(model)
        model.setEntities(names.map { model.entitiesByName[$0]! }, forConfigurationName: "Part")
        return model
      }
      let whole = NSPersistentStoreCoordinator(managedObjectModel: model())
      let store = try whole.addPersistentStore(type: .sqlite, at: url)
      let metadata = whole.metadata(for: store)
      try whole.remove(store)
      let part = NSPersistentStoreCoordinator(managedObjectModel: model())
      #expect(
        part.managedObjectModel.isConfiguration(
          withName: "Part", compatibleWithStoreMetadata: metadata))
      try part.addPersistentStore(type: .sqlite, configuration: "Part", at: url)
      // What is not in the part is in the model all the same, and must not have changed there.
      let changed = model { $0.entitiesByName["Guest"]!.properties += [ChatModel.string("host")] }
      #expect(throws: CocoaError.self) {
        try NSPersistentStoreCoordinator(managedObjectModel: changed)
          .addPersistentStore(type: .sqlite, configuration: "Part", at: url)
      }
    }
  }

  @Test func `a save tells its place in the history, where one is kept`() throws {
    for keeps in [true, false] {
      let folder = try TemporaryFolder.make()
      defer { try? FileManager.default.removeItem(at: folder) }
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())
      try coordinator.addPersistentStore(
        type: .sqlite, at: folder.appendingPathComponent("a.sqlite"),
        options: [NSPersistentHistoryTrackingKey: keeps])
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      nonisolated(unsafe) var tokens: [NSPersistentHistoryToken?] = []
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { tokens.append($0.userInfo?["newChangeToken"] as? NSPersistentHistoryToken) }
      defer { NotificationCenter.default.removeObserver(observer) }
      try context.performAndWait {
        for name in ["a", "b"] {
          context.insert("Room", ["name": name])
          try context.save()
        }
      }
      let last = coordinator.currentPersistentHistoryToken(fromStores: nil)
      #expect(tokens.count == 2 && tokens[1] == last && (tokens[0] != last) == keeps)
    }
  }

  @Test func `a save right behind a merge has nothing to tell`() throws {
    let stack = try ChatStack()
    let (reader, writer) = (stack.context("reader"), stack.context("writer"))
    nonisolated(unsafe) var saves = 0
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: reader, queue: nil
    ) { _ in saves += 1 }
    defer { NotificationCenter.default.removeObserver(observer) }
    nonisolated(unsafe) var news: [Notification] = []
    let listener = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: writer, queue: nil
    ) { news.append($0) }
    defer { NotificationCenter.default.removeObserver(listener) }
    try writer.performAndWait {
      let room = writer.insert("Room", ["name": "a"])
      try writer.save()
      try reader.performAndWait {
        let known = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
        #expect(known.map { $0["name"] } == ["a"])
      }
      room["name"] = "b"
      writer.insert("Message", ["text": "hi", "room": room])
      try writer.save()
    }
    try reader.performAndWait {
      for notification in news { reader.mergeChanges(fromContextDidSave: notification) }
      try reader.save()
      #expect(saves == 0)
    }
  }
}
