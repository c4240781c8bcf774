public import Interleaving
internal import Synchronization

/// What a scenario is handed: threads, and what is asked when nothing is left to run.
///
///     func scenario(_ s: Stage) {
///       let cache = ImageCache()
///       s.thread("A") { _ = cache.image("a") }
///       s.thread("B") { _ = cache.image("a") }
///       s.expect("loads once") { cache.loads == 1 }
///     }
public final class Stage: Sendable {
  private struct State {
    var expectations: [(name: String, holds: UncheckedBox<() throws -> Bool>)] = []
    var endings: [UncheckedBox<() throws -> String>] = []
    var broken: [String] = []
  }

  private let runtime: Runtime
  private let state = Mutex(State())

  private init(_ runtime: Runtime) { self.runtime = runtime }

  /// Starts a thread. Its body is as sendable as a block of Dispatch: it belongs to no actor, also
  /// where the scenario is the main actor's.
  @preconcurrency
  public func thread(
    _ name: String, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable () throws -> Void
  ) {
    runtime.thread(name, file: file, line: line, body)
  }

  /// Starts a task that has a name in what is told.
  public func task(
    _ name: String, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @isolated(any) @Sendable () async throws -> Void
  ) {
    runtime.task(name, file: file, line: line, body)
  }

  /// Asked when nothing is left to run; an order in which it does not hold is a finding.
  public func expect(_ name: String, _ holds: @escaping () throws -> Bool) {
    let holds = UncheckedBox(holds)
    state.withLock { $0.expectations.append((name, holds)) }
  }

  /// The same for what is known already, as after an `await`.
  public func expect(_ name: String, _ holds: Bool) {
    if !holds { state.withLock { $0.broken.append(name) } }
  }

  /// What tells one way of ending from another, asked when nothing is left to run.
  public func ending(_ words: @escaping () throws -> String) {
    let words = UncheckedBox(words)
    state.withLock { $0.endings.append(words) }
  }
}

extension Stage {
  /// How a run ended, as the outcomes of an exploration carry it in one string.
  public struct Ending: Hashable, Sendable {
    /// What `ending` said.
    public var words: String
    /// The expectations that did not hold.
    public var broken: [String]

    private static let mark: Character = "\u{1F}"

    fileprivate var text: String { ([words] + broken).joined(separator: String(Self.mark)) }

    public init(_ text: String) {
      var parts = text.split(separator: Self.mark, omittingEmptySubsequences: false)
        .map(String.init)
      words = parts.isEmpty ? "" : parts.removeFirst()
      broken = parts
    }

    fileprivate init(words: String, broken: [String]) {
      (self.words, self.broken) = (words, broken)
    }
  }

  /// The program of a scenario, as `explore` takes it.
  public static func program(
    _ scenario: @escaping (Stage) throws -> Void
  ) -> Program {
    { runtime in
      let stage = Stage(runtime)
      runtime.atEnd { try stage.conclude() }
      try scenario(stage)
    }
  }

  /// The same for a scenario that suspends; it runs on the main actor.
  public static func program(
    suspending scenario: @escaping @MainActor @Sendable (Stage) async throws -> Void
  ) -> Program {
    { runtime in
      let stage = Stage(runtime)
      runtime.atEnd { try stage.conclude() }
      runtime.task("scenario", mustEnd: true) { @MainActor in try await scenario(stage) }
    }
  }

  private func conclude() throws {
    let state = state.withLock { $0 }
    var broken = state.broken
    for (name, holds) in state.expectations where try !holds.value() { broken.append(name) }
    let words = try state.endings.map { try $0.value() }
    if state.endings.isEmpty, broken.isEmpty { return }
    runtime.outcome(Ending(words: words.joined(separator: ", "), broken: broken).text)
    for name in broken { runtime.fail("\"\(name)\" does not hold") }
  }
}
