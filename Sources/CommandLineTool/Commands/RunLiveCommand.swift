internal import Foundation
internal import WorkbookKit

/// A run on real threads in a copy of this program, which Ctrl-C ends: `run --live`.
struct RunLiveCommand: Command {
  var target: Target

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let (scenario, variant) = try session.bookmark.variant(target)
    let experiment = Experiment(scenario, variant)
    if !options.isJSON { console.show(LivePage.opening(experiment, width: console.width)) }
    let ending = try console.waitingFor("\(experiment.name): on real threads, Ctrl-C stops it") {
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
    session.onward.show(page, options, next: "explore \(scenario.id) \(variant.name)")
    return page.exitStatus
  }
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
