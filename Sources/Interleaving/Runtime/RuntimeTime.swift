// Time: virtual and per thread when controlled, real when live.

extension Runtime {
  /// Time since the runtime began: virtual and per thread when controlled, real when live.
  ///
  /// Virtual time flows like time on a machine with a core for every thread: a thread's clock
  /// advances by what it spends or sleeps, and jumps ahead to whatever it had to wait for.
  public var now: Duration { core.now }

  /// Models work that takes `duration`: free in real time when controlled, nothing when live
  /// (there the work itself takes its time).
  ///
  /// ```swift
  /// runtime.spend(.milliseconds(80), "decodes an image")
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How long it takes in virtual time.
  ///   - words: What takes so long, as a sentence without its subject.
  public func spend(_ duration: Duration, _ words: @autoclosure () -> String) {
    spend(duration, SchedulerFact.spent(nanoseconds: duration.nanoseconds, words: words()))
  }

  /// The same for an engine, which knows what takes so long.
  ///
  /// - Parameters:
  ///   - duration: How long it takes in virtual time.
  ///   - fact: What takes so long; made only if the run is told.
  public func spend(_ duration: Duration, _ fact: @autoclosure () -> any Fact) {
    core.spend(duration, core.isTracing ? fact() : nil)
  }

  /// Sleeps. Controlled, it costs no real time and orders nothing: a sleeping thread may be
  /// overtaken by any amount of other work, and may itself overtake it.
  ///
  /// - Parameters:
  ///   - duration: How long, in the time of the runtime.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func sleep(
    for duration: Duration, file: StaticString = #fileID, line: UInt = #line
  ) {
    home("sleep", file, line).check(
      "for \(duration)", at: SourcePlace(file: file, line: line))
    core.sleep(for: duration, at: SourcePlace(file: file, line: line))
  }

  /// Runs `block` on `queue` once `delay` has passed.
  ///
  /// ```swift
  /// runtime.after(.seconds(1), on: runtime.main) { screen.showsHint = true }
  /// ```
  ///
  /// - Parameters:
  ///   - delay: How long at the least, in the time of the runtime.
  ///   - queue: Where the block runs.
  ///   - block: What runs.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func after(
    _ delay: Duration, on queue: SerialQueue, file: StaticString = #fileID, line: UInt = #line,
    _ block: sending @escaping () -> Void
  ) {
    core.after(delay, on: queue, at: SourcePlace(file: file, line: line), block)
  }
}
