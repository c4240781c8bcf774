internal import Synchronization

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

/// Where an entity keeps its properties, by their keys: a hash table of addresses. A key is looked
/// up by its name when it is first used on an object of the entity, and stays.
///
/// Reading takes no lock, because every access to a property comes by. Entries are only added; a
/// table that has become too small is kept, because another thread may be reading it.
struct SlotTable: ~Copyable {
  private struct Entry: ~Copyable {
    /// 0 while the place is free; in the first entry, the number of all others less one.
    let address = Atomic<UInt>(0)
    /// A kind and an index in one word.
    let place = Atomic<UInt32>(0)
  }

  private struct Growth: @unchecked Sendable {
    // @unchecked Sendable because the pointers are used only behind the lock, or atomically.
    var count = 0
    /// All tables, the one in use last.
    var tables: [UnsafeMutablePointer<Entry>] = []
  }

  private let start: Atomic<UnsafeMutablePointer<Entry>>
  private let growth: Mutex<Growth>

  init() {
    let first = Self.table(of: 16)
    start = Atomic(first)
    growth = Mutex(Growth(tables: [first]))
  }

  deinit {
    growth.withLock { growth in
      for table in growth.tables { table.deallocate() }
    }
  }

  /// The slot or index of a property of that kind; nil if the key has not been used yet, or is
  /// another kind's.
  @inline(__always)
  func index(_ key: PropertyKey, _ kind: SlotKind) -> Int? {
    let table = start.load(ordering: .acquiring)
    let mask = table.pointee.address.load(ordering: .relaxed)
    let address = UInt(bitPattern: key.nameStart)
    var probe = Self.hash(address) & mask
    while true {
      let entry = table + Int(probe) + 1
      let found = entry.pointee.address.load(ordering: .acquiring)
      if found == address {
        let place = entry.pointee.place.load(ordering: .relaxed)
        return place >> 24 == kind.rawValue ? Int(place & 0xFF_FFFF) : nil
      }
      if found == 0 { return nil }
      probe = (probe + 1) & mask
    }
  }

  /// Notes where the property of a key is.
  func add(_ key: PropertyKey, _ kind: SlotKind, _ index: Int) {
    let place = kind.rawValue << 24 | UInt32(index)
    growth.withLock { growth in
      if self.index(key, kind) != nil { return }
      growth.count += 1
      var table = growth.tables[growth.tables.count - 1]
      let size = Int(table.pointee.address.load(ordering: .relaxed)) + 1
      if growth.count * 4 > size {
        let larger = Self.table(of: size * 2)
        for old in 1...size {
          let address = (table + old).pointee.address.load(ordering: .relaxed)
          if address == 0 { continue }
          Self.put(address, (table + old).pointee.place.load(ordering: .relaxed), into: larger)
        }
        growth.tables.append(larger)
        table = larger
      }
      Self.put(UInt(bitPattern: key.nameStart), place, into: table)
      start.store(table, ordering: .releasing)
    }
  }

  private static func table(of size: Int) -> UnsafeMutablePointer<Entry> {
    let table = UnsafeMutablePointer<Entry>.allocate(capacity: size + 1)
    for index in 0...size { (table + index).initialize(to: Entry()) }
    table.pointee.address.store(UInt(size - 1), ordering: .relaxed)
    return table
  }

  private static func put(
    _ address: UInt, _ place: UInt32, into table: UnsafeMutablePointer<Entry>
  ) {
    let mask = table.pointee.address.load(ordering: .relaxed)
    var probe = hash(address) & mask
    while (table + Int(probe) + 1).pointee.address.load(ordering: .relaxed) != 0 {
      probe = (probe + 1) & mask
    }
    (table + Int(probe) + 1).pointee.place.store(place, ordering: .relaxed)
    (table + Int(probe) + 1).pointee.address.store(address, ordering: .releasing)
  }

  /// Names lie next to each other in the program, at distances of a few bytes.
  @inline(__always)
  private static func hash(_ address: UInt) -> UInt {
    (address &* 0x9E37_79B9_7F4A_7C15) >> 40
  }
}

/// A set of slots, in ascending order. One word holds those of nearly every entity.
struct SlotSet: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
  /// Slots below 64, one bit each.
  private var low: UInt64 = 0
  private var high: Set<Int> = []

  init() {}

  init(_ slots: some Sequence<Int>) { for slot in slots { insert(slot) } }

  init(arrayLiteral slots: Int...) { self.init(slots) }

  var isEmpty: Bool { low == 0 && high.isEmpty }

  func contains(_ slot: Int) -> Bool {
    slot < 64 ? low & (1 << UInt64(slot)) != 0 : high.contains(slot)
  }

  mutating func insert(_ slot: Int) {
    if slot < 64 { low |= 1 << UInt64(slot) } else { high.insert(slot) }
  }

  func makeIterator() -> AnyIterator<Int> {
    var word = low
    var rest = high.sorted()[...]
    return AnyIterator {
      if word == 0 { return rest.popFirst() }
      defer { word &= word - 1 }
      return word.trailingZeroBitCount
    }
  }
}
