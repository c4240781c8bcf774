internal import Foundation
internal import Synchronization

/// Finds the class of an entity's objects, and the entity of a class.
enum ClassLookup {
  /// The models in use, newest last, so that `Room.entity()` needs no context.
  private static let models = Mutex<[WeakModel]>([])

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

  /// The class given as a type, or else by name; plain `NSManagedObject` when there is no such
  /// class, as Core Data does.
  static func objectClass(of entity: NSEntityDescription) -> NSManagedObject.Type {
    if let given = entity.objectClass as? NSManagedObject.Type { return given }
    let name = entity.managedObjectClassName ?? ""
    if let inherited = entity.superentity?.objectClass as? NSManagedObject.Type,
      name.isEmpty || name == "NSManagedObject"
    {
      return inherited
    }
    return named(name) ?? NSManagedObject.self
  }

  private static func named(_ name: String) -> NSManagedObject.Type? {
    if name.isEmpty || name == "NSManagedObject" { return nil }
    let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
    if let found = NSClassFromString(bare) as? NSManagedObject.Type { return found }
    if bare.contains(".") { return nil }
    // A name without its module: the program's own module is the likely one.
    let program = ProcessInfo.processInfo.processName
    return NSClassFromString("\(program).\(bare)") as? NSManagedObject.Type
  }

  /// The entity whose objects are of this class, in the newest model that has one.
  static func entity(of type: NSManagedObject.Type) -> NSEntityDescription? {
    let known = models.withLock { $0.compactMap(\.model) }
    return known.reversed().lazy.compactMap { entity(of: type, in: $0) }.first
  }

  static func entity(
    of type: NSManagedObject.Type, in model: NSManagedObjectModel
  ) -> NSEntityDescription? {
    let exact = model.entities.filter { objectClass(of: $0) == type }
    // A class shared by an entity and its subentities means the topmost of them.
    if let found = exact.first(where: { entity in
      !exact.contains { entity !== $0 && entity.isKindOf(entity: $0) }
    }) {
      return type == NSManagedObject.self && exact.count > 1 ? nil : found
    }
    return model.entities.first { $0.name == String(describing: type) }
  }
}
