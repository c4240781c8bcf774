import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// A service with two rooms, which takes its time.
final class RoomService: @unchecked Sendable {
  // @unchecked Sendable because it is used in trips to the store, which come one after the other,
  // and by its own queue, which only writes what such a trip may find or not.
  static let latency = Duration.milliseconds(40)

  /// Told when the copy has something new; on the service's queue.
  var whenNews: (() -> Void)?
  private let runtime: Runtime
  private let queue: SerialQueue?
  private let copy: Cell<[String]>

  /// With `keepsACopy` it answers from what it has seen, and asks behind the caller's back.
  init(_ runtime: Runtime, keepsACopy: Bool) {
    self.runtime = runtime
    queue = keepsACopy ? runtime.queue("service") : nil
    copy = runtime.cell("copy", [])
  }

  /// The numbers of all rooms.
  func rooms() -> [Int] { names().indices.map { $0 + 1 } }

  private func names() -> [String] {
    guard let queue else { return ask() }
    let known = copy.read()
    if known.isEmpty {
      queue.async { [self] in
        copy.write(ask())
        whenNews?()
      }
    }
    return known
  }

  /// The values of a room.
  func values(of room: Int) -> [String: Any] {
    ["name": (queue == nil ? ask() : copy.read())[room - 1]]
  }

  private func ask() -> [String] {
    runtime.sleep(for: Self.latency)
    return ["Harbour", "Market"]
  }
}

/// A coordinator over a store that asks a service.
struct ServedStack {
  let service: RoomService
  let coordinator: NSPersistentStoreCoordinator

  init(_ service: RoomService) throws {
    self.service = service
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.shared)
    NSPersistentStoreCoordinator.registerStoreClass(
      ServiceStore.self, forStoreType: ServiceStore.type)
    let (coordinator, url) = (coordinator, URL(filePath: "/dev/null/service"))
    try Runtime.current.untraced {
      let store = try coordinator.addPersistentStore(
        ofType: ServiceStore.type, configurationName: nil, at: url)
      (store as! ServiceStore).service = service
    }
  }

  func context(_ name: String) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = name
    return context
  }
}

/// The least that an incremental store has to do in order to be read.
final class ServiceStore: NSIncrementalStore, @unchecked Sendable {
  // @unchecked Sendable as its superclass is; the service is set before it is used.
  static let type = "RoomService"
  var service: RoomService!

  override var type: String { Self.type }

  override func loadMetadata() throws {
    metadata = [NSStoreUUIDKey: "service", NSStoreTypeKey: Self.type]
  }

  override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    guard let fetch = request as? NSFetchRequest<any NSFetchRequestResult>,
      let entity = fetch.entity, let context
    else { throw CocoaError(.persistentStoreUnsupportedRequestType) }
    return service.rooms().map {
      context.object(with: newObjectID(for: entity, referenceObject: $0))
    }
  }

  override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    let values = service.values(of: referenceObject(for: objectID) as! Int)
    return NSIncrementalStoreNode(objectID: objectID, withValues: values, version: 1)
  }
}
