/// What an accessor expects to find at its place. A class fits an entity if its accessors do.
enum SlotKind: UInt32 {
  case text = 1
  case date, data, uuid, url, decimal, boolean, integer16, integer32, integer64, double, float
  /// A value of any other type, which is kept as it is.
  case object
  case toOne, toMany, ordered

  init(_ attribute: NSAttributeDescription) {
    self =
      switch attribute.attributeType {
      case .stringAttributeType: .text
      case .dateAttributeType: .date
      case .binaryDataAttributeType: .data
      case .UUIDAttributeType: .uuid
      case .URIAttributeType: .url
      case .decimalAttributeType: .decimal
      case .booleanAttributeType: .boolean
      case .integer16AttributeType: .integer16
      case .integer32AttributeType: .integer32
      case .integer64AttributeType: .integer64
      case .doubleAttributeType: .double
      case .floatAttributeType: .float
      case .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType,
        .compositeAttributeType:
        .object
      }
  }
}

/// Where an entity keeps its properties, by the numbers of their keys. Made by the first accessor
/// that is used on an object of the entity; it never changes then.
struct SlotTable {
  /// A kind and an index in one word; 0 for a property that the entity lacks.
  struct Entry {
    let bits: UInt32

    static let none = Entry(bits: 0)

    fileprivate init(bits: UInt32) { self.bits = bits }

    init(_ kind: SlotKind, _ index: Int) { bits = kind.rawValue << 24 | UInt32(index) }

    @inline(__always)
    func isKind(_ kind: SlotKind) -> Bool { bits >> 24 == kind.rawValue }

    var kind: SlotKind? { SlotKind(rawValue: bits >> 24) }

    @inline(__always)
    var index: Int { Int(bits & 0xFF_FFFF) }
  }

  /// The number of entries, then the entries. A plain pointer, because every read comes by.
  let start: UnsafePointer<UInt32>

  init(of layout: EntityLayout) {
    var entries: [(number: Int, entry: Entry)] = []
    for (slot, property) in layout.slots.enumerated() {
      let kind = (property as? NSAttributeDescription).map { SlotKind($0) } ?? .toOne
      entries.append((Int(PropertyKey.number(of: property.name)), Entry(kind, slot)))
    }
    for (index, relationship) in layout.toMany.enumerated() {
      let kind = relationship.isOrdered ? SlotKind.ordered : .toMany
      entries.append((Int(PropertyKey.number(of: relationship.name)), Entry(kind, index)))
    }
    let count = (entries.map(\.number).max() ?? -1) + 1
    let words = UnsafeMutablePointer<UInt32>.allocate(capacity: count + 1)
    words.initialize(repeating: 0, count: count + 1)
    words[0] = UInt32(count)
    for (number, entry) in entries { words[number + 1] = entry.bits }
    start = UnsafePointer(words)
  }

  init(start: UnsafePointer<UInt32>) { self.start = start }

  func deallocate() { start.deallocate() }

  @inline(__always)
  subscript(key: PropertyKey) -> Entry {
    let number = UInt32(bitPattern: key.number)
    return number < start[0] ? Entry(bits: start[Int(number) + 1]) : .none
  }
}
