import CoreData
import Foundation
import Testing

/// Names of Apple's framework that have little or nothing to do here. Code that mentions them
/// compiles, and does what `DIFFERENCES.md` says.
struct SurfaceTests {
  @Test func `versions of the framework can be compared`() {
    let earlier = [
      NSCoreDataVersionNumber10_10, NSCoreDataVersionNumber10_10_2, NSCoreDataVersionNumber10_10_3,
      NSCoreDataVersionNumber10_11, NSCoreDataVersionNumber10_11_3, NSCoreDataVersionNumber10_4,
      NSCoreDataVersionNumber10_4_3, NSCoreDataVersionNumber10_5, NSCoreDataVersionNumber10_5_3,
      NSCoreDataVersionNumber10_6, NSCoreDataVersionNumber10_6_2, NSCoreDataVersionNumber10_6_3,
      NSCoreDataVersionNumber10_7, NSCoreDataVersionNumber10_7_2, NSCoreDataVersionNumber10_7_3,
      NSCoreDataVersionNumber10_7_4, NSCoreDataVersionNumber10_8, NSCoreDataVersionNumber10_8_2,
      NSCoreDataVersionNumber10_9, NSCoreDataVersionNumber10_9_2, NSCoreDataVersionNumber10_9_3,
      NSCoreDataVersionNumber_iPhoneOS_3_0, NSCoreDataVersionNumber_iPhoneOS_3_1,
      NSCoreDataVersionNumber_iPhoneOS_3_2, NSCoreDataVersionNumber_iPhoneOS_4_0,
      NSCoreDataVersionNumber_iPhoneOS_4_1, NSCoreDataVersionNumber_iPhoneOS_4_2,
      NSCoreDataVersionNumber_iPhoneOS_4_3, NSCoreDataVersionNumber_iPhoneOS_5_0,
      NSCoreDataVersionNumber_iPhoneOS_5_1, NSCoreDataVersionNumber_iPhoneOS_6_0,
      NSCoreDataVersionNumber_iPhoneOS_6_1, NSCoreDataVersionNumber_iPhoneOS_7_0,
      NSCoreDataVersionNumber_iPhoneOS_7_1, NSCoreDataVersionNumber_iPhoneOS_8_0,
      NSCoreDataVersionNumber_iPhoneOS_8_3, NSCoreDataVersionNumber_iPhoneOS_9_0,
      NSCoreDataVersionNumber_iPhoneOS_9_2, NSCoreDataVersionNumber_iPhoneOS_9_3,
    ]
    #expect(earlier.allSatisfy { $0 < NSCoreDataVersionNumber })
  }

  @Test func `keys without effect are there, each with a text of its own`() {
    let keys = [
      NSPersistentStoreFileProtectionKey, NSPersistentStoreOSCompatibility,
      NSBinaryStoreSecureDecodingClasses, NSBinaryStoreInsecureDecodingCompatibilityOption,
      NSPersistentStoreUbiquitousContentNameKey, NSPersistentStoreUbiquitousContentURLKey,
      NSPersistentStoreUbiquitousContainerIdentifierKey,
      NSPersistentStoreUbiquitousPeerTokenOption,
      NSPersistentStoreRebuildFromUbiquitousContentOption,
      NSPersistentStoreRemoveUbiquitousMetadataOption,
      NSPersistentStoreUbiquitousTransitionTypeKey, NSPersistentStoreModelVersionChecksumKey,
      NSMigrationManagerKey, NSMigrationSourceObjectKey, NSMigrationDestinationObjectKey,
      NSMigrationEntityMappingKey, NSMigrationPropertyMappingKey, NSMigrationEntityPolicyKey,
      NSNotification.Name.NSPersistentStoreDidImportUbiquitousContentChanges.rawValue,
    ]
    #expect(Set(keys).count == keys.count)
    let types: [NSPersistentStoreUbiquitousTransitionType] = [
      .accountAdded, .accountRemoved, .contentRemoved, .initialImportCompleted,
    ]
    #expect(types.map(\.rawValue) == [1, 2, 3, 4])
    #expect(Set(types).count == 4 && types[0] != types[1])
    #expect(NSPersistentStoreUbiquitousTransitionType(rawValue: 5) == nil)
  }

  @Test func `a store takes options without effect`() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
    let store = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil,
      options: [
        NSPersistentStoreFileProtectionKey: "complete",
        NSPersistentStoreUbiquitousContentNameKey: "chat",
      ])
    #expect(store.type == NSInMemoryStoreType)
    #expect(type(of: store).migrationManagerClass() == NSMigrationManager.self)
  }

  @Test func `models keep what has no effect`() throws {
    let secret = NSAttributeDescription()
    #expect(!secret.allowsCloudEncryption && !secret.isIndexedBySpotlight)
    (secret.allowsCloudEncryption, secret.isIndexedBySpotlight) = (true, true)
    secret.isStoredInExternalRecord = true
    secret.attributeValueClassName = "NSURL"
    let copy = try #require(secret.copy() as? NSAttributeDescription)
    #expect(copy.allowsCloudEncryption && copy.isIndexedBySpotlight)
    #expect(copy.isStoredInExternalRecord && copy.attributeValueClassName == "NSURL")
  }

  @Test func `an element of an index knows its index and its property's name`() {
    let text = NSAttributeDescription()
    text.name = "text"
    let element = NSFetchIndexElementDescription(property: text, collationType: .binary)
    #expect(element.indexDescription == nil && element.propertyName == "text")
    let index = NSFetchIndexDescription(name: "byText", elements: [element])
    #expect(element.indexDescription === index)
  }

  @Test func `the coordinator knows the classes of its stores, and IDs by their text`() throws {
    let types = NSPersistentStoreCoordinator.registeredStoreTypes
    #expect(Set(types.keys).isSuperset(of: [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType]))
    let chat = try ChatStack()
    let id = try chat.add("Room", ["name": "lobby"])
    let text = id.uriRepresentation().absoluteString
    #expect(chat.coordinator.managedObjectID(for: text) == id)
    #expect(chat.coordinator.managedObjectID(for: "no URI") == nil)
  }

  @Test func `a coordinator fetches past what is pending`() throws {
    let chat = try ChatStack()
    let id = try chat.add("Room", ["name": "lobby"])
    let context = chat.context("reader")
    try context.performAndWait {
      context.insert(context.insert("Room", ["name": "pending"]))
      let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
      let found = try chat.coordinator.execute(request, with: context) as? [NSManagedObject]
      #expect(found?.map(\.objectID) == [id])
    }
  }

  @Test func `a fetch can be a value in a predicate`() throws {
    let chat = try ChatStack()
    try chat.add("Room", ["name": "lobby"])
    let context = chat.context("reader")
    context.performAndWait {
      let request = NSExpression(
        forConstantValue: NSFetchRequest<any NSFetchRequestResult>(entityName: "Room"))
      let place = NSExpression(forConstantValue: context)
      let rooms = NSFetchRequestExpression.expression(
        forFetch: request, context: place, countOnly: false)
      let count = NSFetchRequestExpression.expression(
        forFetch: request, context: place, countOnly: true)
      #expect(rooms.expressionType == NSFetchRequestExpressionType)
      #expect((rooms.expressionValue(with: nil, context: nil) as? [Any])?.count == 1)
      #expect(count.expressionValue(with: nil, context: nil) as? Int == 1)
      let parts = count as? NSFetchRequestExpression
      #expect(parts?.isCountOnlyRequest == true)
      #expect(parts?.requestExpression == request && parts?.contextExpression == place)
    }
  }

  @Test func `a property can be named in brackets`() throws {
    let chat = try ChatStack()
    let context = chat.context("writer")
    context.performAndWait {
      let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
      let hall: Any? = "hall"
      room["name"] = hall
      let name: Any? = room["name"]
      #expect(name as? String == "hall")
      #expect(NSManagedObject.contextShouldIgnoreUnmodeledPropertyChanges)
    }
  }

  @Test func `IDs and requests can be copied`() throws {
    let id = try ChatStack().add("Room", ["name": "lobby"])
    #expect(id.copy() as? NSManagedObjectID == id)
    let batch = NSBatchDeleteRequest(objectIDs: [id])
    #expect(batch.copy() as? NSBatchDeleteRequest === batch)
  }

  @Test func `the default folder is a property as well as a method`() {
    let folder: URL = NSPersistentContainer.defaultDirectoryURL
    #expect(folder == NSPersistentContainer.defaultDirectoryURL())
    // Also at the first call, which makes it.
    #expect(folder.hasDirectoryPath)
  }
}
