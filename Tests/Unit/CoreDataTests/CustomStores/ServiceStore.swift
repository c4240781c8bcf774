import CoreData
import Foundation
import Interleaving

/// A service that keeps records by name and takes its time to answer. It stands for one at the
/// other end of a network: each request waits in the runtime, so that a scheduler sees it.
final class RecordService: @unchecked Sendable {
  // @unchecked Sendable because records are used on the service's queue only.
  typealias Record = (entity: String, values: [String: Any], version: UInt64)
  static let current = RecordService()

  let latency = Duration.milliseconds(40)
  private var records: [String: Record] = [:]
  private var count = 0
  /// What the next answers are; nil for the truth.
  var trouble: Trouble?
  private(set) var requests: [String] = []

  enum Trouble: CaseIterable {
    case down, temporaryIDs, foreignIDs, otherEntity, noObjects, noArray, otherNode, wrongType
    case sameIDs, tooFewIDs, noMembers
  }
  struct Down: Error {}

  func restart() { (records, count, trouble, requests) = ([:], 0, nil, []) }

  func ask<Answer>(_ what: String, _ body: (inout [String: Record]) throws -> Answer) throws
    -> Answer
  {
    requests.append(what)
    Runtime.current.sleep(for: latency)
    if trouble == .down { throw Down() }
    return try body(&records)
  }

  func newName() -> String {
    count += 1
    return "record-\(count)"
  }
}

/// A worked example: an incremental store over the service.
final class ServiceStore: NSIncrementalStore, @unchecked Sendable {
  // @unchecked Sendable as its superclass is; it has no state of its own.
  static let type = "Service"
  private var service: RecordService { .current }

  override var type: String { Self.type }

  override func loadMetadata() throws {
    let identifier = Self.identifierForNewStore(at: url ?? URL(fileURLWithPath: "/dev/null"))
    metadata = [NSStoreUUIDKey: identifier, NSStoreTypeKey: Self.type]
  }

  override class func identifierForNewStore(at storeURL: URL) -> Any { "service-1" }

  override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    switch request {
    case let fetch as NSFetchRequest<any NSFetchRequestResult>:
      return try answer(fetch, context)
    case let save as NSSaveChangesRequest:
      try write(save)
      return []
    default:
      throw CocoaError(.persistentStoreUnsupportedRequestType)
    }
  }

  private func answer(
    _ fetch: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?
  ) throws -> Any {
    guard let entity = fetch.entity, let context else { return [] }
    let names = try service.ask("fetch \(entity.name ?? "")") { records in
      records.filter { $0.value.entity == entity.name }.keys.sorted()
    }
    var objects = names.map {
      context.object(with: newObjectID(for: entity, referenceObject: $0))
    }
    // The service cannot filter or sort; faults are fired here, one request each.
    if let predicate = fetch.predicate { objects = objects.filter(predicate.evaluate(with:)) }
    if let descriptors = fetch.sortDescriptors, !descriptors.isEmpty {
      objects.sort { one, other in
        descriptors.lazy.map { $0.compare(one, to: other) }.first { $0 != .orderedSame }
          == .orderedAscending
      }
    }
    switch service.trouble {
    case .temporaryIDs:
      return [NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)]
    case .foreignIDs:
      let other = NSPersistentStoreCoordinator(managedObjectModel: entity.managedObjectModel)
      let store = try other.addPersistentStore(
        ofType: Self.type, configurationName: nil, at: URL(fileURLWithPath: "/dev/null/2"))
      store.identifier = "service-2"
      return [(store as? ServiceStore)?.newObjectID(for: entity, referenceObject: "x") as Any]
    case .otherEntity:
      let member = entity.managedObjectModel.entitiesByName["Member"]!
      return [context.object(with: newObjectID(for: member, referenceObject: "x"))]
    case .noObjects: return ["nothing"]
    case .noArray: return "nothing"
    default:
      if fetch.resultType == .countResultType { return [NSNumber(value: objects.count)] }
      return objects
    }
  }

  private func write(_ save: NSSaveChangesRequest) throws {
    let changed = (save.insertedObjects ?? []).union(save.updatedObjects ?? [])
    // Worked out before the service is asked: relationships may have to be read from it first.
    let news = changed.map { (name: name(of: $0), entity: $0.entity.name, values: values(of: $0)) }
    let gone = (save.deletedObjects ?? []).map(name(of:))
    try service.ask("save \(changed.count)") { records in
      for new in news {
        let version = (records[new.name]?.version ?? 0) + 1
        records[new.name] = (new.entity ?? "", new.values, version)
      }
      for name in gone { records[name] = nil }
    }
  }

  private func name(of object: NSManagedObject) -> String {
    "\(referenceObject(for: object.objectID))"
  }

  private func values(of object: NSManagedObject) -> [String: Any] {
    var values: [String: Any] = [:]
    for name in object.entity.attributesByName.keys { values[name] = object.value(forKey: name) }
    for (name, relationship) in object.entity.relationshipsByName {
      let value = object.value(forKey: name)
      let members =
        relationship.isToMany
        ? (value as? Set<NSManagedObject> ?? [])
        : Set([value as? NSManagedObject].compactMap { $0 })
      values[name] = members.map(self.name(of:)).sorted()
    }
    return values
  }

  override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    let name = "\(referenceObject(for: objectID))"
    guard let record = try service.ask("read \(name)", { $0[name] }) else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    var values = record.values.filter { objectID.entity.attributesByName[$0.key] != nil }
    if service.trouble == .wrongType { values["name"] = 7 }
    let id =
      service.trouble == .otherNode
      ? newObjectID(for: objectID.entity, referenceObject: "other") : objectID
    return NSIncrementalStoreNode(objectID: id, withValues: values, version: record.version)
  }

  override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    let name = "\(referenceObject(for: objectID))"
    if service.trouble == .noMembers { return ["nobody"] }
    let members = try service.ask("\(relationship.name) of \(name)") {
      $0[name]?.values[relationship.name] as? [String] ?? []
    }
    let ids = members.map {
      newObjectID(for: relationship.destinationEntity!, referenceObject: $0)
    }
    return relationship.isToMany ? ids as Any : ids.first ?? NSNull()
  }

  override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    if service.trouble == .tooFewIDs { return [] }
    let same = service.newName()
    return array.map {
      newObjectID(
        for: $0.entity,
        referenceObject: service.trouble == .sameIDs ? same : service.newName())
    }
  }
}
