internal import Synchronization

/// Where the properties of an entity are kept, worked out once when its model is frozen.
///
/// `Row.values` and the objects' storage share one numbering: attributes first, then to-one
/// relationships. To-many relationships are numbered apart, because rows do not hold them.
/// A subentity continues the numbering of its superentity, so a slot means the same in both.
final class EntityLayout: @unchecked Sendable {
  // @unchecked Sendable because nothing in it changes after `init`, and the descriptions it
  // names are frozen.
  enum Place: Hashable, Sendable {
    /// An attribute or a to-one relationship: index into `values`.
    case value(Int)
    /// A to-many relationship: index into the to-many storage.
    case toMany(Int)
  }

  /// Per value slot, the attribute or to-one relationship kept there.
  let slots: [NSPropertyDescription]
  /// Per value slot, the type of the attribute kept there, if it is one.
  let types: [NSAttributeType?]
  /// Per to-many index, the relationship.
  let toMany: [NSRelationshipDescription]
  /// The slots whose values are never stored.
  let transientSlots: [Int]
  /// The indices of ordered to-many relationships.
  let ordered: SlotSet
  /// What all entities that share a table have in common. It tells families apart even when the
  /// entities above are gone.
  let family: Family
  /// Made by the first object of the entity.
  private let madePlan = OnceReference<EntityPlan>()
  private let places: PlacesByName
  private let composites: [String: CompositeSlots]
  /// The places by the keys of accessors.
  private let keyed = SlotTable()

  init(of entity: NSEntityDescription) {
    let inherited = entity.superentity?.layout
    family = inherited?.family ?? Family()
    var slots = inherited?.slots ?? []
    var toMany = inherited?.toMany ?? []
    let own = entity.ownProperties.sorted { $0.name < $1.name }
    for case let attribute as NSAttributeDescription in own { slots += attribute.frozenParts }
    for case let relationship as NSRelationshipDescription in own {
      if relationship.isToMany { toMany.append(relationship) } else { slots.append(relationship) }
    }
    var places: [String: Place] = [:]
    for (index, property) in slots.enumerated() { places[property.name] = .value(index) }
    for (index, property) in toMany.enumerated() { places[property.name] = .toMany(index) }
    self.slots = slots
    types = slots.map { ($0 as? NSAttributeDescription)?.attributeType }
    self.toMany = toMany
    transientSlots = slots.indices.filter { slots[$0].isTransient }
    ordered = SlotSet(toMany.indices.filter { toMany[$0].isOrdered })
    self.places = PlacesByName(places)
    let valuePlaces = Dictionary(
      slots.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var composites = inherited?.composites ?? [:]
    for case let composite as NSCompositeAttributeDescription in own {
      composites[composite.name] = CompositeSlots(
        of: composite, path: composite.name, places: valuePlaces)
    }
    self.composites = composites
  }

  func place(of name: String) -> Place? { places[name] }

  /// Where the parts of a composite attribute are.
  func composite(_ name: String) -> CompositeSlots? {
    composites.isEmpty ? nil : composites[name]
  }

  /// The composite attribute that a slot is part of.
  func compositeName(of slot: Int) -> String? {
    if composites.isEmpty { return nil }
    let name = slots[slot].name.prefix { $0 != "." }
    return composites[String(name)] == nil ? nil : String(name)
  }

  /// Where an accessor of a kind finds its property, if it has been looked up before.
  @inline(__always)
  func knownIndex(_ key: PropertyKey, _ kind: SlotKind) -> Int? { keyed.index(key, kind) }

  /// The same by the property's name; nil if the entity has none that fits.
  func lookUp(_ key: PropertyKey, _ kind: SlotKind) -> Int? {
    let found: (kind: SlotKind, index: Int)
    switch places[key.name] {
    case .value(let slot):
      found = ((slots[slot] as? NSAttributeDescription).map { SlotKind($0) } ?? .toOne, slot)
    case .toMany(let index): found = (toMany[index].isOrdered ? .ordered : .toMany, index)
    case nil: return nil
    }
    if found.kind != kind { return nil }
    keyed.add(key, kind, found.index)
    return found.index
  }

  /// What objects of the entity need to know.
  @inline(__always)
  func plan(_ make: () -> EntityPlan) -> EntityPlan { madePlan.object(make) }

  /// The same, handed to `body` without being counted.
  @inline(__always)
  func withPlan<Result>(
    _ make: () -> EntityPlan, _ body: (EntityPlan) throws -> Result
  ) rethrows -> Result {
    try madePlan.visit(make, body)
  }
}

/// Where the parts of a composite attribute are kept, and the dictionary that they make together.
struct CompositeSlots: Sendable {
  private indirect enum Part: Sendable {
    case value(Int)
    case composite(CompositeSlots)
  }

  private var parts: [(name: String, part: Part)] = []

  /// - Parameter places: the slots of the parts that hold values, by key path.
  init(of composite: NSCompositeAttributeDescription, path: String, places: [String: Int]) {
    for element in composite.elements {
      let name = "\(path).\(element.name)"
      if let inner = element as? NSCompositeAttributeDescription {
        parts.append(
          (element.name, .composite(CompositeSlots(of: inner, path: name, places: places))))
      } else if let slot = places[name] {
        parts.append((element.name, .value(slot)))
      }
    }
  }

  /// The values as a dictionary; nil if there are none.
  func dictionary(_ value: (Int) -> Any?) -> [String: Any]? {
    var dictionary: [String: Any] = [:]
    for (name, part) in parts {
      switch part {
      case .value(let slot): dictionary[name] = value(slot)
      case .composite(let inner): dictionary[name] = inner.dictionary(value)
      }
    }
    return dictionary.isEmpty ? nil : dictionary
  }

  /// Calls `body` with every slot and the value that the dictionary has for it.
  func visit(_ dictionary: [String: Any]?, _ body: (Int, Any?) -> Void) {
    for (name, part) in parts {
      switch part {
      case .value(let slot): body(slot, dictionary?[name])
      case .composite(let inner): inner.visit(dictionary?[name] as? [String: Any], body)
      }
    }
  }

  var slots: [Int] {
    parts.flatMap { _, part in
      switch part {
      case .value(let slot): [slot]
      case .composite(let inner): inner.slots
      }
    }
  }
}
