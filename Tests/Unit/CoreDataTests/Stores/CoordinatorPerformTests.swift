import CoreData
import Testing

/// `await perform` of a coordinator.
struct CoordinatorPerformTests {
  @Test func `await perform waits for the block, and gives its result or its error`() async throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
    let log = Journal()
    await coordinator.perform { log.add("done") }
    #expect(log.lines == ["done"])
    #expect(await coordinator.perform { 3 } == 3)
    await #expect(throws: CocoaError.self) {
      try await coordinator.perform { throw CocoaError(.coreData) }
    }
  }
}
