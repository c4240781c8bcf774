/// Counts the outcomes of an exploration.
struct Tally {
  struct Row {
    let ending: RunEnding.Kind
    var schedules = 0
    var failing = 0
    var isFailure: Bool { failing > 0 }
    var longestStall = MainStall(duration: .zero, place: nil)
    /// The simplest schedule that led here, failing if one failed: fewest preemptions, then fewest
    /// deviations.
    var example = Schedule(threads: [])
    var deviations: [Deviation] = []
    var check = ""
    var trail: [TrailMark] = []
    var preemptions = Int.max
  }

  private(set) var schedules = 0
  var redundant = 0
  private(set) var cut = 0
  /// A loop that only looks was unrolled no further.
  private(set) var unrolls = false
  /// Numbers of reports in the `RaceTable`.
  var races: [Int] = []
  private(set) var longestStall = MainStall(duration: .zero, place: nil)
  /// Whether every run had threads that were never chosen between.
  private(set) var isUncontrolled = true
  /// Hashes of the sets of equivalent schedules that were seen, where they are counted.
  var classes: Set<UInt64> = []
  private var rows: [RunEnding.Kind: Row] = [:]

  /// The most frequent first, then by name.
  var sorted: [Row] {
    rows.values.sorted {
      ($1.schedules, $0.name, $0.rank) < ($0.schedules, $1.name, $1.rank)
    }
  }

  /// Counts the run that `model` has just made; true if it failed.
  mutating func count(
    _ model: RunModel, _ ending: RunStop, _ options: ExplorationOptions
  ) -> Bool {
    schedules += 1
    if ending == .cut { cut += 1 }
    if model.record.unrolls { unrolls = true }
    isUncontrolled = isUncontrolled && model.record.isUncontrolled
    let verdict = RunVerdict(model.record, ending, options)
    rows[verdict.ending, default: Row(ending: verdict.ending)]
      .count(model, isFailure: verdict.isFailure)
    let stall = model.record.longestStall
    if stall.duration > longestStall.duration { longestStall = stall }
    for race in model.record.races where !races.contains(race) { races.append(race) }
    return verdict.isFailure
  }
}

extension Tally.Row {
  fileprivate var name: String { ending.description }
  /// What the program named comes before an ending of the same name that is ours.
  fileprivate var rank: Int { ending.isNamed ? 0 : 1 }

  fileprivate mutating func count(_ model: RunModel, isFailure: Bool) {
    schedules += 1
    consider(model, isFailure: isFailure)
    if isFailure { failing += 1 }
    let stall = model.record.longestStall
    if stall.duration > longestStall.duration { longestStall = stall }
  }

  /// Where some of its schedules fail and some do not, one that fails is the example.
  private mutating func consider(_ model: RunModel, isFailure: Bool) {
    guard isFailure || !self.isFailure else { return }
    let preemptions = model.preemptions
    let isFirst = isFailure != self.isFailure
    guard isFirst || preemptions <= self.preemptions else { return }
    let deviations = model.deviations()
    guard isFirst || isSimpler(preemptions, deviations) else { return }
    self.preemptions = preemptions
    self.deviations = deviations
    example = Schedule(model.steps)
    check = ReplayCode.check(model.steps)
    trail = ReplayCode.trail(model.steps)
  }

  /// Whether a schedule with these is a simpler example than the one there is.
  private func isSimpler(_ preemptions: Int, _ deviations: [Deviation]) -> Bool {
    (preemptions, deviations.count) < (self.preemptions, self.deviations.count)
  }

  /// Adds what another part of the exploration came to.
  fileprivate mutating func add(_ other: Tally.Row) {
    if other.isFailure != isFailure
      ? other.isFailure : isSimpler(other.preemptions, other.deviations)
    {
      (example, deviations, check) = (other.example, other.deviations, other.check)
      (trail, preemptions) = (other.trail, other.preemptions)
    }
    schedules += other.schedules
    failing += other.failing
    if other.longestStall.duration > longestStall.duration { longestStall = other.longestStall }
  }
}

extension Tally {
  /// Adds what another part of the exploration came to, but for its races.
  mutating func add(_ other: Tally) {
    schedules += other.schedules
    redundant += other.redundant
    cut += other.cut
    isUncontrolled = isUncontrolled && other.isUncontrolled
    if other.longestStall.duration > longestStall.duration { longestStall = other.longestStall }
    for (ending, row) in other.rows { rows[ending, default: Row(ending: ending)].add(row) }
  }
}

/// What a run comes to.
struct RunVerdict {
  let ending: RunEnding.Kind
  let isFailure: Bool

  init(_ record: RunRecord, _ stop: RunStop, _ options: ExplorationOptions) {
    let races = options.races == .failure && !record.races.isEmpty
    switch stop {
    case .completed, .givenUp:
      let failed = !record.failures.isEmpty || races
      ending = record.outcome.map(RunEnding.Kind.outcome) ?? (failed ? .failed : .finished)
      isFailure = failed || options.forbidden.contains(ending)
    case .deadlocked:
      ending = record.cycles.isEmpty ? .waitsForever : .deadlock
      isFailure = true
    case .cut:
      ending = .cut
      isFailure = true
    case .uncontrolled:
      ending = .uncontrolled
      isFailure = true
    case .abandoned:
      ending = .stuck
      isFailure = true
    }
  }
}
