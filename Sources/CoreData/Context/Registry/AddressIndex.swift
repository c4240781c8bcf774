/// Finds objects in an array by their addresses: positions in a table with open addressing.
///
/// It catches up with its array when somebody looks for an object, because most arrays are only
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
