public import IndependentEnumerator
import Interleaving

/// What the engine makes of a program.
public struct EngineRun: Sendable {
  public private(set) var outcomes: Set<String> = []
  public private(set) var schedules = 0
  public private(set) var redundantRuns = 0

  /// Nil if there are more schedules than that.
  public init?(_ program: SmallProgram, schedules limit: Int) {
    let observer = Observer()
    var options = ExplorationOptions(schedules: limit, shrinks: false)
    options.longestComputation = .seconds(10)
    options.onSchedule = { _ in observer.scheduleEnded() }
    do {
      let result = try explore("program", options: options) { runtime in
        let world = World(program, in: runtime)
        observer.world = world
        world.run(program)
      }
      if case .partial(.budget) = result.coverage { return nil }
      schedules = result.schedules
      redundantRuns = result.redundantRuns
      outcomes = Set(result.outcomes.map(\.name)).union(observer.stuck)
      if !result.coverage.isComplete { outcomes.insert("\(result.coverage)") }
    } catch {
      outcomes = ["\(error)"]
    }
  }
}

/// Looks at the world of each run when it has ended. The engine has one name for all runs that are
/// stuck; what one was like can be seen here.
private final class Observer: @unchecked Sendable {
  // @unchecked Sendable because runs are made one after the other.
  var world: World?
  public private(set) var stuck: Set<String> = []

  func scheduleEnded() -> Bool {
    if let name = world?.stuck { stuck.insert(name) }
    return true
  }
}
