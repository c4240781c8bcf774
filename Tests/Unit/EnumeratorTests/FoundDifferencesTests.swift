import EnumeratorComparison
import IndependentEnumerator
import Testing

/// The smallest programs that the enumerator and an engine once told apart.
struct FoundDifferencesTests {
  private func compare(
    _ main: [Statement], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let comparison = try #require(
      Comparison(SmallProgram(main), countingClasses: false), sourceLocation: sourceLocation)
    #expect(!comparison.differs, "\(comparison)", sourceLocation: sourceLocation)
  }

  /// ```
  /// first                    second
  ///                          on a0, then on a1
  ///                          back on a0               before the first comes, while it is there
  /// on a0                                             or after
  /// ```
  @Test func `a task comes back to an actor before or after another comes to it`() throws {
    try compare([
      .task(Body([.onActor(0, [.add(0, 5)])])),
      .task(Body([.onActor(0, [.read(0), .onActor(1, []), .read(0)])])),
    ])
  }

  @Test func `what waits for the actor in between need not be a step of its own`() throws {
    try compare([
      .task(Body([.onActor(0, [.confined(.actor(0), 5)])])),
      .task(Body([.onActor(0, [.onActor(1, []), .confined(.actor(0), 1)])])),
    ])
  }

  @Test func `a block that a thread hands to the main queue runs before or after a task of it`()
    throws
  {
    try compare(
      [
        .thread(Body([.async(.main, Body([.read(1)]))])),
        .task(Body([.onMain([.write(1, 3)])])),
      ])
  }

  @Test func `timers of one thread come to their queue in the order of their deadlines`() throws {
    try compare(
      [
        .thread(
          Body([
            .after(2, .serial(0), Body([.read(1)])), .after(3, .serial(0), Body([.write(1, 3)])),
          ]))
      ])
  }

  @Test func `a timer may fire before a task lies down that would have been woken earlier`() throws
  {
    try compare([
      .task(Body([.after(3, .main, Body([.read(0)])), .write(0, 3), .sleep(2)]))
    ])
  }

  @Test func `a stream is fed by a thread and by a task in either order`() throws {
    try compare(
      [
        .thread(Body([.send(0, 4)])),
        .task(Body([.task(Body([.send(0, 1)])), .next(0)])),
      ])
  }

  @Test func `main actor code that calls MainActor run lets others in`() throws {
    try compare([
      .mainTask(Body([.onMain([.awaitCompletion(0)])])), .mainTask(Body([.read(1)])),
    ])
  }

  /// The queue is made by either thread, and its thread goes by another name then.
  @Test func `blocks of a queue that the first to come makes`() throws {
    try compare([
      .thread(Body([.write(0, 1), .asyncLazily(Body([]))])),
      .thread(
        Body([.read(1), .asyncLazily(Body([.asyncLazily(Body([.read(0)]))]))])),
    ])
  }

  /// What a signal comes too late for, or is not needed for, is the same in both orders, also where two
  /// jobs divide them.
  @Test func `waits with a deadline that a signal does not change`() throws {
    try compare([.thread(Body([.waitAtMost(0)])), .thread(Body([.waitAtMost(0)]))])
    try compare([.thread(Body([.waitAtMost(1)])), .thread(Body([.signal(1)]))])
    try compare([
      .thread(Body([.waitAtMost(1)])), .thread(Body([.wait(1), .waitAtMost(1)])),
    ])
  }

  /// What a wait with a deadline comes to is another thing in another order, and so is what its
  /// thread does then.
  @Test func `a signal that was taken in time is given back or not there`() throws {
    let taking = Statement.takenInTime(0, [])
    try compare([
      .thread(Body([taking])), .thread(Body([.read(0), .signal(0)])),
      .thread(Body([.write(0, 19), .waitAtMost(0)])),
    ])
    try compare([
      .signal(0), .thread(Body([taking])), .thread(Body([taking])), .thread(Body([taking])),
    ])
  }

  /// Who waits for a task gives its priority to the children of the task and to theirs, whatever they
  /// have done so far.
  @Test func `a task of the main actor waits for one whose group has children`() throws {
    let group = Statement.group([Body([.asyncLet(Body([.write(0, 11)]), [])])])
    try compare([
      .mainTask(Body([.asyncLet(Body([group]), [.asyncLet(Body([]), [])])]))
    ])
  }

  /// The timer of two seconds may fire before that of one second is set, and the later one only behind
  /// that of one second, once it is.
  @Test func `a timer that overtakes another one lets a third wait for it`() throws {
    try compare([
      .task(Body([.after(3, .main, Body([.after(2, .serial(0), Body([]))]))])),
      .thread(
        Body([
          .after(
            3, .main,
            Body([
              .after(1, .serial(0), Body([])),
              .sync(.serial(0), [.after(1, .serial(0), Body([]))]),
            ]))
        ])),
    ])
  }

  @Test func `a task that sleeps overtakes two timers`() throws {
    try compare([
      .task(
        Body([
          .task(
            Body([
              .after(3, .serial(0), Body([])), .after(2, .serial(0), Body([])), .sleep(1),
            ]))
        ]))
    ])
  }
}
