import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Group I: writes to a store are announced to coordinators that asked for it.
struct RemoteChangeTests {
  private static let asked = [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]

  @Test func `I13: three saves are announced at least once, never inside a save`() throws {
    let result = try explore("I13", options: ExplorationOptions(shrinks: false)) { runtime in
      let stack = try ChatStack(.sqlite, options: Self.asked)
      let heard = Listener(.NSPersistentStoreRemoteChange, stack.coordinator)
      let context = stack.context("writer")
      runtime.thread("saves") {
        try context.performAndWait {
          for name in ["a", "b", "c"] {
            context.insert("Room", ["name": name])
            try context.save()
          }
        }
      }
      runtime.atEnd {
        let store = stack.coordinator.persistentStores[0]
        let last = try #require(heard.notifications.last)
        #expect(last.userInfo?[NSStoreUUIDKey] as? String == store.identifier)
        #expect(last.userInfo?[NSPersistentStoreURLKey] as? URL == store.url)
        runtime.outcome("\(heard.notifications.count)")
      }
    }
    #expect(result.coverage == .exhaustive)
    #expect(result.failingSchedules == 0)
    #expect(result.outcomes.map(\.name).sorted() == ["1", "2", "3"])
  }

  @Test(arguments: RuntimeKind.both)
  func `I13: another coordinator on the same file hears of it too`(kind: RuntimeKind) throws {
    let heardByOther = try kind.runToTheEnd { runtime in
      let stack = try ChatStack(.sqlite, onDisk: true, options: Self.asked)
      let other = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
      let url = try #require(stack.coordinator.persistentStores[0].url)
      try other.addPersistentStore(type: .sqlite, at: url, options: Self.asked)
      let arrived = runtime.completion("the notification")
      let center = NotificationCenter.default
      let token = center.addObserver(
        forName: .NSPersistentStoreRemoteChange, object: other, queue: nil
      ) { _ in if !arrived.isComplete { arrived.complete() } }
      _ = try stack.savedRoom("lobby")
      arrived.wait()
      center.removeObserver(token)
      return arrived.isComplete
    }
    #expect(heardByOther == true)
  }

  @Test func `I13: who asked hears of a write by a coordinator that did not ask`() throws {
    let report = runOnce("one-sided") { runtime in
      let stack = try ChatStack(.sqlite, onDisk: true, options: Self.asked)
      let heard = Listener(.NSPersistentStoreRemoteChange, stack.coordinator)
      let other = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
      let url = try #require(stack.coordinator.persistentStores[0].url)
      try other.addPersistentStore(type: .sqlite, at: url)
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = other
      try context.performAndWait {
        context.insert("Room", ["name": "lobby"])
        try context.save()
      }
      runtime.atEnd { withExtendedLifetime(stack) { #expect(heard.notifications.count == 1) } }
    }
    #expect(report.failures.isEmpty)
  }

  @Test func `I13: no listener is told without the option`() throws {
    let report = runOnce("silent") { _ in
      let stack = try ChatStack(.sqlite)
      let heard = Listener(.NSPersistentStoreRemoteChange, stack.coordinator)
      _ = try stack.savedRoom("lobby")
      Runtime.current.atEnd { #expect(heard.notifications.isEmpty) }
    }
    #expect(report.failures.isEmpty)
  }
}
