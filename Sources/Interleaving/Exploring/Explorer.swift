/// Runs `program` under every schedule that can make a difference (or as `options` say), each time
/// under a fresh controlled runtime, and tells how often it ended in which way.
///
/// ```swift
/// let result = try explore("lost update") { runtime in
///   let counter = runtime.cell("counter", 0)
///   for name in ["A", "B"] {
///     runtime.thread(name) { counter.write(counter.read() + 1) }
///   }
///   runtime.atEnd { runtime.outcome("counter is \(counter.read())") }
/// }
/// #expect(result["counter is 1"] == 2)
/// ```
///
/// - Parameters:
///   - name: What reports and codes call the program.
///   - version: Counted up when the program changes, so that a code of an older one is refused.
///   - options: Which orders are run, how many at most, and what counts as a failure.
///   - program: Run from its beginning for each order. It makes everything that it uses itself.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Returns: Endings and outcomes with their numbers, an order for each, and what was covered.
/// - Throws: ``ExplorationError`` if the options make no sense, or if the same order went differently
///   when it was run again.
public func explore(
  _ name: String, version: Int = 1, options: ExplorationOptions = ExplorationOptions(),
  file: StaticString = #fileID, line: UInt = #line, _ program: @escaping Program
) throws(ExplorationError) -> Exploration {
  try options.validate()
  let explorer = Explorer(
    name, version: version, options, at: SourcePlace(file: file, line: line), program)
  return try explorer.explore()
}

/// The same, by `jobs` threads at once, each on a processor of its own if there are so many.
///
/// It runs the same schedules, in another order. Where threads meet only at things that are made on first
/// use, nothing is divided, and one thread runs all.
///
/// ```swift
/// let result = try explore("transfer", jobs: 4) { runtime in
///   transfer(in: runtime)
/// }
/// ```
///
/// - Parameters:
///   - name: What reports and codes call the program.
///   - version: Counted up when the program changes.
///   - options: Which orders are run, and how many at most.
///   - jobs: How many explore at once, one or more.
///   - program: Run by all of them, so that it may share nothing between two runs.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Returns: The same counts and coverage as one job comes to.
/// - Throws: ``ExplorationError`` as with one job, or if `jobs` is not positive.
public func explore(
  _ name: String, version: Int = 1, options: ExplorationOptions = ExplorationOptions(),
  jobs: Int, file: StaticString = #fileID, line: UInt = #line,
  _ program: @escaping @Sendable (Runtime) throws -> Void
) throws(ExplorationError) -> Exploration {
  try options.validate()
  guard jobs > 0 else { throw .badBudget("jobs", jobs) }
  let place = SourcePlace(file: file, line: line)
  let explorer = Explorer(
    name, version: version, options, at: place, program, on: jobs > 1 ? 0 : nil)
  let helpers = (1..<jobs).map { job in
    Helper { share, progress in
      let explorer = Explorer(
        name, version: version, options, at: place, program, progress: progress, on: job)
      return (explorer, explorer.search(share))
    }
  }
  return try explorer.explore(with: helpers)
}

/// One exploration in progress.
final class Explorer {
  let name: String
  let version: Int
  let options: ExplorationOptions
  let runner: Runner
  var tally = Tally()
  private let progress: Progress
  /// Why not all is run; nil as long as it goes on, or if all was.
  var reason: Exploration.Reason?
  /// The report of a run that got stuck; such a program is not run again.
  private(set) var stuck: RunReport?
  /// What the first schedule came to before anything was counted.
  private var rehearsed: RunEnding.Kind?
  private var changed: ExplorationError?
  /// How many schedules this one has run since one failed; nil if none has.
  var behindFailure: Int?
  /// How many more may be run to find a simpler failing schedule.
  var shrinkingRuns: Int
  var onSchedule: (@Sendable (_ schedules: Int) -> Bool)?
  /// How many of the notes that are to come in order came in some run.
  private var mostNotes = 0
  /// Though only some were asked for, these were all.
  var isAllRun = false

  init(
    _ name: String, version: Int, _ options: ExplorationOptions, at place: SourcePlace,
    _ program: @escaping Program, progress: Progress = Progress(), on cpu: Int? = nil
  ) {
    self.progress = progress
    self.name = ReplayCode.identifier(name)
    self.version = version
    self.options = options
    (shrinkingRuns, onSchedule) = (options.shrinkingRuns, options.onSchedule)
    runner = Runner(name, options, at: place, program, on: cpu)
    runner.version = version
  }

  /// Explores, together with `helpers` where the exploration can be divided.
  func explore(with helpers: [Helper] = []) throws(ExplorationError) -> Exploration {
    if try firstScheduleRepeatsItself() { try runAll(with: helpers) }
    // The order may be in another part, or behind what was run.
    if tally.schedules == 0, options.shard == nil, reason == nil, mostNotes < options.notes.count {
      throw .noSuchOrder(notes: options.notes, came: mostNotes)
    }
    return conclude()
  }

  /// Hidden nondeterminism would make every count a lie. False if there is no going on.
  private func firstScheduleRepeatsItself() throws(ExplorationError) -> Bool {
    runner.keepsContents = true
    defer { runner.keepsContents = false }
    let first = record(Rehearsal(Schedule(threads: [])))
    let ended = runner.model.record
    guard first.ending != .abandoned, first.ending != .uncontrolled else {
      return count(first.ending)
    }
    let second = record(Rehearsal(Schedule(threads: [])))
    // It may have kept something of the first.
    guard second.ending != .uncontrolled else { return count(second.ending) }
    try compare(first.decisions, second.decisions)
    if let difference = ended.difference(from: runner.model.record) { throw difference }
    rehearsed = RunVerdict(runner.model.record, second.ending, options).ending
    return true
  }

  private func compare(
    _ first: [RunReport.Decision], _ second: [RunReport.Decision]
  ) throws(ExplorationError) {
    func words(_ decisions: [RunReport.Decision], _ index: Int) -> String {
      guard decisions.indices.contains(index) else { return "the run was over" }
      return decisions[index].options.map { "\($0.thread) \($0.next)" }.joined(separator: ", ")
    }
    for index in 0..<max(first.count, second.count) {
      let (one, two) = (words(first, index), words(second, index))
      guard one == two else {
        throw .nondeterministic(step: index + 1, first: one, second: two)
      }
    }
  }

  private func runAll(with helpers: [Helper]) throws(ExplorationError) {
    if case .sampled(let count, let seed, let sampling) = options.method {
      return sample(count, seed, sampling)
    }
    if case .portfolio(let count, let seed) = options.method {
      if let divergence = searchWidely(count, seed) { throw describe(divergence) }
      return
    }
    if let beginning = options.beginning { return try runAll(after: beginning) }
    let isDivided = options.shard != nil || !helpers.isEmpty
    let share = isDivided ? share(among: helpers.count + 1) : nil
    for helper in helpers { helper.start(share!, progress) }
    var divergence = search(share)
    for helper in helpers {
      let other = helper.finish()
      add(other.explorer)
      divergence = divergence ?? other.divergence
    }
    if let divergence { throw describe(divergence) }
    if let changed { throw changed }
  }

  private func runAll(
    after beginning: ExplorationOptions.Beginning
  ) throws(ExplorationError) {
    let prefix: [Int]
    do { prefix = try steps(of: beginning) } catch { throw .badBeginning(error) }
    // What was rehearsed begins in the usual way.
    rehearsed = nil
    if let divergence = search(nil, after: prefix) { throw describe(divergence) }
  }

  /// Goes through all schedules, or all in its share of the parts.
  func search(_ share: Share?, after prefix: [Int] = []) -> Divergence? {
    guard let share else { return finish(search(after: prefix)) }
    for (number, piece) in share.pieces.enumerated() where share.claim(number) {
      let divergence = finish(
        piece.begun ?? search(in: piece.part), hasBegun: piece.begun != nil)
      guard divergence == nil else { return divergence }
    }
    return nil
  }

  func search(
    after prefix: [Int] = [], in part: Part? = nil, dividedBy division: Division? = nil
  ) -> DepthFirst {
    let (reduction, bound): (DepthFirst.Reduction, Int) =
      switch options.method {
      case .exhaustive, .sampled, .portfolio: (.partialOrder, .max)
      case .plain: (.none, .max)
      case .bounded(let bound): (.none, bound)
      }
    return DepthFirst(
      reduction: reduction, preemptionBound: bound, prefix: prefix, part: part,
      dividedBy: division)
  }

  /// Makes all runs of a search, or those behind the first.
  private func finish(_ search: DepthFirst, hasBegun: Bool = false) -> Divergence? {
    if !hasBegun || search.advance(), hasRoom(), progress.goesOn {
      run(search) { [self] ending in
        note(ending, of: search) && search.advance() && hasRoom() && hasRoomToPark()
          && progress.goesOn
      }
    }
    if search.hasLostBranch { tally.note(.lost) }
    if reason != nil || search.divergence != nil { progress.stop() }
    return search.divergence
  }

  /// Counts the last run; false if the exploration is over with it.
  func note(_ ending: RunStop, of search: DepthFirst, isOwn: Bool = true) -> Bool {
    guard search.divergence == nil, isAsRehearsed(ending) else { return false }
    switch ending {
    // With a program that gets stuck the exploration is over, in whichever part it does.
    case .abandoned, .uncontrolled: return count(ending)
    case _ where !isOwn: tally.redundant += 1
    case .completed, .deadlocked: return count(search.isForeign ? .givenUp : ending)
    case .livelocked, .crowded, .givenUp: return count(ending)
    }
    return true
  }

  /// Whether more schedules may be run.
  func hasRoom() -> Bool {
    if !progress.hasRoom(in: options.schedules) { reason = .budget(schedules: options.schedules) }
    return reason == nil
  }

  /// Adds what another explorer of the same program has found.
  private func add(_ other: Explorer) {
    tally.add(other.tally)
    mostNotes = max(mostNotes, other.mostNotes)
    tally.races += runner.races.add(other.runner.races[other.tally.races])
      .filter { !tally.races.contains($0) }
    runner.lockOrders.add(other.runner.lockOrders)
    reason = reason ?? other.reason
    stuck = stuck ?? other.stuck
    runner.addThreads(of: other.runner)
  }

  /// The first schedule is the rehearsed one, for the third time.
  private func isAsRehearsed(_ ending: RunStop) -> Bool {
    guard let first = rehearsed.take() else { return true }
    let third = RunVerdict(runner.model.record, ending, options).ending
    guard first != third else { return true }
    changed = .differentResult(what: "the ending", first: "\(first)", second: "\(third)")
    return false
  }

  private func describe(_ divergence: Divergence) -> ExplorationError {
    func words(_ threads: ThreadSet) -> String {
      threads.isEmpty
        ? "no thread could go on"
        : threads.map(ReplayCode.letters).joined(separator: ", ") + " could go on"
    }
    return .nondeterministic(
      step: divergence.step + 1, first: words(divergence.was), second: words(divergence.is))
  }

  /// Adds the run that was just made; false if the exploration is over with it.
  func count(_ ending: RunStop) -> Bool {
    mostNotes = max(mostNotes, runner.notesThatCame)
    let isStuck = ending == .abandoned || ending == .uncontrolled
    guard isStuck || ending != .givenUp && !runner.missesNotes else {
      _ = progress.count(isSchedule: false)
      tally.redundant += 1
      tally.noteLoops(of: runner.model)
      // Its notes might have come later.
      if runner.missesNotes, isCut(ending) { reason = .unfinishedRun }
      return reason == nil
    }
    let count = progress.count(isSchedule: true)
    let isFailure = tally.count(runner.model, ending, options)
    if isStuck { stuck = report(of: (ending, [])) }
    if ending == .uncontrolled { reason = .lostControl }
    if isCut(ending) || ending == .abandoned { reason = .unfinishedRun }
    if isFailure { behindFailure = behindFailure ?? 0 }
    if let most = options.schedulesBehindFailure, let behind = behindFailure {
      if behind >= most { reason = .behindFailure(most) }
      behindFailure = behind + 1
    }
    if onSchedule?(count) == false { reason = .stopped }
    return reason == nil
  }

  private func isCut(_ ending: RunStop) -> Bool {
    runner.model.isBeyondLimit || ending == .crowded
  }
}
