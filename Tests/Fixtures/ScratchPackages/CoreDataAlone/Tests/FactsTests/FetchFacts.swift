import CoreData
import Foundation
import Testing

@Suite(.serialized) struct FetchFacts {
  @Test func `G1, G4: results and counts know pending changes`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      _ = context.room("new")
      try context.existingObject(with: id).setValue("hall", forKey: "name")
      #expect(try context.rooms().map(\.name) == ["hall", "new"])
      #expect(try context.rooms("name == %@", "lobby").isEmpty)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
      #expect(try context.count(for: request) == 2)
    }
  }

  @Test func `G2: or not, if they are asked not to`() throws {
    let chat = try Chat()
    let context = chat.context()
    try context.performAndWait {
      _ = context.room("new")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
      request.includesPendingChanges = false
      let found = try context.fetch(request)
      #expect(found.isEmpty)
    }
  }

  @Test func `G3: dictionary results ignore pending changes`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      try context.existingObject(with: id).setValue("hall", forKey: "name")
      let request = NSFetchRequest<NSDictionary>(entityName: "Room")
      request.resultType = .dictionaryResultType
      request.includesPendingChanges = false
      request.propertiesToFetch = ["name"]
      #expect(try context.fetch(request).map { $0["name"] as? String } == ["lobby"])
    }
  }

  @Test func `U1, U4: a save is a transaction with its author`() throws {
    let chat = try Chat(options: [NSPersistentHistoryTrackingKey: true as NSNumber])
    let context = chat.context()
    try context.performAndWait {
      let before = chat.coordinator.currentPersistentHistoryToken(fromStores: nil)
      context.transactionAuthor = "app"
      _ = context.room("lobby")
      try context.save()
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: before)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let news = result?.result as? [NSPersistentHistoryTransaction] ?? []
      #expect(news.map(\.author) == ["app"])
      #expect(news.first?.changes?.map(\.changeType) == [.insert])
    }
  }

  @Test func `V1, V2: a pinned context reads on in its generation until it is moved`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      try context.setQueryGenerationFrom(.current)
      #expect(try context.rooms().map(\.name) == ["lobby"])
      context.refreshAllObjects()
      try chat.rename(id, "hall")
      context.refreshAllObjects()
      #expect(try context.rooms().map(\.name) == ["lobby"])
      try context.setQueryGenerationFrom(.current)
      context.refreshAllObjects()
      #expect(try context.rooms().map(\.name) == ["hall"])
    }
  }

  @Test func `P8: two coordinators on one file learn of each other only by reading anew`() throws {
    let chat = try Chat()
    let id = try chat.save("lobby")
    let second = NSPersistentStoreCoordinator(
      managedObjectModel: chat.coordinator.managedObjectModel)
    _ = try second.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: chat.file, options: nil)
    let widget = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    widget.persistentStoreCoordinator = second
    try widget.performAndWait {
      let room = try #require(try widget.rooms().first)
      #expect(room.name == "lobby")
      try chat.rename(id, "hall")
      #expect(room.name == "lobby")
      #expect(try widget.rooms("name == %@", "hall").count == 1)
    }
  }

  @Test func `R1: a store of another model is refused`() throws {
    let chat = try Chat()
    let model = Chat.model
    let more = NSAttributeDescription()
    more.name = "motto"
    more.attributeType = .stringAttributeType
    model.entitiesByName["Room"]?.properties.append(more)
    let other = NSPersistentStoreCoordinator(managedObjectModel: model)
    let error = #expect(throws: CocoaError.self) {
      try other.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: chat.file, options: nil)
    }
    #expect(error?.code.rawValue == 134100)
    _ = try other.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: chat.file,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true as NSNumber,
        NSInferMappingModelAutomaticallyOption: true as NSNumber,
      ])
  }

  @Test func `FR1, FR3: a results controller has its list in order, and follows its context`()
    throws
  {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      let listener = Listener()
      controller.delegate = listener
      try controller.performFetch()
      _ = context.room("attic")
      try context.existingObject(with: id).setValue("zoo", forKey: "name")
      context.processPendingChanges()
      #expect(controller.fetchedObjects?.map(\.name) == ["attic", "zoo"])
      #expect(listener.count == 1)
    }
  }

  private final class Listener: NSObject, NSFetchedResultsControllerDelegate {
    var count = 0
    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) { count += 1 }
  }
}
