import CoreData

/// What the workers keep: counters that number their items, and the items themselves.
///
///     Counter   owner  value                            ←→  items
///     Item      owner  serial  state  check             ←→  counter
enum LoadModel {
  /// The owner of the counters that several workers count on.
  static let everybody: Int64 = -1

  static func make() -> NSManagedObjectModel {
    let counter = entity("Counter", ["owner", "value"])
    let item = entity("Item", ["owner", "serial", "state", "check"])
    let (items, back) = (NSRelationshipDescription(), NSRelationshipDescription())
    (items.name, items.destinationEntity, items.inverseRelationship) = ("items", item, back)
    (back.name, back.destinationEntity, back.inverseRelationship) = ("counter", counter, items)
    back.maxCount = 1
    counter.properties += [items]
    item.properties += [back]
    let model = NSManagedObjectModel()
    model.entities = [counter, item]
    return model
  }

  private static func entity(_ name: String, _ numbers: [String]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = numbers.map { name in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = .integer64AttributeType
      return attribute
    }
    return entity
  }
}

extension NSManagedObject {
  /// A number by name; 0 if the row went before it was read.
  subscript(key: String) -> Int64 {
    get { (value(forKey: key) as? NSNumber)?.int64Value ?? 0 }
    set { setValue(NSNumber(value: newValue), forKey: key) }
  }

  /// Gives an item its state, and the sum by which a reader knows that a row is whole.
  func setState(_ state: Int64) {
    self["state"] = state
    self["check"] = Self.check(self)
  }

  /// Whether the four numbers of an item were written together.
  var isWhole: Bool { self["check"] == Self.check(self) }

  private static func check(_ item: NSManagedObject) -> Int64 {
    item["owner"] * 1_000_003 &+ item["serial"] * 1_009 &+ item["state"]
  }
}

extension NSManagedObjectContext {
  func insert(_ entity: String) -> NSManagedObject {
    NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
  }

  func items(of owner: Int64, serial: Int64? = nil) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate =
      serial.map { NSPredicate(format: "owner == %d AND serial == %d", owner, $0) }
      ?? NSPredicate(format: "owner == %d", owner)
    return try fetch(request)
  }
}
