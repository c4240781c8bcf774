import Interleaving
import Testing

struct StepperTests {
  private func stepper() -> Stepper { Stepper("ABBA", Programs.abba) }

  @Test func `a person can drive the program into the deadlock, and back`() throws {
    let stepper = stepper()
    #expect(stepper.choices.map(\.thread) == ["philosopher 0", "philosopher 1"])
    #expect(stepper.choices.map(\.next) == ["takes lock fork 0", "takes lock fork 1"])
    #expect(stepper.choose(thread: "philosopher 0"))
    #expect(stepper.choose(thread: "philosopher 1"))
    #expect(stepper.isOver)
    #expect(
      stepper.blocked.map(\.reason) == [
        "takes lock fork 1, which philosopher 1 holds",
        "takes lock fork 0, which philosopher 0 holds",
      ])
    #expect(stepper.finish().deadlock?.members.count == 2)
    #expect(stepper.undo())
    #expect(stepper.choices.count == 2)
    #expect(stepper.finish().deadlock == nil)
    #expect(stepper.undo())
    #expect(!stepper.undo())
    let choices = stepper.choices
    for _ in 1...2 { stepper.choose(0) }
    stepper.undo(to: 5)
    #expect(stepper.steps == 2)
    stepper.undo(to: 0)
    #expect(stepper.steps == 0 && stepper.choices == choices)
  }

  @Test func `a queue that is idle is entered, and one that is busy is waited for`() {
    let stepper = Stepper("queues") { runtime in
      let queue = runtime.queue("Q")
      for name in ["T1", "T2"] { runtime.thread(name) { queue.sync { runtime.main.sync {} } } }
    }
    #expect(
      stepper.choices.map(\.next) == Array(repeating: "enters queue Q, which is idle", count: 2))
    #expect(stepper.choose(thread: "T1"))
    #expect(
      stepper.choices.map(\.next) == [
        "has a block run on queue main, which is idle", "waits for its turn on queue Q",
      ])
    #expect(stepper.choose(thread: "T2"))
    #expect(stepper.choices.map(\.thread) == ["T1"])
    #expect(stepper.blocked.map(\.thread) == ["T2"])
  }

  @Test func `it knows when there is no way back`() {
    let stepper = stepper()
    #expect(stepper.isLost() == false)
    stepper.choose(thread: "philosopher 0")
    #expect(stepper.isLost() == false)
    stepper.choose(thread: "philosopher 1")
    #expect(stepper.isLost() == true)
    stepper.undo()
    #expect(stepper.isLost() == false)
    #expect(stepper.isLost(schedules: 1) != true)
  }

  @Test func `the adversary finds a failing end where there is one`() throws {
    let stepper = stepper()
    let lost = try #require(stepper.letAdversaryFinish())
    #expect(lost.ending.kind == .deadlock)
    stepper.choose(thread: "philosopher 0")
    stepper.choose(thread: "philosopher 0")
    #expect(stepper.letAdversaryFinish() == nil)
    #expect(!stepper.choose(thread: "nobody"))
  }
}
