// How a run ended, and what it has to say.

extension Runtime {
  /// Names how this run of the program ended. The last name given counts.
  ///
  /// - Parameter name: The name under which reports count the run.
  public func outcome(_ name: String) { core.outcome(name, isFinal: false) }

  /// Names how this run ended for an engine that saw what the program cannot know of; nothing the
  /// program says counts any more.
  ///
  /// - Parameter name: The name under which reports count the run.
  public func finalOutcome(_ name: String) { core.outcome(name, isFinal: true) }

  /// Says that this run does something which is no step, so that its orders are not tried: the
  /// exploration's claim names it.
  ///
  /// - Parameter what: Behind "not tried:", as `accesses off the queue of view`.
  public func leaveOut(_ what: @autoclosure () -> String) {
    if kind == .controlled { core.leaveOut(what()) }
  }

  /// Declares the run a failure and says why.
  ///
  /// - Parameters:
  ///   - reason: What is wrong, as a sentence.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func fail(
    _ reason: String, file: StaticString = #fileID, line: UInt = #line
  ) {
    core.fail(reason, at: SourcePlace(file: file, line: line))
  }

  /// Runs `block` on the main thread when every thread has ended and every queue is empty;
  /// the usual place to look at the result and name the outcome.
  ///
  /// ```swift
  /// runtime.atEnd { runtime.outcome("counter is \(counter.value)") }
  /// ```
  ///
  /// - Parameter block: What looks at the result. An error that it throws is a failure of the program.
  public func atEnd(_ block: @escaping () throws -> Void) { core.atEnd(block) }

  /// Runs `block` as the last thing of the main queue's turn that the caller is in. Live, where that
  /// may have no end, it is the next turn.
  package func atEndOfMainTurn(_ block: @escaping () -> Void) { core.atEndOfMainTurn(block) }

  /// Whether events are kept at all; ask before building an expensive one.
  public var isTracing: Bool { core.isTracing }

  /// The longest time that one block has occupied the main queue so far, in virtual time.
  public var longestMainStall: Duration { core.longestMainStall }

  /// Leaves what `body` does out of the log: for setting up, before the story begins.
  ///
  /// - Parameter body: What is set up.
  /// - Throws: What `body` throws.
  public func untraced(_ body: () throws -> Void) rethrows { try core.untraced(body) }

  /// Lets the program say something in the log of the run: `note("screen", "shows 3 rooms")`.
  ///
  /// The text is made whether or not the run is told, so that making it, which may touch what is
  /// shared, does not make a difference. Orders can be asked for by it: see
  /// ``ExplorationOptions/notes``.
  ///
  /// - Parameters:
  ///   - topic: Who or what it is about.
  ///   - text: What is to be said of it.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func note(
    _ topic: String, _ text: String, file: StaticString = #fileID, line: UInt = #line
  ) {
    core.inTurn(ofNote: text, at: SourcePlace(file: file, line: line)) {
      note(SchedulerFact.noted(topic: topic, text: text), file: file, line: line)
    }
  }

  /// Adds what an engine saw to the log of the run. The fact is made only if the run is told, so
  /// making it must change nothing.
  ///
  /// - Parameters:
  ///   - fact: What the engine saw.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func note(
    _ fact: @autoclosure () -> any Fact, file: StaticString = #fileID, line: UInt = #line
  ) {
    guard core.isTracing else { return }
    core.note(fact(), at: SourcePlace(file: file, line: line))
  }
}

/// Thrown through a program whose run has ended before the program did.
public struct RunAbandoned: Error, CustomStringConvertible {
  /// The error.
  public init() {}
  public var description: String { "the run was ended here; this is not an error of the program" }
}
