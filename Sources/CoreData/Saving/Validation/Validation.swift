internal import Foundation

/// Holds one object against its entity's description and collects everything that is wrong.
///
/// Values may be invalid for as long as they like; they are checked when a save is about to write
/// them, or when the program asks.
struct Validation {
  enum Occasion: Sendable { case insert, update, delete }

  let object: NSManagedObject
  let occasion: Occasion

  /// Throws the one failure, or one error that holds them all.
  func run() throws {
    let failures: [any Error] = occasion == .delete ? deniedRelationships : propertyFailures
    if failures.isEmpty { return }
    if let error = CocoaError.combined(failures) { throw error }
  }

  private var propertyFailures: [any Error] {
    let registry = object.registry
    defer { registry?.validated = nil }
    return object.idScope.withPlan { failures(of: $0, registry) }
  }

  private func failures(of plan: EntityPlan, _ registry: ObjectRegistry?) -> [any Error] {
    // A class of its own may check more than the model demands.
    let mayDemandMore = OverriddenHook.validatesValues(type(of: object))
    var failures: [any Error] = []
    plan.validated.visit { property in
      if let limit = brokenLimit(of: property) {
        failures.append(limit)
        return
      }
      if property.demandsNothing && !mayDemandMore { return }
      if occasion == .update, property.attributeType == nil, !object.hasTouched(property) {
        return
      }
      registry?.validated = UncountedReference(property)
      do {
        // Through the object's own hook, which ends in `check` unless it is overridden.
        try object.validateValue(value(of: property), forKey: property.name)
      } catch { failures.append(error) }
    }
    return failures
  }

  /// The error for a value that the property's type cannot hold.
  private func brokenLimit(of property: ValidatedProperty) -> CocoaError? {
    guard property.hasLimits, let type = property.attributeType,
      case .value(let slot) = property.place, object.flags.contains(.realised),
      let limit = ValueLimit(broken: object.current(slot), by: type)
    else { return nil }
    return .beyondLimit(object, property.name, value: value(of: property), limit, type)
  }

  private func value(of property: ValidatedProperty) -> Any? {
    if !object.flags.contains(.realised) { return nil }
    switch property.place {
    case .value(let slot):
      if let type = property.attributeType { return type.object(for: object.current(slot)) }
      return object.destination(slot)
    case .toMany(let index): return object.members(index, as: Any.self)
    }
  }

  // MARK: Deletion

  /// The relationships that forbid the deletion. Members that go in the same save do not count.
  private var deniedRelationships: [CocoaError] {
    let denying = object.idScope.withPlan { $0.denying }
    if denying.isEmpty { return [] }
    return denying.compactMap { relationship in
      let staying = members(of: relationship).filter { !$0.isDeleted }
      return staying.isEmpty
        ? nil : .deniedDeletion(object, relationship.name, members: staying)
    }
  }

  private func members(of relationship: NSRelationshipDescription) -> [NSManagedObject] {
    switch object.value(forKey: relationship.name) {
    case let one as NSManagedObject: [one]
    case let set as Set<NSManagedObject>:
      set.sorted { $0.objectID.shortName < $1.objectID.shortName }
    case let ordered as NSOrderedSet: ordered.array.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }
}

extension NSManagedObject {
  /// Whether the relationship must be looked at again: an untouched one was valid when it was
  /// saved, and loading it costs a trip.
  fileprivate func hasTouched(_ property: ValidatedProperty) -> Bool {
    switch property.place {
    case .value(let slot):
      if let own, let row {
        own.destinations[slot] != nil || own.values.map { row.differs(from: $0, at: slot) } ?? false
      } else {
        row == nil
      }
    case .toMany(let index):
      if let states = own?.toMany, states.indices.contains(index) {
        states[index].base != nil || states[index].isChanged && !property.demandsNothing
      } else {
        false
      }
    }
  }

  /// What `validateForInsert` and its siblings do unless they are overridden.
  func validateProperties(for occasion: Validation.Occasion) throws {
    try Validation(object: self, occasion: occasion).run()
  }

  /// What `validateValue(_:forKey:)` does unless it is overridden.
  func validateProperty(_ key: String, _ value: Any?) throws {
    let scope = idScope
    let isFree = registry?.validated?.visit {
      $0.demandsNothing && $0.isCalled(key, in: scope.layout)
    }
    if isFree == true { return }
    guard let property = scope.plan.validated.first(where: { $0.name == key }) else { return }
    try PropertyValidation(object: self, property: property).check(value)
  }
}

extension ObjectChanges {
  /// Validates every object; throws all failures as one error.
  func validate() throws {
    var failures: [any Error] = []
    visit { object in
      do { try object.validateForSave() } catch { failures.append(error) }
    }
    if let error = CocoaError.combined(failures) { throw error }
  }
}

extension NSManagedObject {
  fileprivate final func validateForSave() throws {
    if flags.contains(.deleted) {
      try validateForDelete()
    } else if flags.contains(.inserted) {
      try validateForInsert()
    } else {
      try validateForUpdate()
    }
  }
}
