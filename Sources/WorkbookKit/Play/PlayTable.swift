internal import CoreData
internal import Foundation

/// The contexts of a sandbox and the objects in them, by the names the reader uses.
final class PlayTable {
  let stack: PlayStack
  let chat: ChatStack
  let contexts: [(name: String, context: NSManagedObjectContext)]
  /// Names of objects in the order in which they were given, with every ID each has had: an
  /// object saved by one context goes on being known by its temporary ID in another.
  private(set) var names: [String] = []
  private var identities: [String: [NSManagedObjectID]] = [:]
  private var entities: [String: String] = [:]
  private let lastSaves = LastSaves()
  private(set) var lists: [PlayList] = []

  init(_ stack: PlayStack) throws {
    self.stack = stack
    chat = try ChatStack()
    contexts = stack.contexts(of: chat)
    // An object without a reference would be gone before the reader could look at it.
    for (_, context) in contexts {
      context.performAndWait { context.retainsRegisteredObjects = true }
    }
  }

  func perform(_ move: PlayMove) throws -> [TextLine] {
    switch move {
    case .stack: []
    case .insert(let context, let entity, let name): try insert(entity, name, in: context)
    case .fetch(let context, let entity): try fetch(entity, in: context)
    case .set(let context, let object, let key, let value):
      try set(object, key, value, in: context)
    case .get(let context, let object, let key): try get(object, key, in: context)
    case .save(let context): try save(context)
    case .merge(let from, let into): try merge(from, into)
    case .refresh(let context, let object):
      try change(object, in: context, "is a fault again") {
        $0.refresh($1, mergeChanges: false)
      }
    case .delete(let context, let object):
      try change(object, in: context, "is deleted, until the save only there") {
        $0.delete($1)
      }
    case .follow(let context, let entity): try follow(entity, in: context)
    }
  }
}

// MARK: Moves

extension PlayTable {
  private func insert(_ entity: String, _ name: String, in context: String) throws -> [TextLine] {
    let context = try self.context(context)
    let entity = try self.entity(entity)
    guard identities[name] == nil else { throw PlayFault.nameTaken(name) }
    let id = context.performAndWait {
      NSEntityDescription.insertNewObject(forEntityName: entity, into: context).objectID
    }
    know(id, as: name, entity)
    return [TextLine("\(name) is a new \(entity), \(id.words)")]
  }

  private func fetch(_ entity: String, in context: String) throws -> [TextLine] {
    let context = try self.context(context)
    let entity = try self.entity(entity)
    let found = try context.performAndWait {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).map(\.objectID)
    }
    let known = found.map { id in self.name(of: id) ?? makeName(entity, for: id) }
    return [
      TextLine(known.isEmpty ? "found nothing" : "found \(known.sorted().joined(separator: ", "))")
    ]
  }

  private func set(
    _ name: String, _ key: String, _ text: String, in context: String
  ) throws -> [TextLine] {
    let entity = try entityName(of: name, in: context)
    let keys = Self.keys[entity] ?? []
    guard keys.contains(key) else {
      throw PlayFault.unknownKey(key, entity: entity, known: keys)
    }
    let isRelationship = key == "room" || key == "author"
    let other = isRelationship ? try object(text, in: self.context(context)) : nil
    return try change(name, in: context, "has \(key) = \(text)") { context, object in
      if let other {
        object.setValue(other, forKey: key)
      } else if key == "position" {
        guard let number = Int(text) else { throw PlayFault.notANumber(text, key: key) }
        object.setValue(number, forKey: key)
      } else {
        object.setValue(text, forKey: key)
      }
    }
  }

  private func get(_ name: String, _ key: String, in context: String) throws -> [TextLine] {
    let entity = try entityName(of: name, in: context)
    let keys = Self.keys[entity] ?? []
    guard keys.contains(key) else {
      throw PlayFault.unknownKey(key, entity: entity, known: keys)
    }
    let target = try self.context(context)
    let object = try self.object(name, in: target)
    let (wasFault, value) = target.performAndWait { () -> (Bool, PlayValue) in
      let wasFault = object.isFault
      return (wasFault, PlayValue(object.value(forKey: key)))
    }
    let fired = wasFault ? " It was a fault, and fired." : ""
    return [TextLine("\(name) has \(key) = \(words(for: value)) in \(context).\(fired)")]
  }

  private func words(for value: PlayValue) -> String {
    switch value {
    case .nothing: "nothing"
    case .words(let words): words
    case .object(let id): label(of: id)
    }
  }

  private func save(_ name: String) throws -> [TextLine] {
    let context = try self.context(name)
    guard context.performAndWait({ context.hasChanges }) else {
      return [TextLine("\(name) has nothing to save")]
    }
    let objects = names.compactMap { label in
      (try? object(label, in: context)).map { (label, $0) }
    }
    do {
      try context.performAndWait { try context.save() }
    } catch {
      if let conflict = Self.conflict(in: error) {
        throw PlayFault.conflict(context: name, conflict)
      }
      throw PlayFault.coreData("'\(name)' could not save: \(error.localizedDescription)")
    }
    for (label, object) in objects {
      identities[label, default: []].append(context.performAndWait { object.objectID })
    }
    let target = context.parent?.name.map { "its parent '\($0)'" } ?? "the store"
    return [TextLine("\(name) saved into \(target)")]
  }

  /// What is known of the first row that was changed by another context.
  private static func conflict(in error: any Error) -> ConflictExplanation? {
    let all = (error as NSError).userInfo[NSPersistentStoreSaveConflictsErrorKey]
    return (all as? [NSMergeConflict])?.first?.explanation
  }

  private func follow(_ entity: String, in name: String) throws -> [TextLine] {
    let context = try self.context(name)
    let entity = try self.entity(entity)
    lists.append(try PlayList(of: entity, in: context))
    return [TextLine("a list of \(entity.lowercased())s follows \(name); 'show' shows it")]
  }

  private func merge(_ from: String, _ into: String) throws -> [TextLine] {
    let source = try context(from)
    let target = try context(into)
    guard let save = lastSaves.save(of: source) else { throw PlayFault.nothingSaved(from) }
    target.performAndWait { target.mergeChanges(fromContextDidSave: save) }
    return [TextLine("\(into) merged what \(from) saved last")]
  }

  private func change(
    _ name: String, in context: String, _ words: String,
    _ change: (NSManagedObjectContext, NSManagedObject) throws -> Void
  ) throws -> [TextLine] {
    let target = try self.context(context)
    let object = try self.object(name, in: target)
    try target.performAndWait { try change(target, object) }
    return [TextLine("\(name) \(words) in \(context)")]
  }
}

// MARK: Names

extension PlayTable {
  static let keys = [
    "Room": ["name", "topic"], "Member": ["name"],
    "Message": ["text", "position", "room", "author"],
  ]

  func keys(of name: String) -> [String] { entities[name].flatMap { Self.keys[$0] } ?? [] }

  func context(_ name: String) throws(PlayFault) -> NSManagedObjectContext {
    guard let found = contexts.first(where: { $0.name == name }) else {
      throw .unknownContext(name, known: contexts.map(\.name))
    }
    return found.context
  }

  private func entity(_ name: String) throws(PlayFault) -> String {
    let found = Self.keys.keys.first { $0.lowercased() == name.lowercased() }
    guard let found else { throw .unknownEntity(name) }
    return found
  }

  private func entityName(of name: String, in context: String) throws(PlayFault) -> String {
    guard let entity = entities[name] else { throw .unknownObject(name, context: context) }
    return entity
  }

  /// The instance that a context has of a named object.
  func object(
    _ name: String, in context: NSManagedObjectContext
  ) throws(PlayFault) -> NSManagedObject {
    let ids = identities[name] ?? []
    let found = context.performAndWait {
      context.registeredObjects.first { ids.contains($0.objectID) }
    }
    guard let found else { throw .unknownObject(name, context: context.name ?? "") }
    return found
  }

  /// The name of an object, which gets one if it has none.
  func label(of id: NSManagedObjectID) -> String {
    name(of: id) ?? makeName(id.entity.name ?? "", for: id)
  }

  /// The IDs that each object has last had, in the order of the names.
  var latestIDs: [NSManagedObjectID] { names.compactMap { identities[$0]?.last } }

  private func name(of id: NSManagedObjectID) -> String? {
    names.first { identities[$0]?.contains(id) == true }
  }

  private func know(_ id: NSManagedObjectID, as name: String, _ entity: String) {
    names.append(name)
    identities[name] = [id]
    entities[name] = entity
  }

  /// `room1`, `room2`... for objects that were not inserted by hand.
  private func makeName(_ entity: String, for id: NSManagedObjectID) -> String {
    let free = (1...).lazy.map { "\(entity.lowercased())\($0)" }.first {
      self.identities[$0] == nil
    }
    let name = free ?? entity
    know(id, as: name, entity)
    return name
  }
}

/// A value of an object, as it leaves the queue of its context.
private enum PlayValue: Sendable {
  case nothing
  case words(String)
  case object(NSManagedObjectID)

  init(_ value: Any?) {
    switch value {
    case nil: self = .nothing
    case let object as NSManagedObject: self = .object(object.objectID)
    case let value?: self = .words("\(value)")
    }
  }
}

extension NSManagedObjectID {
  /// `permanent p3` or `temporary t1`: what tells IDs of one stack apart.
  var words: String {
    let reference = uriRepresentation().lastPathComponent
    return isTemporaryID ? "temporary ID" : "permanent ID \(reference)"
  }
}
