import Foundation

@testable import CoreData

/// A web in a store of one kind, in a folder of its own, and a random hand that edits it.
final class WebStack {
  typealias StoreType = NSPersistentStore.StoreType
  static let types: [StoreType] = [.sqlite, .inMemory, .binary, .xml]

  let type: StoreType
  let coordinator: NSPersistentStoreCoordinator
  let url: URL
  private let folder: URL

  init(_ type: StoreType) throws {
    self.type = type
    folder = try TemporaryFolder.make()
    url = folder.appendingPathComponent("web.store")
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: RelationshipWeb.model)
    // Nothing is gained here by waiting for the disk.
    let options = type == .sqlite ? [NSSQLitePragmasOption: ["synchronous": "OFF"]] : nil
    try coordinator.addPersistentStore(type: type, at: url, options: options)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func context(_ name: String = "editor") -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = name
    return context
  }

  /// What a coordinator that knows nothing of this one finds; a store in memory has only this one.
  func stored() throws -> WebPicture {
    var coordinator = coordinator
    if type != .inMemory {
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: RelationshipWeb.model)
      try coordinator.addPersistentStore(type: type, at: url)
    }
    defer { if type != .inMemory { try? coordinator.remove(coordinator.persistentStores[0]) } }
    let reader = NSManagedObjectContext(.privateQueue)
    reader.persistentStoreCoordinator = coordinator
    return try reader.performAndWait {
      if let end = try WebPicture.loneEnds(in: reader).first { throw LoneEnd(what: end) }
      return try WebPicture(of: reader)
    }
  }

  struct LoneEnd: Error { let what: String }
}

/// Edits a web at random, the same for the same seed, whatever the store.
struct WebHand {
  var random: SeededRandom
  private var lastNumber = 0
  let owner: String

  init(seed: UInt64, owner: String = "") {
    random = SeededRandom(seed: seed)
    self.owner = owner
  }

  mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  /// Changes something among objects that are there, and says what. A fetch would end the event.
  mutating func edit(
    _ known: inout [NSManagedObject], _ context: NSManagedObjectContext, deleting: Bool = true
  ) -> String {
    let objects = known.filter { !$0.isDeleted }
    guard objects.count > 2, !isOne(in: 5) else {
      known.append(insert(into: context))
      return "insert \(known.last?["name"] ?? "")"
    }
    let object = random.pick(objects)
    let name = object["name"] ?? "?"
    if deleting, isOne(in: 8) {
      context.delete(object)
      return "delete \(name)"
    }
    if isOne(in: 8) {
      object.setValue(Int.random(in: 0..<1000, using: &random), forKey: "value")
      return "change \(name)"
    }
    let entity = object.entity.name ?? ""
    let toOne = RelationshipWeb.toOne[entity] ?? []
    let relationship = random.pick(toOne + (RelationshipWeb.toMany[entity] ?? []))
    let others = objects.filter {
      $0.entity.isKindOf(
        entity: object.entity.relationshipsByName[relationship]!.destinationEntity!)
    }
    return toOne.contains(relationship)
      ? set(relationship, of: object, others) : edit(relationship, of: object, others)
  }

  private mutating func insert(into context: NSManagedObjectContext) -> NSManagedObject {
    lastNumber += 1
    let entity = random.pick(["Node", "Node", "Tag", "Leaf", "Item"])
    let name = "\(entity.first!.lowercased())\(owner)\(lastNumber)"
    return context.insert(entity, ["name": name, "value": lastNumber])
  }

  private mutating func set(
    _ name: String, of object: NSManagedObject, _ others: [NSManagedObject]
  ) -> String {
    let other = others.isEmpty || isOne(in: 4) ? nil : random.pick(others)
    object.setValue(other, forKey: name)
    return "\(object["name"] ?? "?").\(name) = \(other?["name"] ?? "nil")"
  }

  private mutating func edit(
    _ name: String, of object: NSManagedObject, _ others: [NSManagedObject]
  ) -> String {
    let members = WebPicture.members(of: object, name)
    let head = "\(object["name"] ?? "?").\(name)"
    if RelationshipWeb.ordered.contains(name) {
      let list = object.mutableOrderedSetValue(forKey: name)
      if members.count > 1, isOne(in: 3) {
        let (from, to) = (
          Int.random(in: 0..<members.count, using: &random),
          Int.random(in: 0..<members.count, using: &random)
        )
        list.moveObjects(at: IndexSet(integer: from), to: to)
        return "\(head) moves \(from) to \(to)"
      }
      if !members.isEmpty, isOne(in: 3) {
        let member = random.pick(members)
        list.remove(member)
        return "\(head) - \(member["name"] ?? "?")"
      }
      guard !others.isEmpty else { return "nothing" }
      let other = random.pick(others)
      list.insert(
        other, at: list.contains(other) ? 0 : Int.random(in: 0...list.count, using: &random))
      return "\(head) + \(other["name"] ?? "?")"
    }
    let set = object.mutableSetValue(forKey: name)
    if let member = members.min(by: { ($0["name"] ?? "") < ($1["name"] ?? "") }), isOne(in: 3) {
      set.remove(member)
      return "\(head) - \(member["name"] ?? "?")"
    }
    guard !others.isEmpty else { return "nothing" }
    let other = random.pick(others)
    set.add(other)
    return "\(head) + \(other["name"] ?? "?")"
  }
}
