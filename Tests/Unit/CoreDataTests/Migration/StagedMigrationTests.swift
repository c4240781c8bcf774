import Foundation
import Testing

@testable import CoreData

/// Migrations in stages, with something to do before and after a step.
struct StagedMigrationTests {
  /// Version 1 has names, 2 may have codes, 3 must have codes, 4 may have notes as well.
  private func model(_ version: Int) -> NSManagedObjectModel {
    let plane = NSEntityDescription()
    plane.name = "Plane"
    plane.properties = [ChatModel.string("name")]
    if version > 1 {
      let code = ChatModel.string("code")
      code.isOptional = version == 2
      plane.properties.append(code)
    }
    if version > 3 { plane.properties.append(ChatModel.string("note")) }
    let model = NSManagedObjectModel()
    model.entities = [plane]
    return model
  }

  private func reference(_ version: Int) -> NSManagedObjectModelReference {
    NSManagedObjectModelReference(
      model: model(version), versionChecksum: model(version).versionChecksum)
  }

  private func lightweight(_ versions: Int...) -> NSLightweightMigrationStage {
    NSLightweightMigrationStage(versions.map { model($0).versionChecksum })
  }

  /// The step that needs codes: they are made before it, and looked at after it.
  private func custom(_ calls: NSMutableArray = []) -> NSCustomMigrationStage {
    let stage = NSCustomMigrationStage(migratingFrom: reference(2), to: reference(3))
    func all(_ manager: NSStagedMigrationManager, _ body: (NSManagedObject) -> Void) throws {
      let context = try #require(manager.container).newBackgroundContext()
      try context.performAndWait {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Plane")).forEach(body)
        try context.save()
      }
    }
    stage.willMigrateHandler = { manager, _ in
      calls.add("will")
      try all(manager) { $0["code"] = $0["name"].map { "code of \($0)" } }
    }
    stage.didMigrateHandler = { manager, _ in
      calls.add("did")
      try all(manager) { $0["name"] = $0["name"]?.uppercased() }
    }
    return stage
  }

  private func options(_ stages: [NSMigrationStage]) -> [AnyHashable: Any] {
    [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
      NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager(stages),
    ]
  }

  /// A store of a version with one plane.
  private func withStore(_ version: Int, _ body: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("planes.sqlite")
    let stack = try ForeignStack(model: model(version), url: url)
    let context = stack.context()
    try context.performAndWait {
      let plane = context.insert("Plane", ["name": "dart"])
      if version > 1 { plane["code"] = "d1" }
      try context.save()
    }
    try stack.close()
    try body(url)
  }

  private func plane(_ version: Int, _ url: URL, _ options: [AnyHashable: Any]?) throws -> String {
    let stack = try ForeignStack(model: model(version), url: url, options: options)
    defer { try? stack.close() }
    let context = stack.context()
    return try context.performAndWait {
      let planes = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Plane"))
      return planes.map { plane in
        let code = version > 1 ? plane["code"] : nil
        return "\(plane["name"] ?? "") \(code ?? "")"
      }.joined()
    }
  }

  private func expectPlane(
    _ version: Int, _ url: URL, _ options: [AnyHashable: Any]?, _ expected: String
  ) throws {
    let found = try plane(version, url, options)
    #expect(found == expected)
  }

  @Test func `R2: each version gets to the last, through the steps that are before it`() throws {
    try RuntimeKind.inBoth {
      for (version, calls, result) in [
        (1, ["will", "did"], "DART code of dart"), (2, ["will", "did"], "DART code of dart"),
        (3, [], "dart d1"), (4, [], "dart d1"),
      ] {
        try withStore(version) { url in
          let made = NSMutableArray()
          let stages = [lightweight(1), custom(made), lightweight(4)]
          let (found, again) = (try plane(4, url, options(stages)), try plane(4, url, nil))
          #expect(found == result && again == result)
          #expect(made as? [String] == calls)
        }
      }
    }
  }

  @Test func `without its options or its stages the step is refused`() throws {
    try withStore(1) { url in
      func code(_ options: [AnyHashable: Any]) -> Int? {
        do {
          _ = try plane(4, url, options)
          return nil
        } catch { return (error as? CocoaError)?.errorCode }
      }
      var lacking = options([custom()])
      lacking[NSMigratePersistentStoresAutomaticallyOption] = nil
      #expect(code(lacking) == NSPersistentStoreIncompatibleVersionHashError)
      // No stage names version 1.
      #expect(code(options([custom()])) == NSMigrationMissingSourceModelError)
      // Twice.
      #expect(code(options([lightweight(1), custom(), lightweight(1, 4)])) == NSMigrationError)
      try expectPlane(1, url, nil, "dart ")
    }
    try withStore(4) { url in
      let refusal = #expect(throws: CocoaError.self) {
        try plane(2, url, options([lightweight(1), custom(), lightweight(4)]))
      }
      #expect(refusal?.errorCode == NSStagedMigrationBackwardMigrationError)
      try expectPlane(4, url, nil, "dart d1")
    }
  }

  @Test func `a store that was moved in from another type goes through the stages, too`() throws {
    for type in [NSPersistentStore.StoreType.binary, .xml, .inMemory] {
      let folder = try TemporaryFolder.make()
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appendingPathComponent("planes.sqlite")
      let old = try ForeignStack(
        model: model(1), url: folder.appendingPathComponent("planes"), type: type)
      let context = old.context()
      try context.performAndWait {
        context.insert("Plane", ["name": "dart"])
        try context.save()
      }
      try old.coordinator.migratePersistentStore(old.store, to: url, type: .sqlite)
      try old.close()
      let stages = [lightweight(1), custom(), lightweight(4)]
      try expectPlane(4, url, options(stages), "DART code of dart")
    }
  }

  @Test func `lightweight stages alone are one migration`() throws {
    try withStore(1) { url in
      let refusal = #expect(throws: CocoaError.self) {
        try plane(3, url, options([lightweight(1, 2), lightweight(3)]))
      }
      #expect(refusal != nil)
      try expectPlane(2, url, options([lightweight(1, 2)]), "dart ")
    }
  }

  @Test func `a handler that throws ends the migration, which goes on another time`() throws {
    struct Enough: Error {}
    try withStore(1) { url in
      for after in [false, true] {
        let stage = custom()
        let will = stage.willMigrateHandler
        if after {
          stage.willMigrateHandler = { manager, stage in
            try will?(manager, stage)
            throw Enough()
          }
        } else {
          stage.willMigrateHandler = { _, _ in throw Enough() }
        }
        let manager = NSStagedMigrationManager([lightweight(1), stage, lightweight(4)])
        var all = options([])
        all[NSPersistentStoreStagedMigrationManagerOptionKey] = manager
        #expect(throws: Enough.self) { try plane(4, url, all) }
        #expect(manager.container == nil)
        let left = try plane(2, url, nil)
        #expect(left == (after ? "dart code of dart" : "dart "))
      }
      let found = try plane(4, url, options([lightweight(1), custom(), lightweight(4)]))
      #expect(found == "DART code of dart")
    }
  }

  @Test func `a handler has plain objects, whatever class its model names`() throws {
    try withStore(1) { url in
      let named = model(2)
      named.entities[0].managedObjectClassName = "Gone.Plane"
      let stage = NSCustomMigrationStage(
        migratingFrom: NSManagedObjectModelReference(
          model: named, versionChecksum: named.versionChecksum), to: reference(3))
      let will = custom().willMigrateHandler
      stage.willMigrateHandler = { manager, stage in
        let entity = manager.container?.managedObjectModel.entitiesByName["Plane"]
        #expect(entity?.managedObjectClassName == "NSManagedObject")
        try will?(manager, stage)
      }
      try expectPlane(3, url, options([lightweight(1), stage]), "dart code of dart")
      #expect(named.entities[0].managedObjectClassName == "Gone.Plane")
    }
  }

  @Test func `a store that Apple wrote opens if it fits, and goes through no stages`() throws {
    let stages = [lightweight(1), custom(), lightweight(4)]
    try withStore(1) { url in
      try NSPersistentStoreCoordinator.setMetadata(
        [
          "NSPersistenceFrameworkVersion": 1344, NSStoreModelVersionChecksumKey: "Apple's",
          NSStoreModelVersionHashesKey: ["Plane": Data("Apple's".utf8)],
        ], type: .sqlite, at: url)
      let refusal = #expect(throws: CocoaError.self) { try plane(4, url, options(stages)) }
      #expect(refusal?.errorCode == NSStagedMigrationFrameworkVersionMismatchError)
      try expectPlane(1, url, options(stages), "dart ")
    }
  }

  @Test func `a store that does not say its checksum is found by its hashes`() throws {
    try withStore(2) { url in
      try NSPersistentStoreCoordinator.setMetadata(
        [NSStoreModelVersionChecksumKey: 0], type: .sqlite, at: url)
      try expectPlane(4, url, options([custom(), lightweight(4)]), "DART code of dart")
    }
  }

  @Test func `a store that is open in this process is not migrated in stages`() throws {
    try withStore(1) { url in
      let open = try ForeignStack(model: model(1), url: url)
      #expect(throws: CocoaError.self) {
        try plane(4, url, options([lightweight(1), custom(), lightweight(4)]))
      }
      try open.close()
      try expectPlane(1, url, nil, "dart ")
    }
  }

  @Test func `the handler after a step runs until it gets to its end`() throws {
    struct Enough: Error {}
    try withStore(1) { url in
      let failing = custom()
      failing.didMigrateHandler = { _, _ in throw Enough() }
      for _ in 0..<2 {
        #expect(throws: Enough.self) { try plane(4, url, options([lightweight(1), failing])) }
        try expectPlane(3, url, nil, "dart code of dart")
      }
      let calls = NSMutableArray()
      try expectPlane(4, url, options([lightweight(1), custom(calls)]), "DART code of dart")
      #expect(calls as? [String] == ["did"])
      try expectPlane(4, url, options([lightweight(1), custom(calls)]), "DART code of dart")
      #expect(calls.count == 1)
    }
  }

  @Test func `a reference that names another checksum, or nothing, is refused`() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let version = folder.appendingPathComponent("Planes.xcdatamodeld/Planes 2.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try """
    <model><entity name="Plane"><attribute name="name" optional="YES" attributeType="String"/>
    </entity></model>
    """.write(to: version.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let bundle = try #require(Bundle(path: folder.path))
    let model = try NSManagedObjectModel(reading: version)
    let sum = model.versionChecksum
    typealias Reference = NSManagedObjectModelReference
    let sound = [
      Reference(fileURL: version, versionChecksum: sum),
      Reference(name: "Planes 2", in: bundle, versionChecksum: sum),
      Reference(
        entityVersionHashes: model.entityVersionHashesByName, in: bundle, versionChecksum: sum),
    ]
    for reference in sound { #expect(reference.resolvedModel.versionChecksum == sum) }
    let wrong = [
      Reference(model: model, versionChecksum: "Xcode's"),
      Reference(name: "Planes 3", in: bundle, versionChecksum: sum),
      Reference(entityVersionHashes: [:], in: bundle, versionChecksum: sum),
    ]
    for reference in wrong {
      let refusal = #expect(throws: CocoaError.self) { try reference.resolve() }
      #expect(refusal?.code == .managedObjectModelReferenceNotFound)
    }
    #expect(throws: ModelFileError.self) {
      try Reference(fileURL: folder, versionChecksum: sum).resolve()
    }
  }
}

/// Lightweight migrations whose old tables are dropped later.
struct DeferredMigrationTests {
  private static let key = NSPersistentStoreDeferredLightweightMigrationOptionKey
  private let migrating: [AnyHashable: Any] = [
    NSMigratePersistentStoresAutomaticallyOption: true,
    NSInferMappingModelAutomaticallyOption: true,
  ]

  /// With another name for the topics of rooms, so that rows are copied.
  private func model(_ topic: String = "topic") -> NSManagedObjectModel {
    ChatModel.make {
      let attribute = $0["Room"]!.attributesByName["topic"]
      attribute?.name = topic
      attribute?.renamingIdentifier = "topic"
    }
  }

  private func oldTables(_ url: URL) throws -> Int {
    try PlainDatabase(url).number("SELECT COUNT(*) FROM sqlite_schema WHERE name GLOB 'OLD_*'")
  }

  @Test func `R2: old tables stay until they are dropped, one by one or all`() throws {
    try RuntimeKind.inBoth {
      let folder = try TemporaryFolder.make()
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appendingPathComponent("chat.sqlite")
      func open(_ model: NSManagedObjectModel, defers: Bool = false) throws -> ForeignStack {
        var options = migrating
        if defers { options[Self.key] = true }
        let stack = try ForeignStack(model: model, url: url, options: options)
        let context = stack.context()
        try context.performAndWait {
          if try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Room")) == 0 {
            context.insert("Room", ["name": "lobby"])
            try context.save()
          }
          let rooms = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
          #expect(rooms.map { $0["name"] } == ["lobby"])
        }
        return stack
      }
      try open(model()).close()
      let first = try open(model("one"), defers: true)
      #expect(first.store.metadata[Self.key] as? Bool == true)
      let count = try oldTables(url)
      #expect(count > 3)
      try first.coordinator.finishDeferredLightweightMigrationTask()
      #expect(try oldTables(url) == count - 1)
      first.store.metadata = ["note": "kept"]
      try first.close()
      // The next migration finishes the one before, and leaves its own tables.
      let second = try open(model("two"), defers: true)
      #expect(try oldTables(url) >= count)
      try second.close()
      let third = try open(model("two"))
      #expect(third.store.metadata[Self.key] as? Bool == true)
      try third.coordinator.finishDeferredLightweightMigration()
      #expect(try oldTables(url) == 0)
      #expect(third.store.metadata[Self.key] == nil)
      #expect(third.store.metadata["note"] as? String == "kept")
      try third.coordinator.finishDeferredLightweightMigration()
      try third.coordinator.finishDeferredLightweightMigrationTask()
      try third.close()
      // Without the option everything is done at once.
      let fourth = try open(model("three"))
      #expect(try oldTables(url) == 0)
      #expect(fourth.store.metadata[Self.key] == nil)
      try fourth.close()
    }
  }
}
