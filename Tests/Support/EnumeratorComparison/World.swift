import IndependentEnumerator
import Interleaving
import Synchronization

/// What is made on first use.
private struct Lazies {
  var lock: Lock?
  var cell: Cell<Int>?
  var queue: SerialQueue?
}

/// A program of the enumerator's language on the engine, through its public interface.
final class World: @unchecked Sendable {
  // @unchecked Sendable because one thread of a controlled run is awake at a time.
  let runtime: Runtime
  let cells: [Cell<Int>]
  private let locks: [Lock]
  private let semaphores: [CountingSemaphore]
  private let completions: [Completion]
  private let queues: [SerialQueue]
  let stages: [Stage]
  let streams: [SharedStream<Int>]
  private let recursive: RecursiveLock
  private let shared: ReadWriteLock
  private let atomic: SharedAtomic<Int>
  private let condition: Condition
  private let group: WorkGroup
  private let concurrent: ConcurrentQueue
  private let making = Mutex(())
  private var lazies = Lazies()
  /// The plain variables of queues, actors and locks.
  private var confined: [Guardian: Int] = [:]
  /// What the cells contain, without asking them.
  private var contents: [Int]
  private var seen: [[Int]]
  /// The tasks that may be cancelled, by name.
  var tasks: [Int: Task<Void, Never>] = [:]
  private var isDone = false

  init(_ program: SmallProgram, in runtime: Runtime) {
    let things = program.things
    self.runtime = runtime
    cells = (0..<things.cells).map { runtime.cell("x\($0)", 0) }
    locks = (0..<things.locks).map { runtime.lock("l\($0)") }
    semaphores = things.semaphores.enumerated().map {
      runtime.semaphore("s\($0.offset)", value: $0.element)
    }
    completions = (0..<things.completions).map { runtime.completion("c\($0)") }
    queues = (0..<things.queues).map { runtime.queue("q\($0)") }
    stages = (0..<things.actors).map { _ in Stage() }
    streams = (0..<things.streams).map { runtime.stream("feed\($0)", of: Int.self) }
    recursive = runtime.recursiveLock("recursive")
    shared = runtime.readWriteLock("shared")
    atomic = runtime.atomic("atomic", 0)
    condition = runtime.condition("condition")
    group = runtime.group("group")
    concurrent = runtime.concurrentQueue("concurrent")
    contents = Array(repeating: 0, count: program.cells)
    seen = Array(repeating: [], count: program.bodies.count)
  }

  func run(_ program: SmallProgram) {
    runtime.atEnd { [self] in
      isDone = true
      runtime.outcome(ending(.done))
    }
    perform(program.main.statements, as: program.main.number)
  }

  /// How the run ended if it did not come to its end; nil if it did.
  var stuck: String? { isDone ? nil : ending(.waitsWithoutEnd) }

  private func ending(_ kind: Ending.Kind) -> String {
    Ending(kind, cells: contents, seen: seen).description
  }

  // MARK: What threads and blocks do

  func run(_ body: Body) { perform(body.statements, as: body.number) }

  func perform(_ statements: [Statement], as body: Int) {
    for statement in statements { perform(statement, as: body) }
  }

  private func perform(_ statement: Statement, as body: Int) {
    switch statement {
    case .read(let cell): note(cells[cell].read(), body)
    case .write(let cell, let value): write(value, to: cell)
    case .add(let cell, let number): write(cells[cell].read() * 2 + number, to: cell)
    case .successor(let one, let other): write(cells[one].read() + 1, to: other)
    case .findZero(let highest):
      if let cell = (0...highest).reversed().first(where: { cells[$0].read() == 0 }) {
        note(cell, body)
      }
    case .confined(let guardian, let number):
      let value = confined[guardian, default: 0] * 2 + number
      confined[guardian] = value
      note(value, body)
    case .locked(let lock, let inner): locks[lock].withLock { perform(inner, as: body) }
    case .addAtOnce(let cell, let number):
      cells[cell].modify { $0 = $0 * 2 + number }
      if !runtime.isUnwinding { contents[cell] = contents[cell] * 2 + number }
    case .tried(let lock, let inner):
      let isTaken = locks[lock].try()
      note(isTaken ? 1 : 0, body)
      guard isTaken else { return }
      perform(inner, as: body)
      locks[lock].unlock()
    case .waitAtMost(let semaphore):
      note(semaphores[semaphore].wait(atMost: .seconds(1)) ? 1 : 0, body)
    case .takenInTime(let semaphore, let inner):
      let isTaken = semaphores[semaphore].wait(atMost: .seconds(1))
      note(isTaken ? 1 : 0, body)
      guard isTaken else { return }
      perform(inner, as: body)
      semaphores[semaphore].signal()
    case .recursive(let inner): recursive.withLock { perform(inner, as: body) }
    case .shared(let toWrite, let inner):
      toWrite ? shared.lockToWrite() : shared.lockToRead()
      perform(inner, as: body)
      shared.unlock()
    case .lockedLazily(let inner): lazyLock.withLock { perform(inner, as: body) }
    case .addLazily(let number):
      let value = lazyCell.read() * 2 + number
      lazyCell.write(value)
      if !runtime.isUnwinding { contents[contents.count - 1] = value }
    case .asyncLazily(let block): self[.lazy].async { [self] in run(block) }
    case .exchange, .retryExchange, .tryExchange, .loadAtomic, .storeAtomic, .addToAtomic,
      .conditioned, .waitForSignal, .wake, .grouped, .waitForGroup:
      performTogether(statement, as: body)
    case .concurrent(let isBarrier, let block):
      concurrent.async(isBarrier: isBarrier) { [self] in run(block) }
    case .signal(let semaphore): semaphores[semaphore].signal()
    case .wait(let semaphore): semaphores[semaphore].wait()
    case .complete(let completion): completions[completion].complete()
    case .awaitCompletion(let completion): completions[completion].wait()
    case .poll(let completion): note(completions[completion].isComplete ? 1 : 0, body)
    case .thread(let body): runtime.thread("T\(body.number)") { [self] in run(body) }
    case .async(let queue, let block): self[queue].async { [self] in run(block) }
    case .sync(let queue, let inner): self[queue].sync { perform(inner, as: body) }
    case .after(let delay, let queue, let block):
      runtime.after(.seconds(delay), on: self[queue]) { [self] in run(block) }
    case .task(let body): runtime.task("K\(body.number)") { [self] in await run(body) }
    case .mainTask(let body): Task { @MainActor in await run(body) }
    case .send(let stream, let value): streams[stream].yield(value)
    case .finish(let stream): streams[stream].finish()
    case .cancellable, .cancel, .askCancelled: performCancelling(statement, as: body)
    case .onActor, .onMain, .group, .groupSeeing, .groupCancelling, .asyncLet, .asyncLetLeft,
      .handled, .yield, .sleep, .callback, .next:
      preconditionFailure("only a task can do \(statement)")
    }
  }

  private func performTogether(_ statement: Statement, as body: Int) {
    switch statement {
    case .exchange(let expected, let new):
      note(atomic.compareExchange(expected: expected, desired: new).exchanged ? 1 : 0, body)
    case .retryExchange(let expected, let new):
      while !atomic.compareExchange(expected: expected, desired: new).exchanged {}
    case .tryExchange(let times, let expected, let new):
      for _ in 1...times {
        let isThere = atomic.compareExchange(expected: expected, desired: new).exchanged
        note(isThere ? 1 : 0, body)
        if isThere { break }
      }
    case .loadAtomic: note(atomic.load(), body)
    case .storeAtomic(let value): atomic.store(value)
    case .addToAtomic(let number): atomic.add(number)
    case .conditioned(let inner): condition.withLock { perform(inner, as: body) }
    case .waitForSignal: condition.wait()
    case .wake(let all): all ? condition.broadcast() : condition.signal()
    case .grouped(let inner):
      group.enter()
      perform(inner, as: body)
      group.leave()
    case .waitForGroup: group.wait()
    default: preconditionFailure("\(statement) is for one alone")
    }
  }

  subscript(queue: Queue) -> SerialQueue {
    switch queue {
    case .main: runtime.main
    case .serial(let index): queues[index]
    case .lazy: made(\.queue) { runtime.queue("lazy queue") }
    }
  }

  private var lazyLock: Lock { made(\.lock) { runtime.lock("lazy lock") } }
  private var lazyCell: Cell<Int> { made(\.cell) { runtime.cell("lazy cell", 0) } }

  /// The first to come makes it, under a lock of which the runtime knows nothing.
  private func made<Thing: Sendable>(
    _ path: WritableKeyPath<Lazies, Thing?>, _ make: () -> Thing
  ) -> Thing {
    making.withLock { _ in
      if let thing = lazies[keyPath: path] { return thing }
      let thing = make()
      lazies[keyPath: path] = thing
      return thing
    }
  }

  // A run that is being unwound does nothing more, though the code goes on.
  func note(_ value: Int, _ body: Int) {
    if !runtime.isUnwinding { seen[body].append(value) }
  }

  private func write(_ value: Int, to cell: Int) {
    cells[cell].write(value)
    if !runtime.isUnwinding { contents[cell] = value }
  }
}
