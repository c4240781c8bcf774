import Foundation
import LongTests
import Testing

@testable import WorkbookKit

/// Files of Core Data as apps have them: a model beside them, classes that Xcode generates or an author
/// wrote with `@NSManaged`, a stack that is a singleton.
@Suite(.long, .serialized) struct CoreDataIdiomsTests {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      <entity name="Room" representedClassName="Room" syncable="YES" codeGenerationType="class">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="unread" optional="YES" attributeType="Integer 64" defaultValueString="0" usesScalarValueType="YES"/>
        <relationship name="messages" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Message" inverseName="room" inverseEntity="Message"/>
      </entity>
      <entity name="Message" representedClassName="CDMessage" syncable="YES" codeGenerationType="category">
        <attribute name="text" optional="YES" attributeType="String"/>
        <attribute name="at" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
        <relationship name="room" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Room" inverseName="messages" inverseEntity="Room"/>
      </entity>
    </model>
    """
  private static let beside = ["Chat.xcdatamodeld/Chat.xcdatamodel/contents": model]

  private static let stack = """
    import CoreData
    import UIKit

    @objc(CDMessage)
    public class CDMessage: NSManagedObject {
      var isLong: Bool { (text ?? "").count > 3 }
    }

    @objcMembers class CoreDataManager: NSObject {
      static let shared = CoreDataManager()
      private let container: NSPersistentContainer = {
        let container = NSPersistentContainer(name: "Chat")
        container.loadPersistentStores { _, error in
          if let error { fatalError("\\(error)") }
        }
        return container
      }()
      func newContext() -> NSManagedObjectContext { container.newBackgroundContext() }
      @objc func receive(_ text: String) {
        container.performBackgroundTask { context in
          let request: NSFetchRequest<Room> = Room.fetchRequest()
          guard let room = try? context.fetch(request).first else { return }
          room.unread += 1
          let message = CDMessage(context: context)
          message.text = text
          room.addToMessages(message)
          try? context.save()
        }
      }
    }

    func setUp() throws {
      let context = CoreDataManager.shared.newContext()
      try context.performAndWait {
        Room(context: context).name = "Lobby"
        try context.save()
      }
    }

    func unread() throws -> [Int] {
      let context = CoreDataManager.shared.newContext()
      return try context.performAndWait {
        let room = try context.fetch(Room.fetchRequest() as NSFetchRequest<Room>)[0]
        let texts = room.messages as? Set<CDMessage> ?? []
        return [Int(room.unread), texts.count, texts.filter(\\.isLong).count]
      }
    }
    """

  @Test func `a model is found by its name, with the classes that Xcode generates`() async throws {
    let report = try await TryDesk.report(
      Self.stack + """

        func scenario(_ s: Stage) throws {
          try setUp()
          s.thread("A") { CoreDataManager.shared.receive("hello") }
          s.ending { "\\(try unread())" }
        }
        """, beside: Self.beside)
    #expect(report.found == [])
    #expect(report.endings.map(\.words) == ["[1, 1, 1]"])
    #expect(report.orders == 1)
  }

  /// The other's save is refused by the version of the row, and `try?` drops it.
  @Test func `a save that is dropped is found, with a store that is new in each order`()
    async throws
  {
    let report = try await TryDesk.report(
      Self.stack + """

        func scenario(_ s: Stage) throws {
          try setUp()
          for text in ["one", "two"] { s.thread(text) { CoreDataManager.shared.receive(text) } }
          s.ending { "\\(try unread())" }
          s.expect("both are counted") { try unread() == [2, 2, 0] }
        }
        """, beside: Self.beside)
    #expect(report.findings.map(\.sentence) == ["\"both are counted\""])
    #expect(report.endings.map(\.words).sorted() == ["[1, 1, 0]", "[2, 2, 0]"])
    #expect(report.isExhaustive)
    let steps = report.findings.first?.timeline?.steps.map(\.text) ?? []
    for unwanted in ["looks for an open store", "NSPersistentContainer.swift"] {
      #expect(!steps.contains { $0.contains(unwanted) })
    }
  }

  @Test func `a class written with @NSManaged has accessors, and its lines are the reader's`()
    async throws
  {
    let text = """
      import CoreData
      @objc(Item)
      final class Item: NSManagedObject {
        @NSManaged public var title: String?
      }
      @objc class Stack: NSObject {
        var saves = 0
        let container = NSPersistentContainer(name: "X", managedObjectModel: makeModel())
        func save(_ title: String) {
          container.performBackgroundTask { context in
            Item(context: context).title = title
            try? context.save()
            self.saves += 1
          }
        }
      }
      func makeModel() -> NSManagedObjectModel {
        let (model, entity, title) =
          (NSManagedObjectModel(), NSEntityDescription(), NSAttributeDescription())
        (entity.name, entity.managedObjectClassName) = ("Item", "Item")
        (title.name, title.attributeType, title.isOptional) = ("title", .stringAttributeType, true)
        entity.properties = [title]
        model.entities = [entity]
        return model
      }
      func scenario(_ s: Stage) {
        let stack = Stack()
        stack.container.loadPersistentStores { _, error in precondition(error == nil) }
        for title in ["A", "B"] { s.thread(title) { stack.save(title) } }
      }
      """
    let report = try await TryDesk.report(text)
    #expect(
      report.findings.map(\.sentence).first?.hasPrefix("Mine.swift:13 writes `saves`, :13 ") == true
    )
    let refusal = try await TryDesk.refusal(text + "\nlet a: Int = \"b\"\n")
    #expect(refusal.contains(#/[^\/]\/Mine\.swift:31:14: error: cannot convert/#), "\(refusal)")
    #expect(!refusal.contains("copies"))
  }

  @Test func `beside managed classes stand extensions of the stack, and paths of keys`()
    async throws
  {
    let report = try await TryDesk.report(
      """
      import CoreData
      @objc(Item)
      final class Item: NSManagedObject {
        @NSManaged var title: String
      }
      extension NSPersistentContainer {
        func fresh() -> NSManagedObjectContext { newBackgroundContext() }
      }
      extension NSManagedObjectContext {
        func item(_ title: String) -> Item? {
          let request = NSFetchRequest<Item>(entityName: "Item")
          request.predicate = NSPredicate(format: "%K == %@", #keyPath(Item.title), title)
          return try? fetch(request).first
        }
      }
      func scenario(_ s: Stage) {
        let (model, entity, title) =
          (NSManagedObjectModel(), NSEntityDescription(), NSAttributeDescription())
        (entity.name, entity.managedObjectClassName) = ("Item", "Item")
        (title.name, title.attributeType, title.isOptional) = ("title", .stringAttributeType, true)
        entity.properties = [title]
        model.entities = [entity]
        let container = NSPersistentContainer(name: "X", managedObjectModel: model)
        container.loadPersistentStores { _, error in precondition(error == nil) }
        let context = container.fresh()
        context.performAndWait {
          Item(context: context).title = "A"
          try! context.save()
        }
        let other = container.fresh()
        s.expect("found") { other.performAndWait { other.item("A")?.title } == "A" }
      }
      """)
    #expect(report.found == [])
    #expect(report.isExhaustive)
  }

  /// The other two ways that apps name their model and their file.
  @Test func `a model is found in the bundle, and a store in the documents is new in each order`()
    async throws
  {
    let report = try await TryDesk.report(
      """
      import CoreData
      @objc(CDMessage) public final class CDMessage: NSManagedObject {}
      func scenario(_ s: Stage) throws {
        let url = Bundle.main.url(forResource: "Chat", withExtension: "momd")!
        let model = NSManagedObjectModel(contentsOf: url)!
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil,
          at: folder.appendingPathComponent("Chat.sqlite"), options: nil)
        func context() -> NSManagedObjectContext {
          let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          context.persistentStoreCoordinator = coordinator
          return context
        }
        for name in ["A", "B"] {
          s.thread(name) {
            let context = context()
            try context.performAndWait {
              Room(context: context).name = name
              try context.save()
            }
          }
        }
        s.expect("two rooms") {
          let context = context()
          return try context.performAndWait {
            try context.count(for: NSFetchRequest<Room>(entityName: "Room")) == 2
          }
        }
      }
      """, beside: Self.beside)
    #expect(report.found == [])
    #expect(report.orders == 2 && report.isExhaustive)
  }

  @Test func `a managed member that can have no accessor is told at its line`() async throws {
    let refusal = try await TryDesk.refusal(
      """
      import CoreData
      enum Outer {
        final class Item: NSManagedObject {
          @NSManaged var title: String?
        }
      }
      func scenario() {}
      """)
    #expect(refusal.contains("/Mine.swift:4:1: error: "), "\(refusal)")
  }

  @Test func `what is used off its queue is found, with its lines and what would put it right`()
    async throws
  {
    let report = try await TryDesk.report(
      """
      import CoreData
      @objc(CDMessage) public class CDMessage: NSManagedObject {}
      func scenario(_ s: Stage) throws {
        let container = NSPersistentContainer(name: "Chat")
        container.loadPersistentStores { _, error in if let error { fatalError("\\(error)") } }
        s.thread("A") {
          let room = Room(context: container.viewContext)
          room.name = "Lobby"
          print("made")
        }
        s.thread("B") { container.viewContext.performAndWait { print("waited") } }
      }
      """, beside: Self.beside)
    let begins = "on thread A, which runs what begins at Mine.swift:6. It belongs to"
    #expect(
      report.found == [
        "QUEUE Mine.swift:7: The view context was used (insert(_:)) \(begins) the main queue. in 1 of 1",
        "QUEUE Mine.swift:8: Room t1 was touched (name) \(begins) the view context, and that to the "
          + "main queue.",
      ])
    #expect(report.isExhaustive)
    #expect(report.status == .notPassed)
    #expect(report.findings.first?.advice?.contains("perform { } of the view context") == true)
    #expect(report.printed?.lines.sorted() == ["made", "waited"])
  }
}
