/// A set of objects that remembers the order in which they came.
///
/// Everything a context counts, saves or announces is kept in these, so that nothing it does
/// depends on hash values and two runs of one program do the same things in the same order.
struct ObjectList: Sequence {
  private var items: [NSManagedObject?] = []
  private var index = AddressIndex()
  private(set) var count = 0

  /// A list of more items is given an index.
  private static let linearLimit = 12

  init() {}

  init(_ objects: some Sequence<NSManagedObject>) { for object in objects { insert(object) } }

  var isEmpty: Bool { count == 0 }

  func contains(_ object: NSManagedObject) -> Bool { position(of: object) != nil }

  /// Where the object is in the order of arrival; it stays so while nothing is removed.
  func position(of object: NSManagedObject) -> Int? {
    index.isEmpty
      ? items.firstIndex { $0 === object } : index.position(of: object, in: items)
  }

  /// Adds the object unless it is there; says whether it was added.
  @discardableResult
  mutating func insert(_ object: NSManagedObject) -> Bool {
    if position(of: object) != nil { return false }
    append(object)
    return true
  }

  /// Adds an object that is known not to be there.
  mutating func append(_ object: NSManagedObject) {
    items.append(object)
    count += 1
    if items.count > Self.linearLimit { index.add(object, lastOf: items) }
  }

  @discardableResult
  mutating func remove(_ object: NSManagedObject) -> Bool {
    guard let position = position(of: object) else { return false }
    items[position] = nil
    count -= 1
    if count * 2 < items.count, items.count > Self.linearLimit { compact() }
    return true
  }

  mutating func removeAll() { self = ObjectList() }

  func makeIterator() -> some IteratorProtocol<NSManagedObject> {
    items.lazy.compactMap { $0 }.makeIterator()
  }

  var array: [NSManagedObject] { items.compactMap { $0 } }

  private mutating func compact() {
    items = array
    index = AddressIndex()
    if items.count > Self.linearLimit { index.rebuild(for: items) }
  }
}

/// Finds objects in a list by their addresses: positions in a table with open addressing.
///
/// An object that leaves the list leaves an empty item there, at which a search passes by, so
/// nothing is ever taken out of the table. The addresses decide nothing but how long a search
/// takes.
private struct AddressIndex {
  /// Positions counted from 1; 0 is free. At most half of them are taken.
  private var slots: [UInt32] = []

  var isEmpty: Bool { slots.isEmpty }

  func position(of object: NSManagedObject, in items: [NSManagedObject?]) -> Int? {
    var slot = firstSlot(of: object)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if items[position] === object { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func add(_ object: NSManagedObject, lastOf items: [NSManagedObject?]) {
    if items.count * 2 > slots.count {
      rebuild(for: items)
    } else {
      place(object, at: items.count - 1)
    }
  }

  mutating func rebuild(for items: [NSManagedObject?]) {
    var size = 32
    while size < items.count * 3 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for (position, item) in items.enumerated() {
      if let item { place(item, at: position) }
    }
  }

  private mutating func place(_ object: NSManagedObject, at position: Int) {
    var slot = firstSlot(of: object)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(position + 1)
  }

  /// Spreads the address over the table: a multiplication by the golden ratio, whose upper bits
  /// are the best mixed.
  private func firstSlot(of object: NSManagedObject) -> Int {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
  }
}
