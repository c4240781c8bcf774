import Foundation
import Testing

@testable import CoreData

struct NotificationPayloadTests {
  @Test(arguments: RuntimeKind.both)
  func `a store that is about to be removed is the object of its notification`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack()
      let store = stack.coordinator.persistentStores[0]
      let heard = Listener(.NSPersistentStoreCoordinatorWillRemoveStore, store)
      try stack.coordinator.remove(store)
      #expect(heard.notifications.count == 1)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `a pinned context tells with its save where it reads from now on`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite, onDisk: true)
      let context = stack.context("pinned")
      let heard = Listener(.NSManagedObjectContextDidSave, context)
      let heardIDs = Listener(.NSManagedObjectContextDidSaveObjectIDs, context)
      try context.performAndWait {
        context.insert("Room", ["name": "lobby"])
        try context.save()
        #expect(heard.notifications[0].userInfo?[NSManagedObjectContextQueryGenerationKey] == nil)
        try context.setQueryGenerationFrom(.current)
        _ = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
        context.insert("Room", ["name": "hall"])
        try context.save()
        for notifications in [heard.notifications, heardIDs.notifications] {
          let told = notifications[1].userInfo?[NSManagedObjectContextQueryGenerationKey]
          #expect(told is NSQueryGenerationToken)
        }
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `a reset tells the IDs of all that it forgets`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      let context = stack.context("editor")
      let heard = Listener(.NSManagedObjectContextObjectsDidChange, context)
      try context.performAndWait {
        let room = try context.existingObject(with: id)
        context.reset()
        let all = heard.notifications.last?.userInfo?[NSInvalidatedAllObjectsKey]
        #expect(all as? [NSManagedObjectID] == [id])
        withExtendedLifetime(room) {}
      }
    }
  }
}
