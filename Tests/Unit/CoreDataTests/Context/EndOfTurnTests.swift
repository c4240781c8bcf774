import Foundation
import Interleaving
import Testing

@testable import CoreData

/// A context of the main queue may be used directly; its event ends with the main queue's turn.
struct EndOfTurnTests {
  @Test func `direct use on the main thread is announced once, when the turn ends`() {
    let report = runOnce("main events") { _ in
      let view = try ChatStack().viewContext()
      let heard = Listener(.NSManagedObjectContextObjectsDidChange, view)
      for name in ["one", "two"] { view.insert("Room", ["name": name]) }
      let lobby = view.insert("Room", ["name": "lobby"])
      #expect(heard.notifications.isEmpty)
      Runtime.current.main.async {
        #expect(heard.notifications.map(\.insertedCount) == [3])
        lobby["name"] = "hall"
        #expect(heard.notifications.count == 1)
      }
      Runtime.current.atEnd {
        #expect(heard.notifications.map(\.insertedCount) == [3, 0])
        #expect(view.hasChanges)
      }
    }
    #expect(report.failures.isEmpty)
  }

  @Test func `what a save or a fetch announces is not announced again when the turn ends`() {
    let report = runOnce("main events") { _ in
      let view = try ChatStack().viewContext()
      let heard = Listener(.NSManagedObjectContextObjectsDidChange, view)
      view.insert("Room", ["name": "fetched"])
      _ = try view.fetch(NSFetchRequest<Room>(entityName: "Room"))
      view.insert("Room", ["name": "saved"])
      try view.save()
      view.perform { view.insert("Room", ["name": "performed"]) }
      Runtime.current.atEnd { #expect(heard.notifications.map(\.insertedCount) == [1, 1, 1]) }
    }
    #expect(report.failures.isEmpty)
  }

  @Test func `a block that another thread has performed and waited for is announced too`() {
    let report = runOnce("performAndWait") { runtime in
      let view = try ChatStack().viewContext()
      let heard = Listener(.NSManagedObjectContextObjectsDidChange, view)
      runtime.thread("worker") {
        view.performAndWait { _ = view.insert("Room", ["name": "from outside"]) }
      }
      runtime.atEnd { #expect(heard.notifications.map(\.insertedCount) == [1]) }
    }
    #expect(report.failures.isEmpty)
  }

  @Test func `no order is added, and a refresh and a deletion are changes as well`() throws {
    let exploration = try explore("refreshes") { runtime in
      let stack = try ChatStack()
      let id = try stack.add("Room", ["name": "lobby"])
      let other = try stack.add("Room", ["name": "hall"])
      let view = stack.viewContext()
      let heard = Listener(.NSManagedObjectContextObjectsDidChange, view)
      runtime.main.async {
        view.refresh(view.object(with: id), mergeChanges: false)
        view.delete(view.object(with: other))
      }
      runtime.atEnd {
        let told = heard.notifications.first?.userInfo
        #expect((told?[NSRefreshedObjectsKey] as? Set<NSManagedObject>)?.count == 1)
        #expect((told?[NSDeletedObjectsKey] as? Set<NSManagedObject>)?.count == 1)
      }
    }
    #expect(exploration.schedules == 1)
    #expect(exploration.failures.isEmpty)
  }

  @MainActor @Test func `live, it is the next turn of the main queue`() async throws {
    let view = try ChatStack().viewContext()
    let heard = Listener(.NSManagedObjectContextObjectsDidChange, view)
    view.insert("Room", ["name": "direct"])
    #expect(heard.notifications.isEmpty)
    await withCheckedContinuation { next in Runtime.current.main.async { next.resume() } }
    #expect(heard.notifications.map(\.insertedCount) == [1])
  }
}

extension Notification {
  fileprivate var insertedCount: Int {
    (userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0
  }
}
