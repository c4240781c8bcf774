internal import Foundation
internal import Synchronization

/// Finds the class of an entity's objects, and the entity of a class.
enum ClassLookup {
  /// What a class name of a model leads to.
  enum Finding {
    case found(NSManagedObject.Type)
    /// Nobody has the class.
    case missing(String)
    /// Several modules have one.
    case ambiguous(String, modules: [String])
  }

  /// The models in use, newest last, so that `Room.entity()` needs no context.
  private static let models = Mutex<[WeakModel]>([])
  /// The classes that a program named itself.
  private static let registered = Mutex<[String: NSManagedObject.Type]>([:])

  private struct WeakModel: @unchecked Sendable {
    // @unchecked Sendable because a model in use no longer changes.
    weak var model: NSManagedObjectModel?
  }

  static func learn(_ model: NSManagedObjectModel) {
    models.withLock { known in
      known.removeAll { $0.model == nil || $0.model === model }
      known.append(WeakModel(model: model))
    }
  }

  static func register(_ type: NSManagedObject.Type, as name: String) {
    registered.withLock { $0[name] = type }
  }

  // MARK: From an entity to its class

  /// The class given as a type, or else by name.
  static func objectClass(of entity: NSEntityDescription) -> Finding {
    if let given = entity.objectClass as? NSManagedObject.Type { return .found(given) }
    let name = entity.managedObjectClassName ?? ""
    if !name.isEmpty, name != "NSManagedObject" {
      return named(name, of: entity.managedObjectModel?.origin)
    }
    let inherited = entity.superentity?.objectClass as? NSManagedObject.Type
    return .found(inherited ?? NSManagedObject.self)
  }

  /// The class of a name with its module, `Module.Name`, or without, `Name` or `.Name`.
  private static func named(_ name: String, of origin: ModelOrigin?) -> Finding {
    let parts = name.split(separator: ".").map(String.init)
    guard let bare = parts.last else { return .missing(name) }
    let (wanted, known) = (parts.joined(separator: "."), registered.withLock { $0 })
    if let found = known[wanted] ?? known[bare] { return .found(found) }
    var candidates = LoadedClasses.types(named: bare).compactMap { candidate in
      objectClass(candidate.type).map { (module: candidate.module, type: $0) }
    }
    if parts.count > 1 {
      candidates.removeAll { "\($0.module).\(bare)" != wanted }
    } else if let own = candidates.first(where: { origin?.isResource(of: $0.module) == true }) {
      return .found(own.type)
    }
    switch candidates.count {
    case 0: return objectClass(NSClassFromString(wanted)).map(Finding.found) ?? .missing(name)
    case 1: return .found(candidates[0].type)
    default: return .ambiguous(name, modules: candidates.map(\.module))
    }
  }

  /// A class, or the class that a name stands for.
  private static func objectClass(_ type: Any.Type?) -> NSManagedObject.Type? {
    if let alias = type as? any ManagedObjectClassName.Type { return alias.managedObjectClass }
    return type as? NSManagedObject.Type
  }

  // MARK: From a class to its entity

  /// The entity whose objects are of this class, in the newest model that has one.
  static func entity(of type: NSManagedObject.Type) -> NSEntityDescription? {
    let known = models.withLock { $0.compactMap(\.model) }
    return known.reversed().lazy.compactMap { entity(of: type, in: $0) }.first
  }

  static func entity(
    of type: NSManagedObject.Type, in model: NSManagedObjectModel
  ) -> NSEntityDescription? {
    let exact = model.entities.filter { entity in
      // Names are looked up once a model: each context asks for each of its classes.
      if let planned = entity.plan.objectClass { return planned == type }
      return if case .found(let found) = objectClass(of: entity) { found == type } else { false }
    }
    // A class shared by an entity and its subentities means the topmost of them.
    if let found = exact.first(where: { entity in
      !exact.contains { entity !== $0 && entity.isKindOf(entity: $0) }
    }) {
      return type == NSManagedObject.self && exact.count > 1 ? nil : found
    }
    return nil
  }

  /// An entity whose objects are of a class that inherits from this one.
  static func entity(below type: NSManagedObject.Type) -> NSEntityDescription? {
    let known = models.withLock { $0.compactMap(\.model) }
    return known.reversed().lazy.flatMap(\.entities).first { entity in
      guard case .found(let found) = objectClass(of: entity) else { return false }
      return sequence(first: found as AnyClass, next: { _getSuperclass($0) }).contains {
        $0 == type
      }
    }
  }
}
