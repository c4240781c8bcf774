import CoreData
import Foundation
import Interleaving

/// Eight contexts at work on real threads, and what came of it.
struct LiveLoad {
  /// How long it goes on.
  enum Length: Sendable {
    /// Operations of each worker.
    case operations(Int)
    case seconds(Int)
  }

  let length: Length
  let seed: UInt64
  var behaviour = CoreDataBehaviour()

  struct Result: Sendable {
    let ledgers: [Ledger]
    /// Sentences; empty if every row is accounted for.
    let troubles: [String]

    var operations: Int { ledgers.reduce(0) { $0 + $1.operations } }
    var conflicts: Int { ledgers.reduce(0) { $0 + $1.conflicts } }
    var made: Int64 { ledgers.reduce(0) { $0 + $1.made } }
    var living: Int { ledgers.reduce(0) { $0 + $1.items.count } }
    var counted: Int64 { ledgers.reduce(0) { $0 + $1.counted } }
  }

  func run() throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let stack = try LoadStack(in: folder, behaviour)
    let (board, troubles) = (Board(), Troubles())
    let workers = stack.contexts.indices.map {
      Worker($0, of: stack, seed: seed, board: board, troubles: troubles)
    }
    let isOver = end
    let threads = workers.map { worker in
      Runtime.live.thread(worker.context.name ?? "worker") { worker.work(until: isOver) }
    }
    for thread in threads { thread.join() }
    board.clear()
    try stack.comeToRest()
    let ledgers = workers.map(\.ledger)
    let differences = try Audit(ledgers: ledgers).differences(in: stack.file)
    let violations = stack.contexts.flatMap(\.confinementViolations).map(\.description)
    return Result(ledgers: ledgers, troubles: troubles.sentences + differences + violations)
  }

  /// Tells a worker, by the number of its operations, whether it is done.
  private var end: @Sendable (Int) -> Bool {
    switch length {
    case .operations(let count): return { $0 >= count }
    case .seconds(let seconds):
      let deadline = ContinuousClock.now + .seconds(seconds)
      return { _ in ContinuousClock.now >= deadline }
    }
  }
}

extension CoreDataBehaviour {
  /// The other way to serve requests, and the other one to tell children of permanent IDs.
  static var classicAndFixedUp: CoreDataBehaviour {
    var behaviour = CoreDataBehaviour()
    behaviour.coordinatorMode = .classic
    behaviour.nestedTemporaryIDs = .fixedUp
    return behaviour
  }
}
