/// Programs that have a name, and of which it is known how many schedules there are.
extension SmallProgram {
  /// One reader looks for the highest cell that is zero; writer `n` makes cell `n` one more than the
  /// cell below it.
  public static func lastZero(_ writers: Int) -> SmallProgram {
    SmallProgram(
      [.thread(Body([.findZero(from: writers)]))]
        + (1...writers).map { .thread(Body([.successor(of: $0 - 1, into: $0)])) },
      with: Things(cells: writers + 1))
  }

  /// Threads that read a cell and write it, without a lock.
  public static func lostUpdate(threads: Int, times: Int) -> SmallProgram {
    SmallProgram(
      (0..<threads).map { _ in
        .thread(Body((0..<times).map { _ in .successor(of: 0, into: 0) }))
      })
  }

  /// Everybody takes the fork on the left, then the one on the right.
  public static func philosophers(_ count: Int) -> SmallProgram {
    SmallProgram(
      (0..<count).map { .thread(Body([.locked($0, [.locked(($0 + 1) % count, [])])])) },
      with: Things(locks: count))
  }

  /// Threads that each put a number of their own into an atomic where they find the one before.
  public static func exchangesInTurn(_ threads: Int) -> SmallProgram {
    SmallProgram((1...threads).map { .thread(Body([.exchange($0 - 1, for: $0)])) })
  }

  /// Threads that each put 1 into an atomic where they find 0, then another number anyhow.
  public static func exchangesBeforeWrites(_ threads: Int) -> SmallProgram {
    SmallProgram(
      (0..<threads).map { .thread(Body([.exchange(0, for: 1), .storeAtomic($0 + 3)])) })
  }

  /// A thread that puts 2 into an atomic, and threads that put 3 into it where they find 2.
  public static func exchangesAfterWrite(_ threads: Int) -> SmallProgram {
    SmallProgram(
      [.thread(Body([.storeAtomic(2)]))]
        + (0..<threads).map { _ in .thread(Body([.exchange(2, for: 3)])) })
  }

  /// Two threads that enter two queues in opposite orders.
  public static let crossedQueues = SmallProgram(
    (0...1).map {
      .thread(Body([.sync(.serial($0), [.sync(.serial(1 - $0), [])])]))
    })

  /// Threads that signal one waiter.
  public static func signallers(_ count: Int) -> SmallProgram {
    SmallProgram(
      [.thread(Body([.wait(0)]))] + (0..<count).map { _ in .thread(Body([.signal(0)])) },
      with: Things(semaphores: [0]))
  }

  /// Tasks that have nothing to do with each other.
  public static func independentTasks(_ count: Int) -> SmallProgram {
    SmallProgram(
      (0..<count).map { .task(Body([.add($0, 1)])) }, with: Things(cells: count))
  }

  /// Tasks that each work on an actor of their own.
  public static func tasksOnActors(_ count: Int) -> SmallProgram {
    SmallProgram(
      (0..<count).map { .task(Body([.onActor($0, [.add($0, 1)])])) },
      with: Things(cells: count, actors: count))
  }

  /// A task group whose children all work on one actor.
  public static func groupOnOneActor(_ count: Int) -> SmallProgram {
    SmallProgram([
      .task(Body([.group((0..<count).map { _ in Body([.onActor(0, [.add(0, 1)])]) })]))
    ])
  }

  /// Something arrives at the main queue, and a task enters the main actor.
  public static func mainQueueBesideMainActor(_ arrival: Statement) -> SmallProgram {
    SmallProgram([
      .async(.serial(0), Body([arrival])),
      .task(Body([.onMain([.write(0, 2)])])),
    ])
  }

  /// Two threads that each start a task of the main actor.
  public static let twoTasksOfTheMainActor = SmallProgram(
    (1...2).map { .thread(Body([.mainTask(Body([.write(0, $0)]))])) })
}
