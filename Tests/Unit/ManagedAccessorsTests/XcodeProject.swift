/// A model and its classes as Xcode writes them, a class of a person's own, and a program.
enum XcodeProject {
  static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Person" representedClassName="PersonMO" syncable="YES">
            <attribute name="age" attributeType="Integer 32" defaultValueString="0" usesScalarValueType="YES"/>
            <attribute name="born" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
            <attribute name="height" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="token" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>
            <relationship name="boss" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="staff" inverseEntity="Person"/>
            <relationship name="staff" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Person" inverseName="boss" inverseEntity="Person"/>
            <relationship name="tasks" optional="YES" toMany="YES" deletionRule="Cascade" ordered="YES" destinationEntity="Task" inverseName="person" inverseEntity="Task"/>
        </entity>
        <entity name="Task" representedClassName=".Errand" syncable="YES">
            <attribute name="title" attributeType="String" defaultValueString="new"/>
            <relationship name="person" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="tasks" inverseEntity="Person"/>
        </entity>
    </model>
    """

  static let sources = [
    "Person+CoreDataClass.swift": """
    //
    //  Person+CoreDataClass.swift
    //

    import Foundation
    import CoreData

    @objc(PersonMO)
    public class Person: NSManagedObject {
        /* @NSManaged var ghost: Int */
        @NSManaged fileprivate var primitiveName: String?
        public var nameBelow: String? { primitiveName }
        public var note = "an \\("@NSManaged var inside: a \\("string")")"
    }

    """,
    "Person+CoreDataProperties.swift": """
    import Foundation
    import CoreData

    extension Person {

        @nonobjc public class func fetchRequest() -> NSFetchRequest<Person> {
            return NSFetchRequest<Person>(entityName: "Person")
        }

        @NSManaged public var age: Int32
        @NSManaged public var born: Date?
        @NSManaged public var height: NSNumber?
        @NSManaged public var name: String?
        @NSManaged public var token: UUID?
        @NSManaged public var boss: Person?
        @NSManaged public var staff: NSSet?
        @NSManaged public var tasks: NSOrderedSet?

    }

    // MARK: Generated accessors for staff
    extension Person {

        @objc(addStaffObject:)
        @NSManaged public func addToStaff(_ value: Person)

        @objc(removeStaffObject:)
        @NSManaged public func removeFromStaff(_ value: Person)

        @objc(addStaff:)
        @NSManaged public func addToStaff(_ values: NSSet)

        @objc(removeStaff:)
        @NSManaged public func removeFromStaff(_ values: NSSet)

    }

    // MARK: Generated accessors for tasks
    extension Person {

        @objc(insertObject:inTasksAtIndex:)
        @NSManaged public func insertIntoTasks(_ value: Errand, at idx: Int)

        @objc(removeObjectFromTasksAtIndex:)
        @NSManaged public func removeFromTasks(at idx: Int)

        @objc(insertTasks:atIndexes:)
        @NSManaged public func insertIntoTasks(_ values: [Errand], at indexes: NSIndexSet)

        @objc(removeTasksAtIndexes:)
        @NSManaged public func removeFromTasks(at indexes: NSIndexSet)

        @objc(replaceObjectInTasksAtIndex:withObject:)
        @NSManaged public func replaceTasks(at idx: Int, with value: Errand)

        @objc(addTasksObject:)
        @NSManaged public func addToTasks(_ value: Errand)

        @objc(addTasks:)
        @NSManaged public func addToTasks(_ values: NSOrderedSet)

    }

    extension Person : Identifiable {

    }

    """,
    "Errand.swift": """
    import CoreData

    /// Written by hand, with what Xcode does not write.
    public final class Errand: NSManagedObject {
        @NSManaged var title: String
        @NSManaged private(set) var person: Person?
        static func make(_ title: String, in context: NSManagedObjectContext) -> Errand {
            let made = Errand(context: context)
            made.title = title
            return made
        }
    }

    public func errands(_ titles: [String], for person: Person) {
        for title in titles { person.addToTasks(Errand.make(title, in: person.managedObjectContext!)) }
        person.replaceTasks(at: 0, with: Errand.make("first", in: person.managedObjectContext!))
        person.insertIntoTasks([Errand.make("second", in: person.managedObjectContext!)], at: NSIndexSet(index: 1))
        person.removeFromTasks(at: 2)
    }

    public func titles(_ person: Person) -> [String] {
        (person.tasks?.array as? [Errand] ?? []).map { "\\($0.title) of \\($0.person?.name ?? "-")" }
    }

    """,
  ]

  static let program = """
    import CoreData
    import Model

    let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))!
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let boss = Person(context: context)
      boss.name = "Ada"
      boss.age = 36
      boss.age += 1
      boss.height = 1.5
      boss.born = Date(timeIntervalSinceReferenceDate: 5)
      boss.token = UUID(uuidString: "00000000-0000-0000-0000-000000000007")
      let others = (1...3).map { number in
        let person = Person(context: context)
        person.name = "P\\(number)"
        return person
      }
      boss.addToStaff(NSSet(array: others))
      boss.removeFromStaff(others[1])
      errands(["a", "b"], for: boss)
      try context.save()
      context.reset()
      let request = Person.fetchRequest()
      request.predicate = NSPredicate(format: "staff.@count > 0")
      request.sortDescriptors = [NSSortDescriptor(keyPath: \\Person.name, ascending: true)]
      let found = try context.fetch(request)
      for person in found {
        print(type(of: person), person.name ?? "-", person.nameBelow ?? "-", person.age)
        print(person.height ?? 0, person.born!.timeIntervalSinceReferenceDate, person.token!)
        print((person.staff as? Set<Person> ?? []).compactMap(\\.name).sorted())
        print(person.staff!.compactMap { ($0 as? Person)?.boss?.name })
        print(titles(person), person[keyPath: \\Person.age], person.note)
      }
    }

    """

  static let printed = """
    Person Ada Ada 37
    1.5 5.0 00000000-0000-0000-0000-000000000007
    ["P1", "P3"]
    ["Ada", "Ada"]
    ["first of Ada", "second of Ada"] 37 an @NSManaged var inside: a string

    """
}
