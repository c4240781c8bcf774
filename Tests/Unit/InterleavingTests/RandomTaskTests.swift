import LongTests
import Testing

@testable import Interleaving

/// Random programs of tasks, actors and groups: the reduction must find every outcome that running
/// every single order finds.
struct RandomTaskTests {
  /// What a task does, one after the other.
  enum Action {
    case read(Int)
    case write(Int)
    case add(actor: Int)
    case ask(actor: Int)
    case yield
    case group(Int)
  }

  @Test(arguments: LongTests.all(Array(0..<8), orFirst: 2))
  func `the reduction misses no outcome of tasks and no race`(_ batch: Int) throws {
    var seed = UInt64(batch) << 32
    var compared = 0
    while compared < 100 {
      seed += 1
      let tasks = Self.randomTasks(seed)
      if try compare(tasks, Comment("seed \(seed): \(tasks)")) { compared += 1 }
    }
  }

  /// False if there are too many orders to run them all.
  private func compare(_ tasks: [[Action]], _ comment: Comment) throws -> Bool {
    let program = Self.program(tasks)
    let plain = try explore(
      "random", options: .lettingGo(.plain, schedules: 600), program)
    guard plain.coverage.isComplete else { return false }
    let reduced = try explore("random", options: .lettingGo(), program)
    #expect(
      Set(reduced.outcomes.map(\.name)) == Set(plain.outcomes.map(\.name)), comment)
    #expect(reduced.schedules <= plain.schedules, comment)
    #expect(Set(reduced.races.map(\.resource)) == Set(plain.races.map(\.resource)), comment)
    return true
  }

  static func randomTasks(_ seed: UInt64) -> [[Action]] {
    var random = SplitMix(seed: seed)
    return (0..<2).map { _ in
      (0..<Int.random(in: 1...2, using: &random)).map { _ in
        let one = Int.random(in: 0...1, using: &random)
        return switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: .read(one)
        case 2, 3: .write(one)
        case 4, 5: .add(actor: one)
        case 6: .ask(actor: one)
        case 7: .yield
        default: .group(one)
        }
      }
    }
  }

  /// Everything a task sees goes into the outcome.
  static func program(_ tasks: [[Action]]) -> Program {
    { runtime in
      let cells = (0...1).map { runtime.cell("x\($0)", 0) }
      let actors = (0...1).map { _ in Ledger() }
      let seen = Seen()
      for (number, actions) in tasks.enumerated() {
        runtime.task("T\(number)") {
          for action in actions {
            switch action {
            case .read(let cell): seen.note(number, cells[cell].read())
            case .write(let cell): cells[cell].write(number + 10)
            case .add(let actor): await actors[actor].add(number)
            case .ask(let actor): seen.note(number, await actors[actor].ask())
            case .yield: await Task.yield()
            case .group(let cell):
              await withTaskGroup(of: Void.self) { group in
                group.addTask { cells[cell].write(number + 20) }
              }
            }
          }
        }
      }
      runtime.atEnd {
        let sums = actors.map { "\($0.sum)" }
        runtime.outcome("\(cells.map(\.value)) \(sums) \(seen.values)")
      }
    }
  }
}

private actor Ledger {
  /// Unsafe only so that it can be read at the end, when every task has ended.
  nonisolated(unsafe) private(set) var sum = 0
  func add(_ number: Int) { sum = sum * 2 + number + 1 }
  func ask() -> Int { sum }
}

private final class Seen: @unchecked Sendable {
  // @unchecked Sendable because one thread of a controlled run is awake at a time.
  private(set) var values: [[Int]] = [[], []]
  func note(_ task: Int, _ value: Int) { values[task].append(value) }
}
