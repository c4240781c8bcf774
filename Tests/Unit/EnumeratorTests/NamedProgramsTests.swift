import EnumeratorComparison
import IndependentEnumerator
import LongTests
import Testing

/// Programs whose schedules can be counted by hand, by the enumerator and by the engine.
struct NamedProgramsTests {
  private func check(
    _ program: SmallProgram, classes: Int, outcomes: Int? = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let model = try #require(ClassCount(program, limit: 100_000), sourceLocation: sourceLocation)
    #expect(model.classes == classes, sourceLocation: sourceLocation)
    if let outcomes {
      #expect(model.outcomes.count == outcomes, sourceLocation: sourceLocation)
    }
    let engine = EngineRun(program, schedules: classes)
    #expect(engine?.schedules == classes, "\(program)", sourceLocation: sourceLocation)
    #expect(engine?.outcomes == model.outcomes, "\(program)", sourceLocation: sourceLocation)
  }

  /// (n + 3) · 2^(n - 2), which is 15,360 for twelve.
  @Test(arguments: LongTests.all([(2, 5), (3, 12), (4, 28), (5, 64), (6, 144)], orFirst: 4))
  func `a reader that looks for the last zero sees each cell before or after its writer`(
    _ writers: Int, _ classes: Int
  ) throws {
    try check(.lastZero(writers), classes: classes, outcomes: classes)
  }

  @Test func `updates are lost in 328 orders of 2 times 3, and in 36 of 3 times 1`() throws {
    try check(.lostUpdate(threads: 2, times: 3), classes: 328, outcomes: 5)
    try check(.lostUpdate(threads: 3, times: 1), classes: 36, outcomes: 3)
  }

  /// Each deadlock counts as two outcomes: the kind, and what it was like.
  @Test(arguments: [(2, 3), (3, 7), (4, 15)])
  func `philosophers starve in one order`(_ count: Int, _ classes: Int) throws {
    try check(.philosophers(count), classes: classes, outcomes: 3)
  }

  /// The numbers that a public test suite of another model checker gives for these.
  @Test func `exchanges that fail only read`() throws {
    for (threads, classes) in LongTests.all([(2, 2), (3, 5), (4, 14), (5, 43)], orFirst: 3) {
      try check(.exchangesInTurn(threads), classes: classes, outcomes: nil)
    }
    for (threads, classes) in LongTests.all([(2, 6), (3, 66)], orFirst: 1) {
      try check(.exchangesBeforeWrites(threads), classes: classes, outcomes: nil)
    }
    for (threads, classes) in LongTests.all([(2, 5), (3, 13), (4, 33)], orFirst: 2) {
      try check(.exchangesAfterWrite(threads), classes: classes, outcomes: nil)
    }
  }

  @Test func `two queues entered in opposite orders deadlock in one of three`() throws {
    try check(.crossedQueues, classes: 3, outcomes: 3)
  }

  @Test(arguments: [2, 8])
  func `signals of one semaphore commute`(_ count: Int) throws {
    try check(.signallers(count), classes: 1)
  }

  @Test func `tasks that share nothing have one order`() throws {
    try check(.independentTasks(6), classes: 1)
    try check(.tasksOnActors(4), classes: 1)
  }

  @Test func `four children that arrive at one actor have 24 orders`() throws {
    try check(.groupOnOneActor(4), classes: 24)
  }

  @Test(arguments: [
    Statement.async(.main, Body([.write(0, 1)])), .sync(.main, [.write(0, 1)]),
    .mainTask(Body([.write(0, 1)])),
  ])
  func `what arrives at the main queue comes before or after a task that enters the main actor`(
    _ arrival: Statement
  ) throws {
    try check(.mainQueueBesideMainActor(arrival), classes: 2, outcomes: 2)
  }

  @Test func `two threads start tasks of the main actor in either order`() throws {
    try check(.twoTasksOfTheMainActor, classes: 2, outcomes: 2)
  }
}
