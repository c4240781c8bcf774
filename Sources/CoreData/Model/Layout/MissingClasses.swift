internal import Foundation
internal import Synchronization

/// A name that models know a class by, when it is not the class's own: `@objc(Name)` says so in
/// Xcode. An enumeration of that name conforms.
public protocol ManagedObjectClassName {
  /// The class.
  static var managedObjectClass: NSManagedObject.Type { get }
}

extension NSManagedObjectModel {
  /// Makes a class known under a name that models use for it. Needed only for classes that cannot
  /// be found by their name: private and nested ones, and those with another name in Objective-C.
  public static func registerClass(_ type: NSManagedObject.Type, as name: String) {
    ClassLookup.register(type, as: name)
  }
}

// A class that nobody has is no mistake while a model is only read. The first object is.

extension NSEntityDescription {
  /// The class of new objects.
  func objectClass(in context: NSManagedObjectContext?) -> NSManagedObject.Type {
    if let known = plan.objectClass { return known }
    // It may have been registered since the plan was made.
    let finding = ClassLookup.objectClass(of: self)
    if case .found(let found) = finding { return found }
    guard context?.behaviour.missingClasses == .plainObjects else { misuse(sentence(finding)) }
    MissingClassWarnings.warn(
      "CoreData: warning: Unable to load class named '\(managedObjectClassName ?? "")' for entity "
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

  private func sentence(_ finding: ClassLookup.Finding) -> String {
    let entity = "The entity \(name ?? "?")"
    switch finding {
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

/// Says each warning once.
private enum MissingClassWarnings {
  private static let said = Mutex<Set<String>>([])

  static func warn(_ text: String) {
    guard said.withLock({ $0.insert(text).inserted }) else { return }
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
