import Foundation
import Testing

@testable import CoreData

/// Stores that become stores of another model, object by object.
struct MappingModelTests {
  typealias StoreType = NSPersistentStore.StoreType

  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("chat.store"))
  }

  /// The next version: rooms are halls, texts are bodies, positions are texts.
  private func nextModel() -> NSManagedObjectModel {
    ChatModel.make { entities in
      entities["Room"]!.name = "Hall"
      entities["Room"]!.renamingIdentifier = "Room"
      let text = entities["Message"]!.attributesByName["text"]!
      (text.name, text.renamingIdentifier) = ("body", "text")
      let messages = entities["Room"]!.relationshipsByName["messages"]!
      (messages.name, messages.renamingIdentifier) = ("posts", "messages")
    }
  }

  private func fill(_ url: URL, _ type: StoreType) throws {
    let stack = try ForeignStack(model: ChatModel.make(), url: url, type: type)
    let context = stack.context()
    try context.performAndWait {
      for name in ["lobby", "attic"] {
        let room = context.insert("Room", ["name": name])
        for text in ["a", "b"] {
          context.insert("Message", ["text": "\(name) \(text)", "position": 7, "room": room])
        }
      }
      try context.save()
    }
    try stack.close()
  }

  private func contents(_ url: URL, _ type: StoreType) throws -> [String] {
    let stack = try ForeignStack(model: nextModel(), url: url, type: type)
    defer { try? stack.close() }
    let context = stack.context()
    return try context.performAndWait {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Hall")).map { hall in
        let posts = hall.value(forKey: "posts") as? Set<NSManagedObject> ?? []
        return "\(hall["name"] ?? ""): \(posts.compactMap { $0["body"] }.sorted())"
      }.sorted()
    }
  }

  private let expected = [#"attic: ["attic a", "attic b"]"#, #"lobby: ["lobby a", "lobby b"]"#]

  @Test(arguments: [
    (StoreType.sqlite, StoreType.sqlite), (.binary, .binary), (.xml, .sqlite), (.sqlite, .xml),
  ])
  func `R2: an inferred mapping makes objects of the new model, in place or elsewhere`(
    from: StoreType, to: StoreType
  ) throws {
    try RuntimeKind.inBoth {
      try inFolder { url in
        for place in [url, url.appendingPathExtension("new")] {
          try fill(url, from)
          let (old, new) = (ChatModel.make(), nextModel())
          let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: old, destinationModel: new)
          let names = mapping.entityMappings.map { $0.name ?? "" }
          #expect(names == ["IEM_Transform_Hall", "IEM_Transform_Member", "IEM_Transform_Message"])
          let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
          try manager.migrateStore(from: url, type: from, mapping: mapping, to: place, type: to)
          #expect(manager.migrationProgress == 1)
          #expect(try contents(place, to) == expected)
          let files = try FileManager.default.contentsOfDirectory(
            atPath: url.deletingLastPathComponent().path)
          #expect(files.filter { $0.contains("migrated") || $0.hasSuffix("-new") }.isEmpty)
          try NSPersistentStoreCoordinator(managedObjectModel: old)
            .destroyPersistentStore(at: url, type: from)
          try? FileManager.default.removeItem(at: url)
        }
      }
    }
  }

  /// The expressions that Xcode writes into a mapping.
  @Test(arguments: [
    ("destinationInstancesForEntityMappingNamed:sourceInstances:", "IEM_Transform_Message"),
    ("destinationInstancesForSourceRelationshipNamed:sourceInstances:", "messages"),
  ])
  func `a mapping may call the migration manager by Xcode's selectors`(
    selector: String, of: String
  ) throws {
    try inFolder { url in
      try fill(url, .sqlite)
      let (old, new) = (ChatModel.make(), nextModel())
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: old, destinationModel: new)
      for entity in mapping.entityMappings {
        let name = try #require(entity.sourceEntityName)
        let filter = name == "Message" ? "text ENDSWITH \"b\"" : "TRUEPREDICATE"
        entity.sourceExpression = NSExpression(
          format: """
            FETCH(FUNCTION($manager, "fetchRequestForSourceEntityNamed:predicateString:", %@, %@), \
            $manager.sourceContext, NO)
            """, name, filter)
      }
      let halls = try #require(mapping.entityMappingsByName["IEM_Transform_Hall"])
      let posts = try #require(halls.relationshipMappings?.first { $0.name == "posts" })
      posts.valueExpression = NSExpression(
        format: "FUNCTION($manager, %@, %@, $source.messages)", selector, of)
      let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
      try manager.migrateStore(from: url, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
      #expect(
        try contents(url, .sqlite) == [#"attic: ["attic b"]"#, #"lobby: ["lobby b"]"#])
    }
  }

  @Test func `a policy makes what a mapping cannot say, in Apple's order`() throws {
    try inFolder { url in
      try fill(url, .sqlite)
      let (old, new) = (ChatModel.make(), nextModel())
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: old, destinationModel: new)
      let halls = try #require(mapping.entityMappingsByName["IEM_Transform_Hall"])
      halls.entityMigrationPolicyClassName = NSStringFromClass(LoudPolicy.self)
      let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
      let calls = NSMutableArray()
      manager.userInfo = ["calls": calls]
      try manager.migrateStore(from: url, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
      #expect(
        calls as? [String] == [
          "begin", "create", "create", "end of creation", "connect", "connect",
          "end of connecting", "validate", "end",
        ])
      #expect(try contents(url, .sqlite).map { String($0.prefix(5)) } == ["ATTIC", "LOBBY"])
    }
  }

  @Test func `the progress goes on with each object, and is whole at the end only`() throws {
    try inFolder { url in
      try fill(url, .sqlite)
      let (old, new) = (ChatModel.make(), nextModel())
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: old, destinationModel: new)
      for entity in mapping.entityMappings {
        entity.entityMigrationPolicyClassName = NSStringFromClass(MeasuringPolicy.self)
      }
      let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
      let measured = NSMutableArray()
      manager.userInfo = ["measured": measured]
      try manager.migrateStore(from: url, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
      let numbers = measured as? [Float] ?? []
      // Two rooms and four messages, each made and then connected.
      #expect(numbers.count == 12)
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(numbers)")
      #expect(numbers.first == 0 && numbers.allSatisfy { $0 < 1 })
      #expect(manager.migrationProgress == 1)
    }
  }

  @Test func `a migration that fails or is cancelled leaves the file as it was`() throws {
    try inFolder { url in
      try fill(url, .sqlite)
      let before = try Data(contentsOf: url)
      let (old, new) = (ChatModel.make(), nextModel())
      func migrate(_ adjust: (NSMappingModel, NSMigrationManager) -> Void) throws {
        let mapping = try NSMappingModel.inferredMappingModel(
          forSourceModel: old, destinationModel: new)
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        adjust(mapping, manager)
        try manager.migrateStore(from: url, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
      }
      func named(_ mapping: NSMappingModel, _ policy: String) {
        mapping.entityMappingsByName["IEM_Transform_Message"]?.entityMigrationPolicyClassName =
          policy
      }
      #expect(throws: CancellingPolicy.Enough.self) {
        try migrate { mapping, _ in named(mapping, NSStringFromClass(CancellingPolicy.self)) }
      }
      let unknown = #expect(throws: CocoaError.self) {
        try migrate { mapping, _ in named(mapping, "Nobody.Has") }
      }
      #expect(unknown?.code == .entityMigrationPolicy)
      let misfit = #expect(throws: CocoaError.self) {
        try migrate { mapping, _ in
          mapping.entityMappingsByName["IEM_Transform_Message"]?.attributeMappings = [
            NSPropertyMapping(
              name: "position", valueExpression: NSExpression(forConstantValue: "seven"))
          ]
        }
      }
      #expect(misfit?.code == .entityMigrationPolicy)
      #expect(try Data(contentsOf: url) == before)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: url.deletingLastPathComponent().path)
      #expect(names.filter { $0.contains("migrated") }.isEmpty)
    }
  }

  @Test func `an inferred mapping finds what was renamed before, by identifiers that both have`()
    throws
  {
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: nextModel(), destinationModel: nextModel())
    let names = mapping.entityMappings.map { $0.name ?? "" }
    #expect(names == ["IEM_Copy_Hall", "IEM_Copy_Member", "IEM_Copy_Message"])
    let texts = mapping.entityMappingsByName["IEM_Copy_Message"]?.attributeMappings ?? []
    let body = texts.first { $0.name == "body" }
    #expect(body?.valueExpression?.description.contains("body") == true)
    let halls = mapping.entityMappingsByName["IEM_Copy_Hall"]?.relationshipMappings ?? []
    let posts = halls.first { $0.name == "posts" }
    #expect(posts?.valueExpression?.description.contains("posts") == true)
  }

  @Test func `what cannot be inferred is the error 134190`() throws {
    let changed = ChatModel.make {
      $0["Message"]!.attributesByName["text"]!.attributeType = .integer64AttributeType
    }
    let mandatory = ChatModel.make {
      let motto = ChatModel.string("motto")
      motto.isOptional = false
      $0["Room"]!.properties += [motto]
    }
    for model in [changed, mandatory] {
      let refusal = #expect(throws: CocoaError.self) {
        try NSMappingModel.inferredMappingModel(
          forSourceModel: ChatModel.make(), destinationModel: model)
      }
      #expect(refusal?.code == .inferredMappingModel)
    }
  }
}

/// Writes names in capitals, and notes what it is asked.
final class LoudPolicy: NSEntityMigrationPolicy {
  private func note(_ call: String, _ manager: NSMigrationManager) {
    (manager.userInfo?["calls"] as? NSMutableArray)?.add(call)
  }

  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) {
    note("begin", manager)
  }
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    note("create", manager)
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    for new in manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    {
      new["name"] = sInstance["name"]?.uppercased()
    }
  }
  override func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) { note("end of creation", manager) }
  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    note("connect", manager)
    try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
  }
  override func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) { note("end of connecting", manager) }
  override func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) { note("validate", manager) }
  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) {
    note("end", manager)
  }
}

/// Notes how far a migration is when it comes to an object.
final class MeasuringPolicy: NSEntityMigrationPolicy {
  private func measure(_ manager: NSMigrationManager) {
    (manager.userInfo?["measured"] as? NSMutableArray)?.add(manager.migrationProgress)
  }

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    measure(manager)
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
  }
  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    measure(manager)
    try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
  }
}

/// Cancels while objects are connected.
final class CancellingPolicy: NSEntityMigrationPolicy {
  struct Enough: Error {}
  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) { manager.cancelMigrationWithError(Enough()) }
}
