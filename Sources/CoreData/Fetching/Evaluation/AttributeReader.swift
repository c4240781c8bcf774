/// Reads one property of many objects, of which most are of one class and one entity: where the
/// value is kept is looked up once for all of these.
struct AttributeReader {
  private let names: ArraySlice<String>
  private var type: NSManagedObject.Type?
  private var layout: EntityLayout?
  private var slot: Int?

  /// - Parameter names: a key path, name by name.
  init(_ names: ArraySlice<String>) { self.names = names }

  mutating func operand(of object: NSManagedObject) -> Operand {
    guard let slot = plainSlot(of: object) else {
      return Operand.source(object).value(along: names)
    }
    return Operand(object.current(slot))
  }

  /// Where the value of the object, which is no fault afterwards, may be taken from; nil if that is
  /// not to be told by a slot.
  mutating func plainSlot(of object: NSManagedObject) -> Int? {
    if layout !== object.idScope.layout || type != Swift.type(of: object) { lookUp(object) }
    guard let slot else { return nil }
    object.fireIfNeeded(for: names.first)
    return slot
  }

  private mutating func lookUp(_ object: NSManagedObject) {
    (type, layout) = (Swift.type(of: object), object.idScope.layout)
    slot = names.count == 1 ? names.first.flatMap(object.plainSlot) : nil
  }
}
