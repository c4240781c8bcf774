internal import Dispatch
internal import Foundation
internal import Terminal
internal import WorkbookKit

extension Session {
  /// Runs on real threads in a copy of this program; Ctrl-C ends the copy.
  func runLive(_ target: Target, _ options: CommonOptions) throws -> ExitStatus {
    let (scenario, variant) = try variant(target)
    let experiment = Experiment(scenario, variant)
    if !options.isJSON { console.show(LivePage.opening(experiment, width: console.width)) }
    let ending = try waitingFor("\(experiment.name): on real threads, Ctrl-C stops it") {
      try await LiveRun(experiment).inChild()
    }
    console.statusLine.clear()
    guard let ending else {
      throw CommandFailure(
        problem: "you stopped '\(experiment.name)' before it had come to an end",
        wayOut: "'explore \(scenario.id) \(variant.name)' tells how it can end",
        status: .interrupted)
    }
    let page = LivePage(experiment, ending)
    _ = show(page, options, next: "explore \(scenario.id) \(variant.name)")
    return page.exitStatus
  }

  /// Waits for work that is done elsewhere, telling of it on a terminal once Ctrl-C would cancel
  /// it; nil when it did.
  func waitingFor<Result: Sendable>(
    _ words: String, first stops: @escaping @Sendable () -> Bool = { false },
    _ work: @escaping @Sendable () async throws -> Result
  ) throws -> Result? {
    // The reader waits for it, whatever else goes on in this process.
    let task = Task(priority: .userInitiated) { try await work() }
    let done = DispatchSemaphore(value: 0)
    let outcome = Waited<Result>()
    Task(priority: .userInitiated) {
      outcome.value = await task.result
      done.signal()
    }
    Interrupts.watching { key in
      if key == .interrupt(1), stops() { return }
      task.cancel()
    } during: {
      console.statusLine.show(words)
      done.wait()
    }
    return task.isCancelled ? nil : try outcome.value?.get()
  }
}

/// Carries a result to the thread that waits for it.
private final class Waited<Value: Sendable>: @unchecked Sendable {
  // @unchecked Sendable because the semaphore orders the one write before the one read.
  var value: Result<Value, any Error>?
}

extension Tool {
  /// Whether this process was started to be the child of a live run; then it is one and is done.
  static func serveLiveRun(_ catalogue: Catalogue) -> Bool {
    guard let name = ProcessInfo.processInfo.environment[LiveRun.variable] else { return false }
    let experiments = catalogue.scenarios.flatMap { scenario in
      scenario.variants.map { Experiment(scenario, $0) }
    }
    if let experiment = experiments.first(where: { $0.name == name }) {
      LiveRun(experiment).serve()
    }
    return true
  }
}
