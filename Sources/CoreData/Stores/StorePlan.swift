internal import Foundation

/// Everything needed to open a store.
struct StorePlan {
  var type: NSPersistentStore.StoreType
  var url: URL?
  var entities: [NSEntityDescription]
  var model: NSManagedObjectModel
  var options: StoreOptions

  func open() throws -> any StoreBackend {
    switch type {
    case .inMemory:
      if let entity = entities.first(where: { !$0.uniquenessConstraints.isEmpty }) {
        throw CocoaError.constraintsNotSupported(by: type.rawValue, entity)
      }
      return InMemoryStore(model: model)
    default:
      throw CocoaError.unknownStoreType(type.rawValue)
    }
  }
}

extension NSManagedObjectModel {
  /// The entities that a store of this configuration holds.
  func entitiesOfStore(_ configuration: String?) throws -> [NSEntityDescription] {
    entities
  }
}
