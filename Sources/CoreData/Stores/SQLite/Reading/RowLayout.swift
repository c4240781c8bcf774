internal import Foundation

/// The columns that a statement names, each once.
struct ColumnList {
  private(set) var names: [String]
  private var places: [String: Int32] = [:]

  init(_ names: [String]) { self.names = names }

  mutating func place(of name: String) -> Int32 {
    if let known = places[name] { return known }
    let place = Int32(names.count)
    places[name] = place
    names.append(name)
    return place
  }
}

/// How the slots of one entity are found among the columns of a statement.
///
/// Reading a row asks this for every value, so a slot is a few plain numbers, which cost no
/// reference counting; what belongs to a slot otherwise is looked up when it is needed.
final class RowLayout {
  /// How a value travels between its slot and its column.
  enum Code: UInt8 {
    /// Not stored, or not wanted.
    case none
    case integer, real, text, date, data, uuid, url, decimal, opaque, reference

    init(_ attribute: NSAttributeDescription) {
      switch attribute.attributeType {
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
        .booleanAttributeType:
        self = .integer
      case .doubleAttributeType, .floatAttributeType: self = .real
      case .stringAttributeType: self = .text
      case .dateAttributeType: self = .date
      case .binaryDataAttributeType: self = .data
      case .UUIDAttributeType: self = .uuid
      case .URIAttributeType: self = .url
      case .decimalAttributeType: self = .decimal
      default: self = .opaque
      }
    }
  }

  struct Slot {
    var code: Code
    /// The slot's own number.
    var place: Int32
    var column: Int32
    /// Where its word is in a packed row.
    var word: Int32 = -1
    /// For a reference to a family of entities: where its `Z_ENT` is. Otherwise -1.
    var entityColumn: Int32
    /// The number of a reference's destination entity.
    var destination: Int32
    /// The number of the last entity that inherits from it.
    var lastDestination: Int32 = 0
  }

  /// Whether rows of the entity have transformable values, which are read at once or not at all.
  let hasOpaqueValues: Bool

  let scope: IDScope
  let slots: UnsafeMutableBufferPointer<Slot>
  /// What a slot reads as that is not stored: a transient one its default.
  let unstored: [Value]
  /// Those of all entities, in the order of their numbers.
  let scopes: [IDScope]
  /// How many bytes a packed row has before its texts and data.
  let headBytes: Int
  private let properties: [NSPropertyDescription]

  init(
    _ entity: NSEntityDescription, names: SchemaNames, scopes: [IDScope],
    only wanted: Set<String>?, columns: inout ColumnList
  ) {
    scope = scopes[Int(names.number(of: entity)) - 1]
    self.scopes = scopes
    properties = entity.layout.slots
    unstored = properties.map { property in
      guard property.isTransient, let attribute = property as? NSAttributeDescription else {
        return .null
      }
      return attribute.firstValue
    }
    slots = .allocate(capacity: properties.count)
    for (place, property) in properties.enumerated() {
      slots.initializeElement(
        at: place,
        to: wanted?.contains(property.name) == false
          ? Slot(code: .none, place: Int32(place), column: -1, entityColumn: -1, destination: 0)
          : Self.slot(Int32(place), property, names, &columns))
    }
    hasOpaqueValues = slots.contains { $0.code == .opaque }
    var place = Self.startOfEmpty + 8 * ((slots.count + 63) / 64)
    for index in slots.indices where slots[index].code != .none {
      slots[index].word = Int32(place)
      // A reference to a family tells the entity too.
      place += slots[index].code == .reference && slots[index].entityColumn >= 0 ? 16 : 8
    }
    headBytes = place
  }

  deinit { slots.deallocate() }

  func attribute(of slot: Slot) -> NSAttributeDescription? {
    properties[Int(slot.place)] as? NSAttributeDescription
  }

  func name(of slot: Slot) -> String { properties[Int(slot.place)].name }

  private static func slot(
    _ place: Int32, _ property: NSPropertyDescription, _ names: SchemaNames,
    _ columns: inout ColumnList
  ) -> Slot {
    var slot = Slot(code: .none, place: place, column: -1, entityColumn: -1, destination: 0)
    guard let column = names.column(of: property) else { return slot }
    if let attribute = property as? NSAttributeDescription {
      slot.code = Code(attribute)
    } else if let destination = (property as? NSRelationshipDescription)?.destinationEntity {
      slot.code = .reference
      slot.destination = Int32(names.number(of: destination))
      slot.lastDestination = Int32(names.numbers(of: destination).upperBound)
    }
    slot.column = columns.place(of: column.name)
    slot.entityColumn = column.entity.map { columns.place(of: $0) } ?? -1
    return slot
  }
}
