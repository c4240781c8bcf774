import LongTests
import Testing

@testable import Interleaving

/// The reduction is only as sound as its idea of which operations depend on each other. Random
/// programs put it to the test against running every single order.
@Suite(.long) struct RandomProgramTests {
  /// One operation of a random program. A program is data, so that it can be run again.
  enum Operation {
    case locked(Int, Int)
    case read(Int)
    case write(Int)
    case add(Int)
    case signal(Int)
    case wait(Int)
    case complete(Int)
    case await(Int)
    case poll(Int)
    case async(Int, Int)
    case sync(Int, Int)
    case onMain(Int)
    case mainSync(Int)
    case nested(Int, Int)
    /// Writes the one if the other is not zero any more.
    case follow(Int, Int)
    /// Signals after a second of virtual time.
    case late(Int)

    /// How many steps it takes in the order of things, roughly: who holds a lock or has its turn
    /// on a queue keeps most others from coming in between.
    var steps: Int {
      switch self {
      case .nested: 3
      case .locked, .sync, .mainSync, .add, .follow: 2
      default: 1
      }
    }

    /// In how many places of the others' order the block comes that it hands over, roughly.
    var places: Double {
      switch self {
      case .async, .onMain: 6
      default: 1
      }
    }
  }

  @Test(arguments: 0..<8)
  func `the reduction runs each set of equal orders once, and misses none`(_ batch: Int) throws {
    var seed = UInt64(batch) << 32
    var compared = 0
    while compared < 250 {
      seed += 1
      let threads = Self.randomThreads(seed)
      guard Self.interleavings(threads) <= 80 else { continue }
      if try compare(threads, Comment("seed \(seed): \(threads)")) { compared += 1 }
    }
  }

  /// False if there are too many orders to run them all.
  private func compare(_ threads: [[Operation]], _ comment: Comment) throws -> Bool {
    let program = Self.program(threads)
    guard let every = EveryOrder(of: program, atMost: 1000) else { return false }
    let reduced = try explore("random", options: .lettingGo(), program)
    #expect(reduced.outcomes.map(\.name).sorted() == every.outcomes, comment)
    #expect(reduced.schedules == every.classes, comment)
    #expect(reduced.redundantRuns == 0, comment)
    #expect(Set(reduced.races.map(\.resource)) == every.races, comment)
    return true
  }

  /// Roughly how many orders there are. What has too many is best known before they are run.
  private static func interleavings(_ threads: [[Operation]]) -> Double {
    var (total, product) = (0, 1.0)
    for operations in threads {
      for step in 1...operations.reduce(0, { $0 + $1.steps }) {
        total += 1
        product *= Double(total) / Double(step)
      }
      for operation in operations { product *= operation.places }
    }
    return product
  }

  static func randomThreads(_ seed: UInt64) -> [[Operation]] {
    var random = SplitMix(seed: seed)
    let count = Int.random(in: 2...4, using: &random)
    let most = count == 2 ? 4 : count == 3 ? 3 : 2
    return (0..<count).map { _ in
      (0..<Int.random(in: 1...most, using: &random)).map { _ in randomOperation(&random) }
    }
  }

  private static func randomOperation(_ random: inout SplitMix) -> Operation {
    let one = Int.random(in: 0...1, using: &random)
    let two = Int.random(in: 0...1, using: &random)
    return switch Int.random(in: 0..<18, using: &random) {
    case 0, 1: .locked(one, two)
    case 2, 3: .read(one)
    case 4: .write(one)
    case 5: .add(one)
    case 6: .signal(one)
    case 7: .wait(one)
    case 8: .complete(one)
    case 9: .await(one)
    case 10: .poll(one)
    case 11: .async(one, two)
    case 12: .sync(one, two)
    case 13: .onMain(one)
    case 14: .mainSync(one)
    case 15: .follow(one, two)
    case 16: .late(one)
    default: .nested(one, two)
    }
  }

  /// Everything a thread sees goes into the outcome, so that two schedules with the same outcome
  /// really are alike.
  static func program(_ threads: [[Operation]]) -> @Sendable (Runtime) throws -> Void {
    { runtime in
      let world = World(runtime)
      for (number, operations) in threads.enumerated() {
        runtime.uncheckedThread("T\(number)") {
          for operation in operations { world.perform(operation, by: number) }
        }
      }
      runtime.atEnd {
        let values = world.cells.map { "\($0.value)" }.joined(separator: ",")
        runtime.outcome("\(values) \(world.seen)")
      }
    }
  }

  final class World {
    let cells: [Cell<Int>]
    private let locks: [Lock]
    private let semaphores: [CountingSemaphore]
    private let completions: [Completion]
    private let queues: [SerialQueue]
    private let main: SerialQueue
    private let runtime: Runtime
    var seen: [[Int]] = Array(repeating: [], count: 4)

    init(_ runtime: Runtime) {
      cells = (0...1).map { runtime.cell("x\($0)", 0) }
      locks = (0...1).map { runtime.lock("L\($0)") }
      semaphores = (0...1).map { runtime.semaphore("S\($0)", value: $0) }
      completions = (0...1).map { runtime.completion("C\($0)") }
      queues = (0...1).map { runtime.queue("Q\($0)") }
      main = runtime.main
      self.runtime = runtime
    }

    func perform(_ operation: Operation, by number: Int) {
      switch operation {
      case .locked(let lock, let cell): locks[lock].withLock { add(cell, number) }
      case .nested(let outer, let cell):
        locks[outer].withLock { locks[1 - outer].withLock { add(cell, number) } }
      case .read(let cell): seen[number].append(cells[cell].read())
      case .write(let cell): cells[cell].write(number + 10)
      case .add(let cell): add(cell, number)
      case .signal(let semaphore): semaphores[semaphore].signal()
      case .wait(let semaphore):
        semaphores[semaphore].wait()
        seen[number].append(Int(runtime.now / .seconds(1)))
      case .complete(let completion): completions[completion].complete()
      case .await(let completion): completions[completion].wait()
      case .poll(let completion): seen[number].append(completions[completion].isComplete ? 1 : 0)
      case .async(let queue, let cell): queues[queue].asyncUnchecked { [self] in add(cell, number) }
      case .sync(let queue, let cell): queues[queue].sync { add(cell, number) }
      case .onMain(let cell): main.asyncUnchecked { [self] in add(cell, number) }
      case .mainSync(let cell): main.sync { add(cell, number) }
      case .follow(let first, let second):
        if cells[first].read() != 0 { cells[second].write(number + 20) }
      case .late(let semaphore):
        runtime.sleep(for: .seconds(1))
        semaphores[semaphore].signal()
      }
    }

    private func add(_ cell: Int, _ number: Int) {
      cells[cell].write(cells[cell].read() * 2 + number + 1)
    }
  }
}
