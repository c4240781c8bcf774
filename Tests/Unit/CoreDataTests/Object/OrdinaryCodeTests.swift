import CoreData
import Testing

/// Code as it is written against Apple's Core Data. That it compiles is most of the test; it
/// imports nothing but the public face of CoreData.
final class Novel: NSManagedObject {
  var title: String? {
    get { value(forKey: "title") as? String }
    set { setValue(newValue, forKey: "title") }
  }
  var pages: Int32 {
    get { attribute(Self.pagesKey) }
    set { setAttribute(Self.pagesKey, to: newValue) }
  }
  var sequel: Novel? {
    get { value(forKey: "sequel") as? Novel }
    set { setValue(newValue, forKey: "sequel") }
  }
  private static let pagesKey = PropertyKey("pages")
  var both: String { (title ?? "") + "\(pages)" }
}

struct OrdinaryCodeTests {
  private func stack() throws -> (NSManagedObjectContext, NSPersistentStore) {
    let novel = NSEntityDescription()
    novel.name = "Novel"
    novel.managedObjectClassName = ".Novel"
    let (title, pages) = (NSAttributeDescription(), NSAttributeDescription())
    (title.name, title.attributeType) = ("title", .stringAttributeType)
    (pages.name, pages.attributeType) = ("pages", .integer32AttributeType)
    let (sequel, prequel) = (NSRelationshipDescription(), NSRelationshipDescription())
    (sequel.name, prequel.name, sequel.maxCount, prequel.maxCount) = ("sequel", "prequel", 1, 1)
    (sequel.destinationEntity, prequel.destinationEntity) = (novel, novel)
    (sequel.inverseRelationship, prequel.inverseRelationship) = (prequel, sequel)
    novel.properties = [title, pages, sequel, prequel]
    let model = NSManagedObjectModel()
    model.entities = [novel]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      for (number, name) in ["Emma", "Dune", "Ulysses"].enumerated() {
        let novel = Novel(context: context)
        (novel.title, novel.pages) = (name, Int32(3 - number))
      }
      try context.save()
    }
    return (context, store)
  }

  @Test func `a sort descriptor takes key paths, and SQL sorts by them`() throws {
    let (context, _) = try stack()
    try context.performAndWait {
      let request = NSFetchRequest<Novel>(entityName: "Novel")
      request.sortDescriptors = [NSSortDescriptor(keyPath: \Novel.title, ascending: true)]
      #expect(try context.fetch(request).map(\.title) == ["Dune", "Emma", "Ulysses"])
      request.sortDescriptors = [NSSortDescriptor(keyPath: \Novel.pages, ascending: true)]
      #expect(try context.fetch(request).map(\.pages) == [1, 2, 3])
      request.sortDescriptors = [NSSortDescriptor(keyPath: \Novel.pages, ascending: false)]
      let found = try context.fetch(request)
      #expect(found.map(\.pages) == [3, 2, 1])
      found[0].sequel = found[2]
      try context.save()
      let sequel = NSSortDescriptor(keyPath: \Novel.sequel?.title, ascending: false)
      #expect(sequel.key == "sequel.title")
      request.sortDescriptors = [sequel]
      #expect(try context.fetch(request).first === found[0])
      let sorted = (found as NSArray).sortedArray(using: [
        NSSortDescriptor(keyPath: \Novel.pages, ascending: true)
      ])
      #expect(sorted.compactMap { ($0 as? Novel)?.pages } == [1, 2, 3])
      #expect(NSSortDescriptor(keyPath: \Novel.pages, ascending: true).key == "pages")
      #expect(
        (NSSortDescriptor(keyPath: \Novel.pages, ascending: true).reversedSortDescriptor
          as? NSSortDescriptor)?.ascending == false)
    }
  }

  @Test func `a key path that reads two properties is refused with its reason`() async {
    await #expect(processExitsWith: .failure) {
      let (_, _) = try OrdinaryCodeTests().stack()
      _ = NSSortDescriptor(keyPath: \Novel.both, ascending: true).key
    }
  }

  @Test func `notifications and their keys have Swift's spellings`() throws {
    let (context, _) = try stack()
    let heard = Heard()
    let names = [
      NSManagedObjectContext.willSaveObjectsNotification,
      NSManagedObjectContext.didChangeObjectsNotification,
      NSManagedObjectContext.didSaveObjectsNotification,
      NSManagedObjectContext.didSaveObjectIDsNotification,
    ]
    let tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
        typealias Key = NSManagedObjectContext.NotificationKey
        let objects = note.userInfo?[Key.insertedObjects.rawValue] as? Set<NSManagedObject>
        let ids = note.userInfo?[Key.insertedObjectIDs.rawValue] as? Set<NSManagedObjectID>
        heard.counts.append(objects?.count ?? ids?.count ?? 0)
      }
    }
    try context.performAndWait {
      _ = Novel(context: context)
      try context.save()
    }
    tokens.forEach(NotificationCenter.default.removeObserver)
    #expect(heard.counts.sorted() == [0, 1, 1, 1])
    #expect(NSManagedObjectContext.NotificationKey.sourceContext.rawValue == "managedObjectContext")
    #expect(
      NSManagedObjectContext.didMergeChangesObjectIDsNotification
        == .NSManagedObjectContextDidMergeChangesObjectIDs)
  }

  @Test func `performAndWait and perform are handed on as functions`() throws {
    let (context, _) = try stack()
    let wait: (() throws -> Void) throws -> Void = context.performAndWait
    var count = 0
    try wait { count = context.registeredObjects.count }
    #expect(count == 3 || count == 0)
    let plainly: (() -> Void) -> Void = context.performAndWait
    plainly { count += 1 }
    #expect(count > 0)
    func working(by run: (() -> Void) -> Void) { run { count += 1 } }
    working(by: context.performAndWait)
    #expect(count > 1)
    let later: (@escaping () -> Void) -> Void = context.perform
    let done = DispatchSemaphore(value: 0)
    later { done.signal() }
    done.wait()
    #expect(NSManagedObjectContext(.mainQueue).concurrencyType == .mainQueueConcurrencyType)
  }

  @Test func `any request is taken where one is taken`() throws {
    let (context, _) = try stack()
    try context.performAndWait {
      let request = NSFetchRequest<Novel>(entityName: "Novel")
      let untyped = request.untyped
      #expect(try context.count(for: request) == 3 && context.count(for: untyped) == 3)
      #expect(try context.fetch(untyped).count == 3)
      let model = NSManagedObjectModel()
      model.setFetchRequestTemplate(request, forName: "all")
      #expect(model.fetchRequestTemplate(forName: "all")?.entityName == "Novel")
      model.setFetchRequestTemplate(nil, forName: "all")
      #expect(model.fetchRequestTemplatesByName.isEmpty)
      _ = try context.execute(NSBatchDeleteRequest(fetchRequest: request))
      #expect(try context.count(for: request) == 0)
    }
  }

  @Test func `the metadata of a store is set`() throws {
    let (context, store) = try stack()
    store.metadata["mood"] = "good"
    #expect(store.metadata["mood"] as? String == "good")
    #expect(context.persistentStoreCoordinator?.metadata(for: store)["mood"] as? String == "good")
    #expect(store.metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
  }

  @Test(arguments: [true, false])
  func `a store in memory that is to keep a history is refused`(wantsHistory: Bool) throws {
    let (context, _) = try stack()
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: try #require(context.persistentStoreCoordinator).managedObjectModel)
    func open() throws {
      try coordinator.addPersistentStore(
        type: .inMemory, at: URL(fileURLWithPath: "/dev/null"),
        options: [NSPersistentHistoryTrackingKey: wantsHistory as NSNumber])
    }
    if wantsHistory { #expect(throws: CocoaError.self) { try open() } } else { try open() }
  }

  @Test func `changes of members are announced as mutations of a set`() throws {
    let (context, _) = try stack()
    try context.performAndWait {
      let novel = try #require(
        try autoreleasepool { try context.fetch(NSFetchRequest<Novel>(entityName: "Novel")) }.first)
      novel.willChangeValue(forKey: "sequel", withSetMutation: .union, using: [novel])
      novel.didChangeValue(forKey: "sequel", withSetMutation: .union, using: [novel])
      #expect(novel.hasChanges)
    }
  }
}

private final class Heard: @unchecked Sendable {
  // @unchecked Sendable because notifications come on the thread that saves, which waits for them.
  var counts: [Int] = []
}
