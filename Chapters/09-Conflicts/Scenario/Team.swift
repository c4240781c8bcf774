import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// What the chat client keeps beside rooms and messages: tags, duties and drafts.
final class Team: @unchecked Sendable {
  // @unchecked Sendable because a program makes its contexts before others use it.
  let coordinator: NSPersistentStoreCoordinator
  let viewContext: NSManagedObjectContext
  private var contexts: [NSManagedObjectContext] = []

  init(uniqueTags: Bool = false, drafts: NSManagedObject.Type = Draft.self) throws {
    let shared = uniqueTags ? Team.withUniqueTags : Team.plain
    let model = drafts == Draft.self ? shared : Team.model(uniqueTags: uniqueTags, drafts: drafts)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try Runtime.current.untraced {
      try coordinator.addPersistentStore(type: .sqlite, at: URL(filePath: "/dev/null"))
    }
    self.coordinator = coordinator
    viewContext = NSManagedObjectContext(.mainQueue)
    viewContext.persistentStoreCoordinator = coordinator
    viewContext.name = "view"
  }

  func backgroundContext(_ name: String) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = name
    contexts.append(context)
    return context
  }

  /// Does something in a context of its own and saves it, before the story begins.
  func prepare(_ work: (NSManagedObjectContext) -> Void) throws {
    try Runtime.current.untraced {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      context.name = "setup"
      try context.performAndWait {
        work(context)
        try context.save()
      }
    }
  }

  /// A new draft of the class that the model names.
  @discardableResult
  func newDraft(_ text: String, in context: NSManagedObjectContext) -> Draft {
    let draft = NSEntityDescription.insertNewObject(forEntityName: "Draft", into: context) as! Draft
    draft.text = text
    return draft
  }

  /// How many rows of an entity the store has.
  func count(_ entity: String, where format: String = "TRUEPREDICATE") throws -> Int {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = "look"
    return try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.predicate = NSPredicate(format: format)
      return try context.count(for: request)
    }
  }

  // Runs may share a model, for nothing can change it any more.
  private static let plain = model(uniqueTags: false, drafts: Draft.self)
  private static let withUniqueTags = model(uniqueTags: true, drafts: Draft.self)

  private static func model(
    uniqueTags: Bool, drafts: NSManagedObject.Type
  ) -> NSManagedObjectModel {
    let tag = entity("Tag", Tag.self, ["name": .stringAttributeType])
    if uniqueTags { tag.uniquenessConstraints = [["name"]] }
    let model = NSManagedObjectModel()
    model.entities = [
      tag,
      entity(
        "Duty", Duty.self, ["person": .stringAttributeType, "isOnCall": .booleanAttributeType]),
      entity("Draft", drafts, ["text": .stringAttributeType, "edited": .dateAttributeType]),
      entity("Reminder", Reminder.self, ["text": .stringAttributeType]),
    ]
    return model
  }

  private static func entity(
    _ name: String, _ type: NSManagedObject.Type,
    _ attributes: KeyValuePairs<String, NSAttributeType>
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "Conflicts.\(type)"
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      return attribute
    }
    return entity
  }
}

/// A word that is put on messages.
final class Tag: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
}

/// Whether this doctor answers the phone tonight.
final class Duty: NSManagedObject {
  var person: String {
    get { value(forKey: "person") as? String ?? "" }
    set { setValue(newValue, forKey: "person") }
  }
  var isOnCall: Bool {
    get { value(forKey: "isOnCall") as? Bool ?? false }
    set { setValue(newValue, forKey: "isOnCall") }
  }
}

/// A message that is being written.
class Draft: NSManagedObject {
  var text: String {
    get { value(forKey: "text") as? String ?? "" }
    set { setValue(newValue, forKey: "text") }
  }
  var edited: Date? {
    get { value(forKey: "edited") as? Date }
    set { setValue(newValue, forKey: "edited") }
  }
}

/// Asks to send a draft some day.
final class Reminder: NSManagedObject {}
