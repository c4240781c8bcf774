public import Interleaving
internal import Synchronization

/// Tells how long main was away while an app launched, and when the system would have ended the
/// app for it: in virtual time under the controlled runtime, in real time live.
///
///     main                               another thread
///     launch { opens stores, fetches }   .launching, as long as that takes
///     is free again                      .launched(away: 3 s), or
///                                        .ended(after: 20 s, away: 27 s)
///
/// A system ends an app for good; here the launch goes on, so that its whole length can be told.
public final class LaunchWatchdog: Sendable {
  /// What came of a launch.
  public enum Finding: Hashable, Sendable, Encodable {
    /// No launch has been asked for yet.
    case idle
    /// Main is not back yet, and the system still waits.
    case launching
    /// Main was back in time.
    case launched(away: Duration)
    /// The system ended the app. `away` is how long main was away until now, or in all.
    case ended(after: Duration, away: Duration)
  }

  private struct State {
    var began: Duration?
    var away: Duration?
  }

  /// About what a phone waits for an app to launch.
  public static let usualLimit = Duration.seconds(20)

  private let limit: Duration
  private let runtime: Runtime
  private let state = Mutex(State())

  /// A watchdog that ends what keeps main away for longer than `limit`.
  public init(limit: Duration = LaunchWatchdog.usualLimit, of runtime: Runtime = .current) {
    (self.limit, self.runtime) = (limit, runtime)
  }

  /// Runs a launch as one block of main, some time later.
  public func launch(_ block: @escaping () -> Void) {
    runtime.main.asyncUnchecked {
      let began = self.runtime.now
      self.state.withLock { $0 = State(began: began) }
      block()
      let away = self.runtime.now - began
      self.state.withLock { $0.away = away }
      self.runtime.note(LaunchFact(finding: self.finding))
    }
  }

  /// What is known by now.
  public var finding: Finding {
    let now = runtime.now
    return state.withLock { state in
      guard let began = state.began else { return .idle }
      let away = state.away ?? max(.zero, now - began)
      if away > limit { return .ended(after: limit, away: away) }
      return state.away == nil ? .launching : .launched(away: away)
    }
  }
}

/// How a launch went, as a fact of its run.
public struct LaunchFact: Fact, Hashable {
  /// What the watchdog found.
  public let finding: LaunchWatchdog.Finding

  public var name: String { "launch" }
  public var words: String {
    switch finding {
    case .idle: "has not launched"
    case .launching: "is launching"
    case .launched(let away): "launched: main was away for \(away)"
    case .ended(let limit, let away):
      "would have been ended by the system after \(limit): main was away for \(away)"
    }
  }
}
