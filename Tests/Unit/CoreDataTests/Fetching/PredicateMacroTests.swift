import CoreData
import Testing

final class Shelf: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
  var books: Set<Book> { value(forKey: "books") as? Set<Book> ?? [] }
}

final class Book: NSManagedObject {
  var title: String {
    get { value(forKey: "title") as? String ?? "" }
    set { setValue(newValue, forKey: "title") }
  }
  var subtitle: String? {
    get { value(forKey: "subtitle") as? String }
    set { setValue(newValue, forKey: "subtitle") }
  }
  var pages: Int {
    get { value(forKey: "pages") as? Int ?? 0 }
    set { setValue(newValue, forKey: "pages") }
  }
  var isRead: Bool {
    get { value(forKey: "isRead") as? Bool ?? false }
    set { setValue(newValue, forKey: "isRead") }
  }
  var shelf: Shelf? {
    get { value(forKey: "shelf") as? Shelf }
    set { setValue(newValue, forKey: "shelf") }
  }
  /// No property of the model, and it reads two of them.
  var label: String { title + "\(pages)" }
}

/// Swift evaluates the same predicates over the same objects, and says what has to be found.
struct `A predicate made of a macro` {
  private func library() throws -> NSManagedObjectContext {
    let (book, shelf) = (NSEntityDescription(), NSEntityDescription())
    (book.name, book.managedObjectClassName) = ("Book", ".Book")
    (shelf.name, shelf.managedObjectClassName) = ("Shelf", ".Shelf")
    func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
      let made = NSAttributeDescription()
      (made.name, made.attributeType, made.isOptional) = (name, type, true)
      return made
    }
    let (home, books) = (NSRelationshipDescription(), NSRelationshipDescription())
    (home.name, home.destinationEntity, home.maxCount) = ("shelf", shelf, 1)
    (books.name, books.destinationEntity) = ("books", book)
    (home.inverseRelationship, books.inverseRelationship) = (books, home)
    book.properties = [
      attribute("title", .stringAttributeType), attribute("subtitle", .stringAttributeType),
      attribute("pages", .integer64AttributeType), attribute("isRead", .booleanAttributeType), home,
    ]
    shelf.properties = [attribute("name", .stringAttributeType), books]
    let model = NSManagedObjectModel()
    model.entities = [book, shelf]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: URL(filePath: "/dev/null"))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let shelves = ["Sea", "Ärger", ""].map { name in
        let shelf = Shelf(context: context)
        shelf.name = name
        return shelf
      }
      let titles = ["Emma", "Dune", "emma", "Ulysses", "Übermut", "", "Dune II", "Ebb"]
      for (number, title) in titles.enumerated() {
        let book = Book(context: context)
        (book.title, book.pages, book.isRead) = (title, number * 7 % 5, number % 3 == 0)
        if number % 2 == 0 { book.subtitle = "part \(number)" }
        if number != 5 { book.shelf = shelves[number % 2] }
      }
      try context.save()
      context.reset()
    }
    return context
  }

  private static let least = 2
  private static let wanted = ["Dune", "Ebb", "Nothing"]

  private static let ofBooks: [Predicate<Book>] = [
    #Predicate { $0.title == "Emma" },
    #Predicate { $0.title != "Emma" },
    #Predicate { $0.pages > least },
    #Predicate { $0.pages >= least && $0.pages <= 3 },
    #Predicate { $0.pages < least || $0.isRead },
    #Predicate { !$0.isRead },
    #Predicate { $0.isRead },
    #Predicate { $0.isRead == false },
    #Predicate { $0.title.contains("un") },
    #Predicate { $0.title.starts(with: "E") },
    #Predicate { wanted.contains($0.title) },
    #Predicate { (1...3).contains($0.pages) },
    #Predicate { (1..<3).contains($0.pages) },
    #Predicate { $0.subtitle == nil },
    #Predicate { $0.subtitle != nil },
    #Predicate { $0.subtitle == "part 2" },
    #Predicate { $0.shelf == nil },
    #Predicate { $0.shelf?.name == "Sea" },
    #Predicate { $0.pages + 1 == 3 },
    #Predicate { $0.pages * 2 - 1 > least },
    #Predicate { $0.pages % 2 == 1 },
    #Predicate { _ in true },
    #Predicate { $0.title == $0.subtitle ?? "" || $0.pages == 0 },
  ]

  private static let ofShelves: [Predicate<Shelf>] = [
    #Predicate { $0.books.count > 3 },
    #Predicate { $0.books.isEmpty },
    #Predicate { $0.books.contains { $0.isRead && $0.pages > least } },
    #Predicate { $0.books.allSatisfy { $0.pages < 4 } },
    #Predicate { $0.books.filter { $0.isRead }.count == 2 },
    #Predicate { $0.books.contains { $0.title.contains("mm") } && $0.name == "Sea" },
  ]

  @Test(arguments: ofBooks.indices)
  func `finds the books that Swift finds`(index: Int) throws {
    try compare(Self.ofBooks[index], cannotBeSaid: index == Self.ofBooks.count - 1)
  }

  @Test(arguments: ofShelves.indices)
  func `finds the shelves that Swift finds`(index: Int) throws {
    try compare(Self.ofShelves[index])
  }

  private func compare<Kind: NSManagedObject>(
    _ predicate: Predicate<Kind>, cannotBeSaid: Bool = false
  ) throws {
    let context = try library()
    try context.performAndWait {
      let all = try context.fetch(NSFetchRequest<Kind>(entityName: "\(Kind.self)"))
      #expect(all.count > 2)
      guard let made = NSPredicate(predicate) else {
        #expect(cannotBeSaid, "\(predicate)")
        return
      }
      #expect(!cannotBeSaid)
      let expected = Set(try all.filter { try predicate.evaluate($0) })
      let request = NSFetchRequest<Kind>(entityName: "\(Kind.self)")
      request.predicate = made
      #expect(Set(try context.fetch(request)) == expected, "\(made.asWritten)")
      #expect(Set(all.filter(made.evaluate)) == expected, "\(made.asWritten)")
    }
  }

  @Test func `is none where a key path leads through no property of the model`() throws {
    let context = try library()
    context.performAndWait {
      #expect(NSPredicate(#Predicate<Book> { $0.label == "Emma0" }) == nil)
      #expect(NSPredicate(#Predicate<Book> { $0.title.count > 3 }) == nil)
      #expect(
        NSPredicate(#Predicate<Book> { $0.shelf?.name == "Sea" })?.asWritten
          == #"shelf.name == "Sea""#)
    }
  }
}
