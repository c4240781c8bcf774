internal import Foundation

/// Something whose properties predicates and sort descriptors can read by name: a managed
/// object, a row, a dictionary.
protocol KeyValueSource {
  /// The value of a property; nil for none. To-one relationships give another source or an ID,
  /// to-many ones a collection of sources or IDs.
  func predicateValue(forKey key: String) -> Any?
  /// The same, ready to be compared. Sources that keep typed values give them without boxing.
  func predicateOperand(forKey key: String) -> Operand
  /// What `==` compares when the source stands for an object.
  var predicateIdentity: NSManagedObjectID? { get }
}

extension KeyValueSource {
  func predicateOperand(forKey key: String) -> Operand { Operand(predicateValue(forKey: key)) }
  var predicateIdentity: NSManagedObjectID? { nil }
}

extension Dictionary: KeyValueSource where Key == String {
  func predicateValue(forKey key: String) -> Any? { self[key] }
}

extension NSDictionary: KeyValueSource {
  func predicateValue(forKey key: String) -> Any? { self[key] }
}

/// Predicates and sort descriptors read objects like any program, by key.
extension NSManagedObject: KeyValueSource {
  final func predicateValue(forKey key: String) -> Any? { value(forKey: key) }

  /// Without a box, where that makes no difference.
  final func predicateOperand(forKey key: String) -> Operand {
    guard let slot = plainSlot(forKey: key) else { return Operand(value(forKey: key)) }
    fireIfNeeded(for: key)
    return Operand(current(slot))
  }

  /// Where the value is, if it may be compared as it is kept there: a whole number, a text or a
  /// date, of a class that does not say otherwise.
  final func plainSlot(forKey key: String) -> Int? {
    guard !OverriddenHook.readsValues(type(of: self)),
      case .value(let slot)? = idScope.layout.place(of: key)
    else { return nil }
    switch idScope.layout.types[slot] {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType, .stringAttributeType, .dateAttributeType:
      return slot
    default: return nil
    }
  }

  /// An object that still has a temporary ID stands for its row all the same, if it has one.
  final var predicateIdentity: NSManagedObjectID? {
    let own = identity
    guard own.isTemporaryID else { return own }
    return registry?.savedIDs?.permanentID(of: own) ?? own
  }
}

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
