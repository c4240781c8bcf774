import IndependentEnumerator
import LongTests
import Testing

/// What the enumerator itself makes of programs whose outcomes can be told by thinking.
struct SemanticsTests {
  private func outcomes(_ main: [Statement]) -> Set<String> {
    Enumeration(SmallProgram(main), limit: 100_000)?.outcomes ?? []
  }

  @Test func `blocks that one thread puts into a queue run in its order`() {
    let found = outcomes([
      .async(.serial(0), Body([.add(0, 1)])), .async(.serial(0), Body([.add(0, 2)])),
    ])
    #expect(found == ["done; [4, 0]"])
  }

  @Test func `tasks of the main actor begin in the order in which one thread creates them`() {
    let found = outcomes([
      .thread(Body([.mainTask(Body([.add(0, 1)])), .mainTask(Body([.add(0, 2)]))]))
    ])
    #expect(found == ["done; [4, 0]"])
  }

  @Test func `tasks that belong nowhere begin in any order`() {
    let found = outcomes([.task(Body([.add(0, 1)])), .task(Body([.add(0, 2)]))])
    #expect(found.isSuperset(of: ["done; [4, 0]", "done; [5, 0]"]))
  }

  @Test func `an actor loses an update only where it is given free in between`() {
    func onActor(_ between: [Statement]) -> [Statement] {
      (1...2).map { number in
        .task(Body([.onActor(0, [.read(0)] + between + [.write(0, number)])]))
      }
    }
    #expect(!outcomes(onActor([])).contains("done; [1, 0]; 1 saw [0]; 2 saw [0]"))
    #expect(outcomes(onActor([.yield])).contains("done; [1, 0]; 1 saw [0]; 2 saw [0]"))
  }

  /// What is given to `withTaskGroup` belongs nowhere, so that a block in the line always comes first.
  @Test func `a task of the main actor leaves it for its group, also if all children have ended`() {
    let found = outcomes([
      .mainTask(Body([.group([Body([.read(1)])]), .add(0, 1)])),
      .async(.main, Body([.add(0, 2)])),
    ])
    #expect(found == ["done; [5, 0]; 2 saw [0]"])
  }

  @Test func `a timer that is set later and is due sooner fires first`() {
    func timers(_ between: [Statement]) -> [Statement] {
      let later = Statement.after(2, .serial(0), Body([.add(0, 1)]))
      let sooner = Statement.after(1, .serial(0), Body([.add(0, 2)]))
      return [.thread(Body([later] + between + [sooner]))]
    }
    #expect(outcomes(timers([])) == ["done; [5, 0]"])
    #expect(outcomes(timers([.write(1, 7)])) == ["done; [4, 7]", "done; [5, 7]"])
  }

  @Test func `a circle is a deadlock, a signal that no thread sends is not`() {
    let circle = outcomes(SmallProgram.philosophers(2).main.statements)
    #expect(circle == ["deadlock", "done; [0, 0]", "stuck; [0, 0]"])
    #expect(outcomes([.wait(0)]) == ["stuck; [0, 0]", "waits without end"])
  }

  @Test(arguments: LongTests.all([Family.threads, .tasks, .queues, .main, .mainActor], orFirst: 2))
  func `counting classes comes upon every outcome`(_ family: Family) {
    var compared = 0
    for number in 0..<30 {
      let program = SmallProgram.random(family, number: number)
      guard let plain = Enumeration(program, limit: 3000),
        let classes = ClassCount(program, limit: 3000)
      else { continue }
      compared += 1
      #expect(classes.outcomes == plain.outcomes, "\(program)")
    }
    #expect(compared >= 10)
  }

  @Test func `what is wrong is found in the smallest program that has it`() {
    let large = SmallProgram([
      .thread(Body([.locked(0, [.read(1), .write(0, 5)]), .signal(0)])),
      .task(Body([.group([Body([.yield]), Body([.add(1, 2)])])])),
    ])
    let small = large.shrunk { "\($0)".contains("x0 = 5") }
    #expect(small == SmallProgram([.thread(Body([.write(0, 5)]))]))
  }
}
