/// What a random program is made of.
public enum Family: String, CaseIterable, Sendable {
  /// Threads, cells, locks, semaphores, completions.
  case threads
  /// The same with locks that are tried, taken again or shared, waits that give up, atomics and a
  /// concurrent queue.
  case attempts
  /// The same with an atomic, a condition and a group.
  case together
  /// Threads, cells and locks, with an atomic for which they try so often, or until it works.
  case retries
  /// Threads with a lock, a cell and a queue that the first of them makes.
  case lazies
  /// The same with serial queues, blocks in blocks among them.
  case queues
  /// The same with the main queue.
  case main
  /// Tasks, groups, `Task.yield`, cells.
  case tasks
  /// Tasks and actors.
  case actors
  /// Tasks, tasks of the main actor, `MainActor.run` and blocks of the main queue.
  case mainActor = "main-actor"
  /// Tasks and actors with `async let`, awaited and left.
  case asyncLets = "async-lets"
  /// Tasks that are cancelled, with handlers, groups and children, on actors as well.
  case cancellation
  /// Tasks that wait for blocks of queues.
  case callbacks
  /// Streams between threads, blocks and tasks.
  case streams
  /// Timers and tasks that sleep.
  case timers
  /// All of it.
  case mixed
}

extension SmallProgram {
  /// The program of a family with this number; the same number always gives the same program.
  public static func random(_ family: Family, number: Int) -> SmallProgram {
    var writer = RandomWriter(family, seed: UInt64(number) &* 0x2545_f491_4f6c_dd1d)
    return writer.program()
  }
}
