import CoreData
import Testing

struct UndoManagerTests {
  /// A number whose changes can be taken back.
  final class Counter {
    var value = 0
    func set(_ new: Int, _ manager: UndoManager) {
      let old = value
      manager.registerUndo(withTarget: self) { $0.set(old, manager) }
      value = new
    }
  }

  let manager = UndoManager()
  let counter = Counter()

  @Test func `undo takes back everything of the open event, redo repeats it`() {
    counter.set(1, manager)
    counter.set(2, manager)
    manager.undo()
    #expect(counter.value == 0)
    #expect(!manager.canUndo && manager.canRedo)
    manager.redo()
    #expect(counter.value == 2)
    #expect(manager.canUndo && !manager.canRedo)
  }

  @Test func `groups are undone one by one, last first`() {
    manager.groupsByEvent = false
    for value in 1...3 {
      manager.beginUndoGrouping()
      counter.set(value, manager)
      manager.endUndoGrouping()
    }
    var seen: [Int] = []
    while manager.canUndo {
      manager.undo()
      seen.append(counter.value)
    }
    #expect(seen == [2, 1, 0])
  }

  @Test func `a nested group is undone with its outer one`() {
    manager.groupsByEvent = false
    manager.beginUndoGrouping()
    counter.set(1, manager)
    manager.beginUndoGrouping()
    counter.set(2, manager)
    manager.endUndoGrouping()
    manager.endUndoGrouping()
    manager.undo()
    #expect(counter.value == 0)
    #expect(!manager.canUndo)
  }

  @Test func `nothing is registered while registration is disabled, however often`() {
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    manager.enableUndoRegistration()
    counter.set(1, manager)
    #expect(!manager.canUndo)
    manager.enableUndoRegistration()
    counter.set(2, manager)
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test func `a new change forgets what could be redone`() {
    counter.set(1, manager)
    manager.undo()
    counter.set(5, manager)
    #expect(!manager.canRedo)
  }

  @Test func `only so many levels are kept`() {
    manager.groupsByEvent = false
    manager.levelsOfUndo = 2
    for value in 1...4 {
      manager.beginUndoGrouping()
      counter.set(value, manager)
      manager.endUndoGrouping()
    }
    manager.undo()
    manager.undo()
    #expect(counter.value == 2)
    #expect(!manager.canUndo)
  }

  @Test func `actions of a target can be forgotten`() {
    let other = Counter()
    counter.set(1, manager)
    other.set(1, manager)
    manager.removeAllActions(withTarget: other)
    manager.undo()
    #expect(counter.value == 0)
    #expect(other.value == 1)
  }

  @Test func `a target is not kept alive by its actions`() {
    weak var watched: Counter?
    do {
      let passing = Counter()
      passing.set(1, manager)
      watched = passing
    }
    #expect(watched == nil)
    manager.undo()
    #expect(!manager.canUndo)
  }

  @Test func `names follow their group`() {
    counter.set(1, manager)
    manager.setActionName("Rename Room")
    #expect(manager.undoActionName == "Rename Room")
    manager.undo()
    #expect(manager.redoActionName == "Rename Room")
    #expect(manager.undoActionName.isEmpty)
  }

  @Test func `a child's save into a parent that groups by hand says what is missing`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try ChatStack()
      let parent = stack.context("parent")
      parent.undoManager = UndoManager()
      parent.undoManager?.groupsByEvent = false
      let child = stack.child(of: parent, "child")
      try child.performAndWait {
        child.insert("Room", ["name": "lobby"])
        try child.save()
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("parent has changes") && said.contains("beginUndoGrouping()"))
  }
}
