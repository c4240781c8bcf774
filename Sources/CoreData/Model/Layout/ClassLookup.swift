internal import Foundation
internal import Synchronization

/// Finds the class of an entity's objects, and the entity of a class.
package enum ClassLookup {
  /// What a class name of a model leads to.
  enum NamedClass {
    case found(NSManagedObject.Type)
    /// There is no such class.
    case missing(String)
    /// Several modules have one.
    case ambiguous(String, modules: [String])
  }

  /// The classes that a program named itself.
  private static let registered = Mutex<[String: NSManagedObject.Type]>([:])
  /// The module whose class it is where several have one of that name.
  private static let ownModule = Mutex<String?>(nil)

  static func register(_ type: NSManagedObject.Type, as name: String) {
    registered.withLock { $0[name] = type }
  }

  /// Names the module that a program's own classes are in.
  package static func prefer(module: String) { ownModule.withLock { $0 = module } }

  // MARK: From an entity to its class

  /// The class given as a type, or else by name.
  static func objectClass(of entity: NSEntityDescription) -> NamedClass {
    if let given = entity.objectClass as? NSManagedObject.Type { return .found(given) }
    let name = entity.managedObjectClassName ?? ""
    if !name.isEmpty, name != "NSManagedObject" {
      return named(name, of: entity.owningModel?.origin)
    }
    let inherited = entity.superentity?.objectClass as? NSManagedObject.Type
    return .found(inherited ?? NSManagedObject.self)
  }

  /// The class of a name with its module, `Module.Name`, or without, `Name` or `.Name`.
  private static func named(_ name: String, of origin: ModelOrigin?) -> NamedClass {
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
    let module = ownModule.withLock { $0 }
    if let own = candidates.first(where: { $0.module == module }) { return .found(own.type) }
    switch candidates.count {
    case 0: return objectClass(NSClassFromString(wanted)).map(NamedClass.found) ?? .missing(name)
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
    ModelsInUse.everywhere.reversed().lazy.compactMap { entity(of: type, in: $0) }.first
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
    ModelsInUse.everywhere.reversed().lazy.flatMap(\.entities).first { entity in
      guard case .found(let found) = objectClass(of: entity) else { return false }
      return sequence(first: found as AnyClass, next: { _getSuperclass($0) }).contains {
        $0 == type
      }
    }
  }
}

/// A name that models know a class by, when it is not the class's own: `@objc(Name)` says so in
/// Xcode. An enumeration of that name conforms.
public protocol ManagedObjectClassName {
  /// The class.
  static var managedObjectClass: NSManagedObject.Type { get }
}

extension NSManagedObjectModel {
  /// Makes a class known under a name that models use for it. Needed only for classes that cannot
  /// be found by their name: private and nested ones, and those with another name in Objective-C.
  ///
  /// ```swift
  /// NSManagedObjectModel.registerClass(Chat.Room.self, as: "CHRoom")
  /// ```
  ///
  /// - Parameters:
  ///   - type: the class.
  ///   - name: what the models call it.
  public static func registerClass(_ type: NSManagedObject.Type, as name: String) {
    ClassLookup.register(type, as: name)
  }
}

// A missing class is no mistake while a model is only read. The first object is.

extension NSEntityDescription {
  /// The class of new objects.
  func objectClass(in context: NSManagedObjectContext?) -> NSManagedObject.Type {
    if let known = plan.objectClass { return known }
    // It may have been registered since the plan was made.
    let named = ClassLookup.objectClass(of: self)
    if case .found(let found) = named { return found }
    guard context?.behaviour.missingClasses == .plainObjects else { misuse(sentence(named)) }
    Warnings.warn(
      "Unable to load class named '\(managedObjectClassName ?? "")' for entity "
        + "'\(name ?? "?")'.  Class not found, using default NSManagedObject instead.")
    return NSManagedObject.self
  }

  /// Refuses a plain managed object where the entity has a class of its own: that class's hooks
  /// would never run.
  func requirePlainObjects(in context: NSManagedObjectContext?) {
    let wanted = objectClass(in: context)
    if wanted == NSManagedObject.self { return }
    misuse(
      "Objects of the entity \(name ?? "?") are of the class \(wanted), and an initialiser of "
        + "NSManagedObject cannot make them. Call \(wanted)(context:) or "
        + "NSEntityDescription.insertNewObject(forEntityName:into:).")
  }

  private func sentence(_ named: ClassLookup.NamedClass) -> String {
    let entity = "The entity \(name ?? "?")"
    switch named {
    case .found: return ""
    case .missing(let name):
      return "\(entity) has objects of the class '\(name)', which no module of this program has. "
        + "Write the class, or correct its name in the model: 'Name', '.Name' or 'Module.Name'. A "
        + "private or nested class is made known by NSManagedObjectModel.registerClass(_:as:). "
        + "With behaviour.missingClasses = .plainObjects the objects are plain."
    case .ambiguous(let name, let modules):
      return "\(entity) has objects of the class '\(name)', which several modules have: "
        + modules.joined(separator: ", ") + ". Write the module in the model, as in "
        + "'\(modules[0]).\(name.drop { $0 == "." })', or choose one by "
        + "NSManagedObjectModel.registerClass(_:as:)."
    }
  }
}
