internal import CoreData

/// A row of seven attributes of all kinds, and a relationship.
final class WideItem: NSManagedObject {
  var number: Int64 {
    get { attribute(Keys.number) }
    set { setAttribute(Keys.number, to: newValue) }
  }
  var title: String? {
    get { attribute(Keys.title) }
    set { setAttribute(Keys.title, to: newValue) }
  }
  var madeAt: Date? {
    get { attribute(Keys.madeAt) }
    set { setAttribute(Keys.madeAt, to: newValue) }
  }
  var price: NSDecimalNumber? {
    get { attribute(Keys.price) }
    set { setAttribute(Keys.price, to: newValue) }
  }
  var token: UUID? {
    get { attribute(Keys.token) }
    set { setAttribute(Keys.token, to: newValue) }
  }
  var payload: Data? {
    get { attribute(Keys.payload) }
    set { setAttribute(Keys.payload, to: newValue) }
  }
  var isDone: Bool {
    get { attribute(Keys.isDone) }
    set { setAttribute(Keys.isDone, to: newValue) }
  }
  var room: NSManagedObject? {
    get { related(Keys.room) }
    set { setRelated(Keys.room, to: newValue) }
  }

  private enum Keys {
    static let number = PropertyKey("number")
    static let title = PropertyKey("title")
    static let madeAt = PropertyKey("madeAt")
    static let price = PropertyKey("price")
    static let token = PropertyKey("token")
    static let payload = PropertyKey("payload")
    static let isDone = PropertyKey("isDone")
    static let room = PropertyKey("room")
  }
}

/// How values go in and out.
enum WideAccess: String, CaseIterable {
  case typed
  case byKey = "by key"

  func set(_ values: WideValues, _ room: NSManagedObject?, in item: WideItem) {
    switch self {
    case .typed:
      item.number = values.number
      item.title = values.title
      item.madeAt = values.madeAt
      item.price = values.price
      item.token = values.token
      item.payload = values.payload
      item.isDone = values.isDone
      item.room = room
    case .byKey:
      item.setValue(values.number, forKey: "number")
      item.setValue(values.title, forKey: "title")
      item.setValue(values.madeAt, forKey: "madeAt")
      item.setValue(values.price, forKey: "price")
      item.setValue(values.token, forKey: "token")
      item.setValue(values.payload, forKey: "payload")
      item.setValue(values.isDone, forKey: "isDone")
      item.setValue(room, forKey: "room")
    }
  }

  /// Reads every value, and adds up something of each.
  func sum(of item: WideItem) -> Int {
    switch self {
    case .typed:
      Int(item.number) + (item.title?.utf8.count ?? 0)
        + Int(item.madeAt?.timeIntervalSinceReferenceDate ?? 0)
        + (item.price == nil ? 0 : 1) + Int(item.token?.uuid.15 ?? 0)
        + (item.payload?.count ?? 0) + (item.isDone ? 1 : 0) + (item.room == nil ? 0 : 1)
    case .byKey:
      Int(item.value(forKey: "number") as? Int64 ?? 0)
        + ((item.value(forKey: "title") as? String)?.utf8.count ?? 0)
        + Int((item.value(forKey: "madeAt") as? Date)?.timeIntervalSinceReferenceDate ?? 0)
        + (item.value(forKey: "price") is NSDecimalNumber ? 1 : 0)
        + Int((item.value(forKey: "token") as? UUID)?.uuid.15 ?? 0)
        + ((item.value(forKey: "payload") as? Data)?.count ?? 0)
        + (item.value(forKey: "isDone") as? Bool == true ? 1 : 0)
        + (item.value(forKey: "room") == nil ? 0 : 1)
    }
  }
}

/// The values of one row, the same on both sides.
struct WideValues {
  let number: Int64
  let title: String
  let madeAt: Date
  let cents: Int64
  let token: UUID
  let payload: Data
  let isDone: Bool
  let price: NSDecimalNumber

  init(_ index: Int, round: Int = 0) {
    number = Int64(index + round)
    title = wideTitle(index)
    madeAt = Date(timeIntervalSinceReferenceDate: Double(index))
    cents = Int64(index % 100_000) * 7 + 1
    let low = UInt8(truncatingIfNeeded: index)
    token = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, low >> 4, low, low))
    payload = Data(repeating: low, count: 24)
    isDone = index % 2 == 0
    price = NSDecimalNumber(value: cents).multiplying(byPowerOf10: -2)
  }
}

/// Half of the texts have letters beyond ASCII, composed and not.
func wideTitle(_ index: Int) -> String {
  switch index % 8 {
  case 0: "Größe und Maß \(index) der übrigen Räume"
  case 2: "Cafe\u{301} nume\u{301}ro \(index), cre\u{300}me brûlée"
  case 4: "İstanbul, ışık ve Çiçek \(index) pazarı"
  case 6: "Übermäßig straßauf \(index), Ærøskøbing"
  default: "Message \(index): see you at the bridge at eight"
  }
}

/// A stack on a store file, with items and rooms.
final class WideStack: Sendable {
  let coordinator: NSPersistentStoreCoordinator

  init(path: String) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.makeModel())
    try coordinator.addPersistentStore(type: .sqlite, at: URL(filePath: path))
  }

  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Inserts items, so many to a room, and saves.
  func insert(_ values: [WideValues], _ access: WideAccess, toRoom: Int, batch: Int = .max) throws {
    let context = context()
    try context.performAndWait {
      var room: NSManagedObject?
      for (index, values) in values.enumerated() {
        if index % batch == 0, index > 0 {
          try context.save()
          context.reset()
          room = nil
        }
        if room == nil || index % toRoom == 0 {
          room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
          room?.setValue("room \(index / toRoom)", forKey: "name")
        }
        access.set(values, room, in: WideItem(context: context))
      }
      try context.save()
    }
  }

  static func request() -> NSFetchRequest<WideItem> {
    let request = NSFetchRequest<WideItem>(entityName: "Item")
    request.returnsObjectsAsFaults = false
    return request
  }

  private static func makeModel() -> NSManagedObjectModel {
    func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
      let attribute = NSAttributeDescription()
      (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
      return attribute
    }
    let (room, item) = (NSEntityDescription(), NSEntityDescription())
    (room.name, item.name) = ("Room", "Item")
    item.managedObjectClassName = "Benchmarks.WideItem"
    let (toRoom, items) = (NSRelationshipDescription(), NSRelationshipDescription())
    (toRoom.name, toRoom.maxCount, toRoom.destinationEntity) = ("room", 1, room)
    (items.name, items.destinationEntity) = ("items", item)
    (toRoom.inverseRelationship, items.inverseRelationship) = (items, toRoom)
    item.properties = [
      attribute("number", .integer64AttributeType), attribute("title", .stringAttributeType),
      attribute("madeAt", .dateAttributeType), attribute("price", .decimalAttributeType),
      attribute("token", .UUIDAttributeType), attribute("payload", .binaryDataAttributeType),
      attribute("isDone", .booleanAttributeType), toRoom,
    ]
    room.properties = [attribute("name", .stringAttributeType), items]
    let model = NSManagedObjectModel()
    model.entities = [item, room]
    return model
  }
}
