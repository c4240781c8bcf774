internal import Foundation

extension NSManagedObjectContext {
  /// Executes a batch request straight in the stores. Neither the objects of this context nor
  /// anybody else learns of it; merge the resulting IDs to tell them (facts BR1, J7).
  public final func execute(
    _ request: NSPersistentStoreRequest
  ) throws -> NSPersistentStoreResult {
    assertOwned("execute(_:)")
    guard let coordinator = persistentStoreCoordinator else {
      throw CocoaError.noParent(of: label)
    }
    let winner = mergePolicy.mergeType
    return try coordinator.execute(
      request,
      upserts: winner == .mergeByPropertyObjectTrumpMergePolicyType
        || winner == .overwriteMergePolicyType)
  }
}
