/// Counts the outcomes of an exploration.
struct Tally {
  struct Row {
    let ending: RunEnding.Kind
    var schedules = 0
    var failing = 0
    var isFailure: Bool { failing > 0 }
    var longestStall = MainStall(duration: .zero, place: nil)
    /// The simplest order that led here, a failing one if one failed.
    var order = Straightened()
    /// A schedule with that order.
    var example = Example()
  }

  /// A schedule, and what a code says of it.
  struct Example {
    var schedule = Schedule(threads: [])
    var path = ReplayCode.Path()
    var preemptions = Int.max
    /// The threads of the schedule, as orders name them.
    var marks: [UInt32] = []
  }

  /// Of two threads that look on one line, one may give up before the other.
  struct Looking: Hashable {
    let place: LookPlace
    let thread: Int
  }

  private(set) var schedules = 0
  var redundant = 0
  private(set) var cut = 0
  /// A loop that only looks was unrolled no further.
  private(set) var unrolls = false
  /// Where threads only look, with the beginning of a schedule in which one does.
  private(set) var lookers: [Looking: (schedule: [UInt16], looker: RunRecord.Looker)] = [:]
  /// What went on in some run where no order could be tried.
  private(set) var unordered: Set<Unordered> = []
  /// What was no step in some run, as an engine says.
  private(set) var leftOut: Set<String> = []
  /// Numbers of reports in the `RaceTable`.
  var races: [Int] = []
  private(set) var longestStall = MainStall(duration: .zero, place: nil)
  /// Whether every run had threads that were never chosen between.
  private(set) var isUncontrolled = true
  /// Two threads that were never seen to do anything, in some run.
  private(set) var unseen: [String] = []
  /// Hashes of the sets of equivalent schedules that were seen, where they are counted.
  var classes: Set<UInt64> = []
  private var rows: [RunEnding.Kind: Row] = [:]
  /// How often what is told of an ending, or the longest stall, has changed.
  private var changes = 0

  /// How much was found so far. A run after which it is the same was one more of its kind.
  var findings: Int {
    changes + rows.count + lookers.count + unordered.count + leftOut.count + races.count
      + (unrolls ? 1 : 0) + (isUncontrolled ? 0 : 1) + (unseen.isEmpty ? 0 : 1)
  }

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
    if model.isBeyondLimit || ending == .crowded { cut += 1 }
    noteLoops(of: model)
    unordered.formUnion(model.record.unordered)
    leftOut.formUnion(model.record.leftOut)
    isUncontrolled = isUncontrolled && model.record.isUncontrolled
    if unseen.isEmpty { unseen = model.record.unseen }
    let verdict = RunVerdict(model.record, ending, options)
    let isNew = rows[verdict.ending, default: Row(ending: verdict.ending)]
      .count(model, isFailure: verdict.isFailure)
    if isNew { changes += 1 }
    let stall = model.record.longestStall
    if stall.duration > longestStall.duration { longestStall = stall }
    for race in model.record.races where !races.contains(race) { races.append(race) }
    return verdict.isFailure
  }

  /// Where the only thread left waits for a change, a run is given up.
  mutating func noteLoops(of model: RunModel) {
    if model.record.unrolls { unrolls = true }
    for looker in model.record.lookers {
      let looking = Looking(place: looker.place, thread: looker.thread)
      guard lookers[looking] == nil else { continue }
      lookers[looking] = (model.steps.prefix(looker.step).map(\.thread), looker)
    }
  }
}

extension Tally.Row {
  fileprivate var name: String { ending.description }
  /// What the program named comes before an ending of the same name that is ours.
  fileprivate var rank: Int { ending.isNamed ? 0 : 1 }

  /// True if there is something new to tell.
  fileprivate mutating func count(_ model: RunModel, isFailure: Bool) -> Bool {
    schedules += 1
    var isNew = consider(model, isFailure: isFailure)
    if isFailure { failing += 1 }
    let stall = model.record.longestStall
    if stall.duration > longestStall.duration { (longestStall, isNew) = (stall, true) }
    return isNew
  }

  /// Where some of its schedules fail and some do not, one that fails is the example.
  private mutating func consider(_ model: RunModel, isFailure: Bool) -> Bool {
    guard isFailure || !self.isFailure else { return false }
    let isFirst = schedules == 1 || isFailure != self.isFailure
    let limit = isFirst ? .max : order.preemptions
    guard let order = model.straightened(whileAtMost: limit),
      isFirst || order.isSimpler(than: self.order)
    else { return false }
    self.order = order
    example = Tally.Example(model)
    return true
  }

  /// Adds what another part of the exploration came to.
  fileprivate mutating func add(_ other: Tally.Row) {
    let isSimpler =
      other.isFailure == isFailure ? other.order.isSimpler(than: order) : other.isFailure
    if schedules == 0 || isSimpler { (order, example) = (other.order, other.example) }
    schedules += other.schedules
    failing += other.failing
    if other.longestStall.duration > longestStall.duration { longestStall = other.longestStall }
  }
}

extension Tally.Example {
  init(_ model: RunModel) {
    schedule = Schedule(model.steps)
    path = ReplayCode.Path(model)
    preemptions = model.preemptions
    marks = model.steps.map { model.marks[Int($0.thread)] }
  }
}

extension Tally {
  mutating func note(_ what: Unordered) { unordered.insert(what) }

  /// Adds what another part of the exploration came to, but for its races.
  mutating func add(_ other: Tally) {
    schedules += other.schedules
    redundant += other.redundant
    cut += other.cut
    unrolls = unrolls || other.unrolls
    lookers.merge(other.lookers) { known, _ in known }
    unordered.formUnion(other.unordered)
    leftOut.formUnion(other.leftOut)
    isUncontrolled = isUncontrolled && other.isUncontrolled
    if unseen.isEmpty { unseen = other.unseen }
    if other.longestStall.duration > longestStall.duration { longestStall = other.longestStall }
    for (ending, row) in other.rows { rows[ending, default: Row(ending: ending)].add(row) }
  }
}

// MARK: Numbers that another process has counted

extension Tally {
  struct Numbers: Codable {
    let schedules, redundant, cut: Int
    fileprivate let rows: [Row]

    fileprivate struct Row: Codable {
      let name: String
      /// Whether the program named it: it may use one of our words.
      let isNamed: Bool
      let schedules, failing: Int
    }
  }

  var numbers: Numbers {
    Numbers(
      schedules: schedules, redundant: redundant, cut: cut,
      rows: rows.values.map {
        Numbers.Row(
          name: $0.name, isNamed: $0.ending.isNamed, schedules: $0.schedules, failing: $0.failing)
      })
  }

  /// Takes over what was counted elsewhere, in addition to what is known here; false if there is an
  /// ending that is not known here.
  mutating func take(_ numbers: Numbers) -> Bool {
    (schedules, redundant, cut) = (numbers.schedules, numbers.redundant, numbers.cut)
    for row in numbers.rows {
      let known = rows.keys.first { $0.description == row.name && $0.isNamed == row.isNamed }
      guard let known else { return false }
      rows[known]!.schedules = row.schedules
      rows[known]!.failing = row.failing
    }
    return true
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
    case .livelocked:
      ending = .livelock
      isFailure = true
    case .crowded:
      ending = .cut
      isFailure = false
    case .uncontrolled:
      ending = .uncontrolled
      isFailure = true
    case .abandoned:
      ending = .stuck
      isFailure = true
    }
  }
}
