/// What the scheduler itself sees happen.
public enum SchedulerFact: Fact, Hashable {
  /// A thread that the program started began, or came to its end.
  case threadBegan
  /// A thread came to its end.
  case threadEnded
  /// A block that was brought to a queue.
  case blockBegan(queue: String)
  /// A block came to its end.
  case blockEnded(queue: String)
  /// A block was brought to a queue; `isAwaited` says whether its thread waits for the end of it.
  case enqueued(queue: String, isAwaited: Bool)
  /// A thread got a lock.
  case acquired(lock: String)
  /// A thread gave a lock back.
  case released(lock: String)
  /// Took a signal of a semaphore, having waited for it if there was none.
  case tookSignal(semaphore: String)
  /// A thread raised a semaphore.
  case signalled(semaphore: String)
  /// Found completed what it may have waited for.
  case sawCompletion(of: String)
  /// A completion was completed.
  case completed(name: String)
  /// A thread looked whether a completion is complete.
  case asked(whetherComplete: String)
  /// An access to something shared; `words` are those of the program that declared it.
  case accessed(resource: String, kind: AccessKind, words: String)
  /// A task did a step.
  case task(step: TaskStep)
  /// Virtual time went by.
  case spent(nanoseconds: Int64, words: String)
  /// A thread slept, in virtual time.
  case slept(nanoseconds: Int64)
  /// Cannot go on before something comes.
  case waits(for: Want)
  /// With its wait a thread, the first of these, closed a circle.
  case deadlocked(members: [DeadlockReport.Member])
  /// The program declared itself a failure.
  case failed(reason: String)
  /// Its author let the program say something.
  case noted(topic: String, text: String)
}

/// What a thread that runs jobs of tasks does next.
public enum TaskStep: Hashable, Sendable, Encodable {
  /// Its first job begins.
  case begins
  /// It goes on after waiting.
  case goesOn
  /// It goes on in its actor.
  case goesOnInActor
  /// It goes on after `Task.yield()`.
  case comesBackFromYielding
  /// It lies down to sleep.
  case sleeps
  /// It goes on after a sleep.
  case wakesUp
  /// Its actor's next job begins.
  case takesNextJobOfActor
  /// On the main thread.
  case runs(task: String)
  /// It lets another task go on.
  case resumes(task: String)
  /// A job of it is put into the queue of an actor.
  case arrives(task: String, at: String)
  /// With something to bring its group.
  case ends(task: String)
  /// A child of its group has ended.
  case goesOnAfterChild
  /// It comes to await a task.
  case awaits(task: String)
  /// It cancels a task.
  case cancels
  /// It cancels the tasks of its group.
  case cancelsGroup
  /// It asks whether it was cancelled.
  case asksWhetherCancelled
  /// It leaves what its cancellation handler is for.
  case takesHandlerAway

  var words: String {
    switch self {
    case .begins: "begins"
    case .goesOn: "goes on"
    case .goesOnInActor: "goes on in an actor"
    case .comesBackFromYielding: "comes back from yielding"
    case .sleeps: "lies down to sleep"
    case .wakesUp: "wakes up"
    case .takesNextJobOfActor: "takes the next job of its actor"
    case .runs(let task): "runs \(task)"
    case .resumes(let task): "resumes \(task)"
    case .arrives(let task, let queue): "\(task) comes to \(queue)"
    case .ends(let task): "\(task) ends"
    case .goesOnAfterChild: "goes on after a child of its group"
    case .awaits(let task): "comes to await \(task)"
    case .cancels: "cancels a task"
    case .cancelsGroup: "cancels the tasks of its group"
    case .asksWhetherCancelled: "asks whether it is cancelled"
    case .takesHandlerAway: "takes its cancellation handler away"
    }
  }
}

// MARK: In words

extension SchedulerFact {
  public var words: String {
    switch self {
    case .threadBegan: "starts"
    case .threadEnded: "ends"
    case .blockBegan(let queue): "begins a block of queue \(queue)"
    case .blockEnded(let queue): "ends a block of queue \(queue)"
    case .enqueued(let queue, isAwaited: true): "waits for \(Self.awaited(on: queue))"
    case .enqueued(let queue, isAwaited: false): "enqueues a block on queue \(queue)"
    case .acquired(let lock): "takes lock \(lock)"
    case .released(let lock): "gives lock \(lock) back"
    case .tookSignal(let semaphore): "waits for a signal of semaphore \(semaphore)"
    case .signalled(let semaphore): "signals semaphore \(semaphore)"
    case .sawCompletion(let name): "waits for \(name)"
    case .completed(let name): "completes \(name)"
    case .asked(let name): "asks whether \(name) is complete"
    case .accessed(_, _, let words), .spent(_, let words): words.firstLine
    case .task(let step): step.words
    case .slept(let time): "sleeps for \(Duration.nanoseconds(time))"
    case .waits(let want): "waits for \(want)"
    case .deadlocked(let members): Self.circle(members)
    case .failed(let reason): "fails: \(reason)".firstLine
    case .noted(_, let text): text.firstLine
    }
  }

  /// Blocks of the main queue are run by the main thread, those of another by the thread that waits.
  private static func awaited(on queue: String) -> Want {
    queue == "main" ? .block(queue: queue) : .turn(queue: queue)
  }

  private static func circle(_ members: [DeadlockReport.Member]) -> String {
    let names = (members + members.prefix(1)).map(\.thread).joined(separator: " → ")
    return "cannot go on: \(members.first?.obstacle ?? "waits"). \(names)"
  }
}

extension String {
  /// What stands in one line of a log.
  fileprivate var firstLine: String { String(prefix { !$0.isNewline }) }
}

// MARK: Kinds

extension SchedulerFact {
  /// The cases without what they carry, to ask and to count by.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Threads and blocks, locks.
    case threadBegan, threadEnded, blockBegan, blockEnded, enqueued, acquired, released
    /// Semaphores, completions, tasks, cells and time.
    case tookSignal, signalled, sawCompletion, completed, asked, accessed, task, spent, slept
    /// Waiting, and what the author or the scheduler says.
    case waits, deadlocked, failed, noted
  }

  /// The case without what it carries.
  public var kind: Kind {
    switch self {
    case .threadBegan: .threadBegan
    case .threadEnded: .threadEnded
    case .blockBegan: .blockBegan
    case .blockEnded: .blockEnded
    case .enqueued: .enqueued
    case .acquired: .acquired
    case .released: .released
    case .tookSignal: .tookSignal
    case .signalled: .signalled
    case .sawCompletion: .sawCompletion
    case .completed: .completed
    case .asked: .asked
    case .accessed: .accessed
    case .task: .task
    case .spent: .spent
    case .slept: .slept
    case .waits: .waits
    case .deadlocked: .deadlocked
    case .failed: .failed
    case .noted: .noted
    }
  }

  public var name: String { kind.rawValue }
}
