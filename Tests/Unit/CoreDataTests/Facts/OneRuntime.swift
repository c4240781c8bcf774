/// Why a test runs under one kind of runtime only.
enum OneRuntime: String, CaseIterable {
  case controlled = "explores orders, or measures virtual time: the controlled runtime"
  case process = "stops a process of its own: the live runtime"
  case tasks = "awaits Swift's own tasks: the live runtime"
  case threads = "counts on real threads: the live runtime"
  case functions = "asks functions that know no queue, lock or thread: either"

  /// nil if there is no reason.
  init?(for test: FactTest) {
    if let reason = Self.suites.first(where: { test.suites.contains($0.key) })?.value {
      self = reason
    } else if Self.functionTests.contains(test.name) {
      self = .functions
    } else if test.source.contains("explore(") || test.source.contains("runOnce(") {
      self = .controlled
    } else if test.source.contains("processExitsWith") {
      self = .process
    } else if test.source.contains(") async throws {") {
      self = .tasks
    } else if test.source.contains("Runtime.live") {
      self = .threads
    } else {
      return nil
    }
  }

  /// Suites whose helpers explore, or that test plain functions.
  private static let suites: [String: OneRuntime] = [
    "Coordinator modes": .controlled, "DeadlockShapeTests": .controlled,
    "AsyncPerformTests": .controlled, "WaitingTests": .controlled,
    "CoordinatorLoadTests": .controlled,
    "RowMergeTests": .functions, "SQLTranslationTests": .functions,
    "SchemaNamesTests": .functions,
    "Sudden death of files that are written whole": .process,
  ]

  private static let functionTests: Set<String> = [
    "C2: IDs, coordinators and containers are Sendable, objects are not",
    "C7: Apple's launch argument makes a violation stop the process",
    "C13: the launch argument has Apple's name",
  ]
}
