import Foundation
import Interleaving
import Testing

@testable import CoreData

/// What is widely observed of contexts and their queues.
struct ObservedContextTests {
  @Test(arguments: RuntimeKind.both)
  func `A12: a background context of a container merges nothing by itself`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let container = NSPersistentContainer(
        name: "A12", managedObjectModel: ChatModel.make { $0["Room"]?.objectClass = Room.self })
      let memory = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
      container.persistentStoreDescriptions = [memory]
      container.loadPersistentStores { #expect($1 == nil) }
      let (writer, background) = (
        container.newBackgroundContext(), container.newBackgroundContext()
      )
      let id = try writer.performAndWait {
        let room = writer.insert("Room", ["name": "V1"])
        try writer.save()
        return room.objectID
      }
      let room = background.performAndWait { background.object(with: id) }
      #expect(background.performAndWait { room["name"] } == "V1")
      try writer.change(id, ["name": "V2"])
      background.drain()
      #expect(background.performAndWait { room["name"] } == "V1")
      background.automaticallyMergesChangesFromParent = true
      try writer.change(id, ["name": "V3"])
      background.drain()
      #expect(background.performAndWait { room["name"] } == "V3")
    }
  }

  @Test func `B6: performAndWait of a main context really goes to main`() throws {
    let view = try ChatStack().viewContext()
    // On Linux the main queue may be served by any thread once `dispatchMain` runs.
    let mark = DispatchSpecificKey<String>()
    DispatchQueue.main.setSpecific(key: mark, value: "main")
    let worker = Runtime.live.thread("worker") {
      #expect(DispatchQueue.getSpecific(key: mark) == nil)
      #expect(view.performAndWait { DispatchQueue.getSpecific(key: mark) } == "main")
    }
    worker.join()
    let report = runOnce("B6") { runtime in
      let view = try ChatStack().viewContext()
      runtime.thread("worker") {
        runtime.outcome(view.performAndWait { Runtime.nameOfThread ?? "nobody" })
      }
    }
    #expect(report.outcome == "main")
  }

  @Test func `B6: of a private context it promises exclusivity`() throws {
    let result = try explore("B6 private", options: ExplorationOptions(shrinks: false)) { runtime in
      let context = try ChatStack().context("private")
      let inside = runtime.cell("inside", 0)
      for name in ["A", "B"] {
        runtime.thread(name) {
          context.performAndWait {
            inside.value += 1
            #expect(inside.value == 1)
            inside.value -= 1
          }
        }
      }
    }
    #expect(result.failingSchedules == 0 && result.races.isEmpty)
    #expect(result.coverage == .exhaustive)
  }

  @Test func `B7: performAndWait waits behind a block that came first`() throws {
    let report = runOnce("B7") { runtime in
      let context = try ChatStack().context("one")
      context.perform { runtime.spend(.milliseconds(200), "a slow block") }
      context.performAndWait {}
      runtime.outcome("\(runtime.now / .milliseconds(1))")
    }
    #expect(report.outcome == "200.0")
  }

  @Test func `B23: a child's save lasts until its parent has taken it over`() throws {
    let report = runOnce("B23") { runtime in
      let stack = try ChatStack()
      let parent = stack.context("parent")
      let child = stack.child(of: parent, "child")
      parent.perform { runtime.spend(.milliseconds(200), "the parent is busy") }
      try child.performAndWait {
        child.insert("Room", ["name": "lobby"])
        try child.save()
      }
      runtime.outcome("\(runtime.now >= .milliseconds(200))")
    }
    #expect(report.outcome == "true")
    #expect(report.failures.isEmpty)
  }
}
