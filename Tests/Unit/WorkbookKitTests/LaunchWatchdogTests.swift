import Foundation
import Interleaving
import Testing
import WorkbookKit

/// How long main is away while an app launches.
struct LaunchWatchdogTests {
  private func finding(_ launch: @escaping (Runtime) -> Void) -> LaunchWatchdog.Finding {
    var finding = LaunchWatchdog.Finding.idle
    let report = runOnce("launch") { runtime in
      let watchdog = LaunchWatchdog(limit: .seconds(20))
      #expect(watchdog.finding == .idle)
      watchdog.launch { launch(runtime) }
      runtime.atEnd { finding = watchdog.finding }
    }
    #expect(report.failures.isEmpty && report.deadlock == nil)
    return finding
  }

  @Test func `what main computes and what it waits for both count`() {
    #expect(
      finding { $0.spend(.seconds(3), "sorts") } == .launched(away: .seconds(3)))
    let waiting = finding { runtime in
      let done = runtime.completion("the answer")
      runtime.thread("service") {
        runtime.sleep(for: .seconds(27))
        done.complete()
      }
      done.wait()
    }
    #expect(waiting == .ended(after: .seconds(20), away: .seconds(27)))
    let working = finding { runtime in
      runtime.queue("loading").async { runtime.spend(.seconds(27), "migrates") }
    }
    #expect(working == .launched(away: .zero))
  }

  @Test func `exactly the limit is in time`() {
    #expect(finding { $0.spend(.seconds(20), "") } == .launched(away: .seconds(20)))
    #expect(
      finding { $0.spend(.seconds(20) + .nanoseconds(1), "") }
        == .ended(after: .seconds(20), away: .seconds(20) + .nanoseconds(1)))
  }

  @Test func `its words are in the log`() {
    let report = runOnce("words") { runtime in
      LaunchWatchdog(limit: .seconds(1)).launch { runtime.spend(.seconds(2), "migrates") }
    }
    let facts = report.events.compactMap { $0.fact as? LaunchFact }
    #expect(facts.map(\.finding) == [.ended(after: .seconds(1), away: .seconds(2))])
  }

  @Test func `live it measures real time, also of a launch that has not ended`() {
    let watchdog = LaunchWatchdog(limit: .zero, of: .live)
    let (started, mayEnd) = (
      Runtime.live.completion("started"), Runtime.live.completion("may end")
    )
    let ended = Runtime.live.completion("ended")
    watchdog.launch {
      started.complete()
      mayEnd.wait()
      Runtime.live.main.async { ended.complete() }
    }
    started.wait()
    guard case .ended(.zero, let sofar) = watchdog.finding else {
      Issue.record("\(watchdog.finding)")
      return
    }
    mayEnd.complete()
    ended.wait()
    guard case .ended(.zero, let away) = watchdog.finding else {
      Issue.record("\(watchdog.finding)")
      return
    }
    #expect(away >= sofar && sofar > .zero)
  }
}
