internal import Foundation

// A fetch of objects may name the properties it wants; the objects are then faults that hold these
// and nothing else (fact G9).

extension FetchPlan {
  /// Whether the results are objects.
  var isAboutObjects: Bool { resultType == .managedObjectResultType }

  /// Whether the results are faults that hold some of their values. Realised objects, batches and
  /// refreshes need whole rows.
  var wantsPartialFaults: Bool {
    isAboutObjects && propertiesToFetch != nil && returnsObjectsAsFaults && includesPropertyValues
      && !shouldRefreshRefetchedObjects && fetchBatchSize == 0
  }

  /// What a store is asked to read; nil for whole rows.
  var columnsToFetch: [Any]? {
    if !isAboutObjects { return propertiesToFetch }
    return wantsPartialFaults ? propertiesToFetch?.compactMap(Self.name(of:)) : nil
  }

  /// The name of a wanted property; nil for an expression, which has no place in an object.
  private static func name(of property: Any) -> String? {
    if property is NSExpressionDescription { return nil }
    return (property as? NSPropertyDescription)?.name ?? property as? String
  }

  /// Where the entity keeps the wanted values.
  func partialSlots(of entity: NSEntityDescription) -> Set<Int> {
    let slots = (propertiesToFetch ?? []).compactMap(Self.name(of:)).compactMap { name -> Int? in
      if case .value(let slot)? = entity.layout.place(of: name) { slot } else { nil }
    }
    return Set(slots)
  }

  /// Refuses what an object cannot hold in part: expressions, key paths, to-many relationships.
  func requireStoredProperties(of entity: NSEntityDescription) throws {
    for property in propertiesToFetch ?? [] {
      if let name = Self.name(of: property), case .value? = entity.layout.place(of: name) {
        continue
      }
      let asked = Self.name(of: property) ?? "an expression"
      throw CocoaError.coreData(
        .coreData, "propertiesToFetch of a fetch of \(entity.name ?? "?")",
        "asks for \(asked), which is neither an attribute nor a to-one relationship of it",
        wayOut: "Name stored properties, or set resultType to dictionaryResultType.")
    }
  }
}

// A fetch with `propertiesToFetch` makes faults that know some of their values. Reading one of
// these costs nothing; anything else fires the fault as a whole (fact G9).

extension NSManagedObject {
  /// Fires the fault, unless it is to be read only and holds the value already.
  final func fireToRead(_ key: String?) {
    if let key, let slots = own?.partialSlots, case .value(let slot)? = layoutPlace(of: key),
      slots.contains(slot)
    {
      return
    }
    if flags.contains(.recording) { return KeyPathRecorder.note(key, of: self) }
    if registry?.context == nil && isReadableWithoutRow(key) { return }
    fire(for: key)
  }

  /// After a reset an object has neither context nor row. Transient values need none, and whoever
  /// names no property only announces a read.
  private final func isReadableWithoutRow(_ key: String?) -> Bool {
    guard let key else { return true }
    guard case .value(let slot)? = layoutPlace(of: key),
      idScope.layout.slots[slot].isTransient
    else { return false }
    if own?.values == nil { storage.values = idScope.plan.defaults }
    return true
  }

  /// Lets this object, if it is a fault, hold the values of some slots.
  final func hold(_ row: Row, inSlots slots: Set<Int>) {
    guard isFault else { return }
    self.row = row
    storage.partialSlots = slots
  }

  @inline(__always)
  final func forgetPartialValues() {
    guard own?.partialSlots != nil, isFault else { return }
    own?.partialSlots = nil
    row = nil
  }

  private final func layoutPlace(of key: String) -> EntityLayout.Place? {
    idScope.layout.place(of: key)
  }
}
