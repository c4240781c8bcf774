internal import Foundation

/// A set of objects that remembers the order in which they came.
///
/// Everything a context counts, saves or announces is kept in these, so that nothing it does
/// depends on hash values and two runs of one program do the same things in the same order.
struct ObjectList: Sequence {
  private var items: [NSManagedObject?] = []
  /// Of a list that is too long for a linear search.
  private var index: AddressIndex?
  private(set) var count = 0

  private static let linearLimit = 12

  init() {}

  init(_ objects: some Sequence<NSManagedObject>) { for object in objects { insert(object) } }

  var isEmpty: Bool { count == 0 }

  func contains(_ object: NSManagedObject) -> Bool { position(of: object) != nil }

  /// Where the object is in the order of arrival; it stays so while nothing is removed.
  func position(of object: NSManagedObject) -> Int? {
    if let index { return items.withUnsafeBytes { index.position(of: object, in: $0) } }
    return items.firstIndex { $0 === object }
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
    // A copy of this list may have the same index, and what it appends is not in this one.
    if items.count > Self.linearLimit, !isKnownUniquelyReferenced(&index) {
      index = AddressIndex()
    }
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

  /// Calls `body` with each object, in order. The list holds them meanwhile, so that none of them
  /// need be counted, as a loop would do: a save walks through its objects a dozen times.
  @inline(__always)
  func visit(_ body: (NSManagedObject) throws -> Void) rethrows {
    try items.visitPresent(body)
  }

  var underestimatedCount: Int { count }

  var array: [NSManagedObject] { items.compactMap { $0 } }

  /// The objects that have `wanted` among the marks, of which there is one for each object. If all
  /// have it, that is this list itself, and nothing is copied.
  func filtered<Mark: Equatable>(by marks: [Mark], _ wanted: Mark) -> ObjectList {
    let many = marks.count { $0 == wanted }
    if many == count { return self }
    var found = ObjectList()
    if many == 0 { return found }
    var position = 0
    visit { object in
      if marks[position] == wanted { found.append(object) }
      position += 1
    }
    return found
  }

  /// Whether these are the same objects in the same order: the same addresses, which are compared
  /// without a look at the objects.
  func isSame(as other: ObjectList) -> Bool {
    // An object that left has no address, so that this says no when it could say yes.
    guard items.count == other.items.count else { return false }
    return items.withUnsafeBytes { mine in
      other.items.withUnsafeBytes { theirs in
        guard let one = mine.baseAddress, let two = theirs.baseAddress else { return true }
        return one == two || memcmp(one, two, mine.count) == 0
      }
    }
  }

  private mutating func compact() {
    items = array
    index = items.count > Self.linearLimit ? AddressIndex() : nil
  }
}

/// Finds objects in an array by their addresses: positions in a table with open addressing.
///
/// It catches up with its array when an object is looked for, because most arrays are only
/// filled and walked through. An object that leaves the array leaves an empty item there, at which
/// a search passes by, so nothing is ever taken out of the table. The addresses decide nothing but
/// how long a search takes.
final class AddressIndex {
  /// Positions counted from 1; 0 is free. At most half of them are taken.
  @exclusivity(unchecked) private var slots: [UInt32] = []
  /// How many items are in the table.
  @exclusivity(unchecked) private var indexed = 0

  /// - Parameter items: the array, as bytes: a look at the objects themselves would cost more than
  ///   the search.
  func position(of object: NSManagedObject, in items: UnsafeRawBufferPointer) -> Int? {
    let addresses = items.assumingMemoryBound(to: UInt.self)
    if addresses.isEmpty { return nil }
    if indexed < addresses.count { catchUp(with: addresses) }
    let wanted = UInt(bitPattern: ObjectIdentifier(object))
    var slot = firstSlot(of: wanted)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if addresses[position] == wanted { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func catchUp(with addresses: UnsafeBufferPointer<UInt>) {
    if addresses.count * 2 > slots.count {
      var size = 32
      while size < addresses.count * 3 { size *= 2 }
      slots = Array(repeating: 0, count: size)
      indexed = 0
    }
    for position in indexed..<addresses.count where addresses[position] != 0 {
      place(addresses[position], at: position)
    }
    indexed = addresses.count
  }

  private func place(_ address: UInt, at position: Int) {
    var slot = firstSlot(of: address)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(position + 1)
  }

  /// Spreads the address over the table: a multiplication by the golden ratio, whose upper bits
  /// are the best mixed.
  private func firstSlot(of address: UInt) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
  }
}
