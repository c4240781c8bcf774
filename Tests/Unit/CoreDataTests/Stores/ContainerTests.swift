import Foundation
import Interleaving
import Testing

@testable import CoreData

/// How a container finds its model, and what happens before its stores are there.
struct ContainerTests {
  @Test func `a container finds the model of its name`() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appendingPathComponent("Chat.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try SampleModelFile.chat.write(
      to: model.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let elsewhere = folder.appendingPathComponent("empty")
    let found = try NSPersistentContainer.model(named: "Chat", in: [elsewhere, folder])
    #expect(found.entitiesByName["Room"] != nil)
    let error = #expect(throws: CocoaError.self) {
      try NSPersistentContainer.model(named: "Chatt", in: [elsewhere, folder])
    }
    let words = try #require(error?.localizedDescription)
    #expect(words.contains("The model Chatt was not found"))
    #expect(words.contains(folder.path) && words.contains("init(name:managedObjectModel:)"))
  }

  @Test func `models are looked for beside the program and in the working folder`() {
    let folders = NSPersistentContainer.modelFolders.map(\.path)
    #expect(folders.contains(FileManager.default.currentDirectoryPath))
    #expect(folders.contains(Bundle.main.bundleURL.path))
  }

  @Test func `a container without a model stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = NSPersistentContainer(name: "a model that nobody has")
    }
  }

  @Test func `an override is run once for each context, and no label is a line of ours`() {
    final class Own: NSPersistentContainer, @unchecked Sendable {
      // @unchecked Sendable as its superclass is; it is used by this thread alone.
      var made = 0
      override func newBackgroundContext() -> NSManagedObjectContext {
        made += 1
        return super.newBackgroundContext()
      }
    }
    let container = Own(name: "Own", managedObjectModel: NSManagedObjectModel())
    let labels = [container.newBackgroundContext(), container.newBackgroundContext()].map(\.label)
    container.performBackgroundTask { _ in }
    #expect(container.made == 3)
    #expect(labels.allSatisfy { $0.contains("background context") && !$0.contains(".swift") })
  }

  /// A container whose store is added later, on a queue of its own.
  fileprivate static func slowContainer() -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "slow", managedObjectModel: ChatModel.make())
    let store = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    store.shouldAddStoreAsynchronously = true
    container.persistentStoreDescriptions = [store]
    return container
  }

  @Test func `R3: a store that is added asynchronously does not keep main waiting`() throws {
    let result = try explore("R3", options: ExplorationOptions(shrinks: false)) { runtime in
      let container = Self.slowContainer()
      let log = Journal()
      container.loadPersistentStores { _, error in
        log.add(error == nil ? "loaded on \(Runtime.nameOfThread ?? "?")" : "failed")
      }
      log.add("main goes on")
      runtime.atEnd {
        runtime.outcome(log.lines.contains { $0.hasPrefix("loaded on main") } ? "main" : "beside")
        #expect(
          log.lines.count == 2 && container.persistentStoreCoordinator.persistentStores.count == 1)
      }
    }
    #expect(result.outcomes.map(\.name) == ["beside"])
    #expect(result.failingSchedules == 0)
  }

  @Test func `R3: a migration takes time where the store is added`() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    func model(_ names: [String]) -> NSManagedObjectModel {
      let entity = NSEntityDescription()
      entity.name = "Item"
      entity.properties = names.map { name in
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType) = (name, .stringAttributeType)
        return attribute
      }
      let model = NSManagedObjectModel()
      model.entities = [entity]
      return model
    }
    var spent: [Duration] = []
    _ = runOnce("R3") { runtime in
      for names in [["name", "note"], ["name"], ["name"]] {
        var behaviour = CoreDataBehaviour()
        behaviour.storeCosts.rowMigrated = .seconds(5)
        let container = NSPersistentContainer(
          name: "slow", managedObjectModel: model(names), behaviour: behaviour)
        container.persistentStoreDescriptions[0].url = folder.appendingPathComponent("a.sqlite")
        let began = runtime.now
        container.loadPersistentStores { _, error in #expect(error == nil) }
        spent.append(runtime.now - began)
        let context = container.viewContext
        if names.count == 2 {
          for _ in 0..<3 { context.insert("Item", ["name": "one"]) }
          try context.save()
        }
        let coordinator = container.persistentStoreCoordinator
        try coordinator.remove(coordinator.persistentStores[0])
      }
    }
    #expect(spent == [.zero, .seconds(15), .zero])
  }

  @Test func `the switch names of a container reach its coordinator`() {
    var behaviour = CoreDataBehaviour()
    behaviour.limitedFetch = .trimThenReconcile
    let container = NSPersistentContainer(
      name: "switched", managedObjectModel: ChatModel.make(), behaviour: behaviour)
    #expect(container.persistentStoreCoordinator.behaviour.limitedFetch == .trimThenReconcile)
  }

  @Test(arguments: RuntimeKind.both)
  func `A11: the contexts of a container hang on its coordinator`(kind: RuntimeKind) throws {
    try kind.run {
      let container = NSPersistentContainer(name: "Chat", managedObjectModel: ChatModel.make())
      let contexts = [container.viewContext, container.newBackgroundContext()]
      #expect(contexts.allSatisfy { $0.parent == nil })
      let coordinator = container.persistentStoreCoordinator
      #expect(contexts.allSatisfy { $0.persistentStoreCoordinator === coordinator })
      #expect(contexts.map(\.concurrencyType.rawValue) == [2, 1])
    }
  }

  @Test func `A13: every background task has a context of its own`() throws {
    let report = runOnce("background tasks") { runtime in
      let container = NSPersistentContainer(name: "Chat", managedObjectModel: ChatModel.make())
      var contexts: [NSManagedObjectContext] = []
      for _ in 0..<2 { container.performBackgroundTask { contexts.append($0) } }
      runtime.atEnd {
        runtime.outcome(contexts.count == 2 && contexts[0] !== contexts[1] ? "two" : "shared")
      }
    }
    #expect(report.outcome == "two")
  }
}

/// What is widely observed of containers.
struct ObservedContainerTests {
  /// Where the store comes from: from a queue of its own, or from main.
  @Test(arguments: [true, false])
  func `R4: a fetch is tried before a store is there and after`(asynchronously: Bool) throws {
    let result = try explore("early", options: ExplorationOptions(shrinks: false)) { runtime in
      let container = ContainerTests.slowContainer()
      container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = asynchronously
      let context = container.newBackgroundContext()
      context.perform {
        let rooms = try? context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Room"))
        runtime.outcome(rooms == nil ? "early" : "counted")
      }
      container.loadPersistentStores { _, error in #expect(error == nil) }
    }
    #expect(result.outcomes.map(\.name).sorted() == ["counted", "early"])
    #expect(result.schedules == 2)
  }

  @Test func `R4: before its store is there a context can neither fetch nor save`() throws {
    let report = runOnce("R4") { _ in
      let container = NSPersistentContainer(name: "early", managedObjectModel: ChatModel.make())
      let context = container.newBackgroundContext()
      context.performAndWait {
        context.insert("Room", ["name": "early"])
        let failures: [() throws -> Void] = [
          { try context.save() },
          { _ = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room")) },
        ]
        for attempt in failures {
          let error = #expect(throws: CocoaError.self) { try attempt() }
          #expect(error?.code == .persistentStoreOperation)
          #expect(error?.localizedDescription.contains("loadPersistentStores") == true)
        }
        #expect(context.hasChanges, "nothing is lost")
      }
    }
    #expect(report.failures.isEmpty)
  }
}
