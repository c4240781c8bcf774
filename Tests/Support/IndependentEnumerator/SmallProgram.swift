/// A small concurrent program as data, so that it can be enumerated here, run on an engine,
/// made smaller and printed.
///
/// It has no loops and starts each of its bodies at most once. What a body sees goes into the
/// outcome, so that two runs with equal outcomes really were alike.
public struct SmallProgram: Hashable, Sendable {
  /// How many of each there are; semaphores with the values they begin with.
  public struct Things: Hashable, Sendable {
    public var cells: Int
    public var locks: Int
    public var semaphores: [Int]
    public var completions: Int
    public var queues: Int
    public var actors: Int
    public var streams: Int

    public init(
      cells: Int = 2, locks: Int = 2, semaphores: [Int] = [0, 1], completions: Int = 2,
      queues: Int = 2, actors: Int = 2, streams: Int = 1
    ) {
      self.cells = cells
      self.locks = locks
      self.semaphores = semaphores
      self.completions = completions
      self.queues = queues
      self.actors = actors
      self.streams = streams
    }
  }

  public var things: Things
  /// The first block of the main queue.
  public var main: Body

  public init(_ main: [Statement], with things: Things = Things()) {
    self.things = things
    self.main = Body(main)
    number()
  }
}

/// Statements that one thread, block or task goes through.
public struct Body: Hashable, Sendable {
  /// Its place in the program, from 0 for the main body; outcomes list what bodies saw by it.
  public internal(set) var number = 0
  public var statements: [Statement]

  public init(_ statements: [Statement]) { self.statements = statements }
}

/// What lets one in at a time, so that a plain variable needs no other protection.
public enum Guardian: Hashable, Sendable {
  case queue(Queue)
  case actor(Int)
  case lock(Int)
}

/// A serial queue.
public enum Queue: Hashable, Sendable {
  case main
  case serial(Int)
  case lazy
}

public indirect enum Statement: Hashable, Sendable {
  // Shared variables. Each read and each write is a step.
  case read(Int)
  case write(Int, Int)
  /// Reads a cell, then writes twice what it saw and a number: what was lost can be told.
  case add(Int, Int)
  /// Reads the first cell, then writes one more to the second.
  case successor(of: Int, into: Int)
  /// Reads cells downwards from this one until one of them is zero.
  case findZero(from: Int)

  /// Doubles a plain variable that the guardian protects, adds a number and sees the result. Only
  /// the guardian knows of it, and it is no step of its own.
  case confined(Guardian, Int)

  /// Doubles a cell and adds a number in one step that cannot be divided, as an atomic does.
  case addAtOnce(Int, Int)

  // Waiting.
  case locked(Int, [Statement])
  case signal(Int)
  case wait(Int)
  case complete(Int)
  case awaitCompletion(Int)
  case poll(Int)
  /// Sees whether the lock was free, and holds it then.
  case tried(Int, [Statement])
  // Things that are made on first use, whichever body comes first.
  case lockedLazily([Statement])
  case addLazily(Int)
  case asyncLazily(Body)

  /// Sees whether a signal came before the thread gave up.
  case waitAtMost(Int)
  /// The same, and gives the signal back behind the statements if it came.
  case takenInTime(Int, [Statement])
  /// Under a lock that may be taken again by the thread that has it.
  case recursive([Statement])
  /// Under a lock for many to read or one to write, given in the order of coming.
  case shared(toWrite: Bool, [Statement])

  /// Puts one value into the atomic if another is there, and sees whether it was.
  case exchange(Int, for: Int)
  /// Tries the same again until the value is there.
  case retryExchange(Int, for: Int)
  /// Tries the same so often, and goes on as soon as the value was there.
  case tryExchange(times: Int, Int, for: Int)
  case loadAtomic
  case storeAtomic(Int)
  case addToAtomic(Int)
  /// Under the lock of the condition.
  case conditioned([Statement])
  /// Gives that lock back until a signal has come, and takes it again.
  case waitForSignal
  /// Wakes who has waited longest for the condition, or everybody.
  case wake(all: Bool)
  /// In the group meanwhile.
  case grouped([Statement])
  case waitForGroup

  // Threads and queues.
  case thread(Body)
  case async(Queue, Body)
  case sync(Queue, [Statement])
  /// A block of a concurrent queue.
  case concurrent(isBarrier: Bool, Body)

  // Timers, in seconds of virtual time.
  case after(Int, Queue, Body)
  /// `Task.sleep`; only for tasks.
  case sleep(Int)

  // Tasks. From `onActor` on only code that may `await` can say it.
  case task(Body)
  case mainTask(Body)
  case onActor(Int, [Statement])
  case onMain([Statement])
  case group([Body])
  /// A group that sees the cell each time a child has ended.
  case groupSeeing(Int, [Body])
  /// A child task beside the statements, awaited at their end.
  case asyncLet(Body, [Statement])
  /// A child task beside the statements, cancelled at their end and awaited then.
  case asyncLetLeft(Body, [Statement])
  /// A group that cancels its children when the first of them has ended.
  case groupCancelling([Body])
  case yield
  /// Waits for a continuation that a block of the queue resumes at its end.
  case callback(Queue, Body)

  // Cancelling. The handler's body is gone through by who cancels.
  /// A task with a name, which the statements may cancel.
  case cancellable(Int, Body, [Statement])
  case cancel(Int)
  /// Sees whether the task that says it is cancelled.
  case askCancelled
  case handled(onCancel: Body, [Statement])

  // Streams.
  case send(Int, Int)
  case finish(Int)
  /// Sees the next element, or -1 at the end. A stream has one reader.
  case next(Int)
}

extension Statement {
  /// The same with its bodies and with the statements inside it changed.
  func changing(
    bodies change: (Body) -> Body, inner changeInner: ([Statement]) -> [Statement]
  ) -> Statement {
    switch self {
    case .locked(let lock, let inner): .locked(lock, changeInner(inner))
    case .tried(let lock, let inner): .tried(lock, changeInner(inner))
    case .takenInTime(let semaphore, let inner): .takenInTime(semaphore, changeInner(inner))
    case .recursive(let inner): .recursive(changeInner(inner))
    case .lockedLazily(let inner): .lockedLazily(changeInner(inner))
    case .asyncLazily(let body): .asyncLazily(change(body))
    case .conditioned(let inner): .conditioned(changeInner(inner))
    case .grouped(let inner): .grouped(changeInner(inner))
    case .shared(let toWrite, let inner): .shared(toWrite: toWrite, changeInner(inner))
    case .concurrent(let isBarrier, let body): .concurrent(isBarrier: isBarrier, change(body))
    case .sync(let queue, let inner): .sync(queue, changeInner(inner))
    case .onActor(let actor, let inner): .onActor(actor, changeInner(inner))
    case .onMain(let inner): .onMain(changeInner(inner))
    case .thread(let body): .thread(change(body))
    case .async(let queue, let body): .async(queue, change(body))
    case .after(let delay, let queue, let body): .after(delay, queue, change(body))
    case .callback(let queue, let body): .callback(queue, change(body))
    case .task(let body): .task(change(body))
    case .mainTask(let body): .mainTask(change(body))
    case .group(let bodies): .group(bodies.map(change))
    case .groupSeeing(let cell, let bodies): .groupSeeing(cell, bodies.map(change))
    case .groupCancelling(let bodies): .groupCancelling(bodies.map(change))
    case .asyncLet(let body, let inner): .asyncLet(change(body), changeInner(inner))
    case .asyncLetLeft(let body, let inner): .asyncLetLeft(change(body), changeInner(inner))
    case .cancellable(let name, let body, let inner):
      .cancellable(name, change(body), changeInner(inner))
    case .handled(let handler, let inner):
      .handled(onCancel: change(handler), changeInner(inner))
    default: self
    }
  }

  fileprivate var addsLazily: Bool {
    if case .addLazily = self { return true }
    return parts.contains { $0.contains(where: \.addsLazily) }
  }

  /// The lists of statements inside it.
  public var parts: [[Statement]] {
    var found: [[Statement]] = []
    _ = changing {
      found.append($0.statements)
      return $0
    } inner: {
      found.append($0)
      return $0
    }
    return found
  }

  func with(_ parts: [[Statement]]) -> Statement {
    var next = parts.makeIterator()
    return changing {
      var body = $0
      body.statements = next.next()!
      return body
    } inner: { _ in
      next.next()!
    }
  }
}

extension SmallProgram {
  /// Gives every body its number, outer ones before those inside them.
  mutating func number() {
    var count = 0
    func numbered(_ body: Body) -> Body {
      var body = body
      body.number = count
      count += 1
      body.statements = numbered(body.statements)
      return body
    }
    func numbered(_ statements: [Statement]) -> [Statement] {
      statements.map { $0.changing(bodies: numbered, inner: numbered) }
    }
    main = numbered(main)
  }

  /// How many cells there are, with the one that is made on first use.
  public var cells: Int {
    let makesOne = bodies.contains { $0.statements.contains(where: \.addsLazily) }
    return things.cells + (makesOne ? 1 : 0)
  }

  /// Every body, by number.
  public var bodies: [Body] {
    var found = [main]
    func collect(_ statements: [Statement]) {
      for statement in statements {
        _ = statement.changing {
          found.append($0)
          collect($0.statements)
          return $0
        } inner: {
          collect($0)
          return $0
        }
      }
    }
    collect(main.statements)
    return found
  }
}
