import CoreData

/// What several processes keep in one file: a tally that all of them count on, two columns of it
/// that one of them each writes, and a tick for every count.
enum TallyModel {
  static func make() -> NSManagedObjectModel {
    let tally = entity("Tally", ["value", "left", "right"])
    let tick = entity("Tick", ["writer", "number"])
    let model = NSManagedObjectModel()
    model.entities = [tally, tick]
    return model
  }

  private static func entity(_ name: String, _ numbers: [String]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = numbers.map { name in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = .integer64AttributeType
      attribute.defaultValue = 0
      return attribute
    }
    return entity
  }
}

extension NSManagedObject {
  /// A number by name.
  subscript(key: String) -> Int {
    get { value(forKey: key) as? Int ?? 0 }
    set { setValue(newValue, forKey: key) }
  }
}
