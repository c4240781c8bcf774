/// Goes through all schedules, depth first, running the program anew for each.
///
/// With reduction, of all schedules that differ only in the order of independent steps it runs
/// one. Three means work together: *backtracking* to a step only where a later, dependent step of
/// another thread could have come first (Flanagan and Godefroid); *sleep sets*, which keep what one
/// branch has covered out of the next; and *wakeup trees*, which say how a branch has to begin so
/// that it does not end among the sleeping ones (Abdulla and others).
final class DepthFirst: Resumable {
  enum Reduction { case none, partialOrder }

  let path = GrowingList<Node>(capacity: 64)
  let reduction: Reduction
  /// No schedule with more preemptions than this is run.
  private let preemptionBound: Int
  /// The first steps, which are given and never changed.
  let prefix: [Int]
  @Kept private var asleepNext = ThreadSet()
  /// With reduction: what else is to be run from each step of the path.
  private let trees = GrowingList<WakeupTree?>(capacity: 64)
  /// What has to follow the path: several beginnings, or the rest of a single one.
  private var guide: WakeupTree?
  private var beginning: ArraySlice<Beginning.Step> = []
  /// What the run in progress could have done the other way round.
  var reversals: [Reversal] = []
  /// The threads of the last run.
  private let identities = GrowingList<KnownThread>(capacity: 64)
  /// A thread that a branch was to go on with was not there.
  private(set) var hasLostBranch = false
  /// What did not come out as it did the time before.
  private(set) var divergence: Divergence?
  /// Some run has had a wait: then a step of another run may make up for one that is moved, and
  /// what could not be turned round in one run can be in the next.
  private var looksAtAll = false
  /// What keeps the search to a part of the exploration, if it is divided.
  var watch: PartWatch?
  /// Whether the last run belongs to another part.
  private(set) var isForeign = false
  /// What makes several parts of this one when the first run has ended.
  private var division: Division?

  init(
    reduction: Reduction, preemptionBound: Int = .max, prefix: [Int] = [], part: Part? = nil,
    dividedBy division: Division? = nil
  ) {
    watch = part.map(PartWatch.init)
    self.division = division
    self.reduction = reduction
    self.preemptionBound = preemptionBound
    self.prefix = prefix
  }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    let depth = model.steps.count
    if depth == 0 {
      asleepNext = ThreadSet()
      reversals.removeAll(keepingCapacity: true)
      watch?.begin()
      isForeign = false
    }
    let chosen =
      depth < path.count ? follow(depth, enabled, in: model) : goOn(depth, enabled, in: model)
    if let chosen {
      watch?.note(chosen, in: model)
      division?.note(chosen, in: model)
    }
    return chosen
  }

  /// Adds a step to the path.
  private func goOn(_ depth: Int, _ enabled: ThreadSet, in model: RunModel) -> Int? {
    let heldBack = watch?.heldBack(among: enabled, in: model) ?? ThreadSet()
    // Without reduction none sleeps longer than it is kept back.
    if reduction == .none { asleepNext = ThreadSet() }
    for thread in heldBack { asleepNext.insert(thread) }
    if heldBack.contains(model.current), preemptions == preemptionBound {
      return nil
    }
    guard let chosen = choose(depth, enabled, in: model) else { return nil }
    append(chosen, enabled, heldBack, in: model)
    reduce(after: chosen, at: depth, in: model)
    return chosen
  }

  /// Repeats a step of the path.
  private func follow(_ depth: Int, _ enabled: ThreadSet, in model: RunModel) -> Int? {
    let chosen = Int(path[depth].chosen)
    let signature =
      enabled.contains(chosen) ? model.signature(of: model.threads[chosen]) : nil
    guard enabled == path[depth].enabled,
      depth == path.count - 1 || signature == path[depth].signature
    else {
      divergence = Divergence(step: depth, was: path[depth].enabled, is: enabled)
      return nil
    }
    if depth == path.count - 1 {
      path[depth].signature = signature!
      reduce(after: chosen, at: depth, in: model)
    } else if looksAtAll {
      findRaces(of: model.threads[chosen], in: model)
    }
    return chosen
  }

  private func choose(_ depth: Int, _ enabled: ThreadSet, in model: RunModel) -> Int? {
    if depth < prefix.count {
      guard enabled.contains(prefix[depth]) else { return nil }
      trees.append(nil)
      return prefix[depth]
    }
    let awake = enabled.subtracting(asleepNext)
    let usual = awake.contains(model.current) ? model.current : awake.first
    if let steps = guide?.onlyBeginning {
      (beginning, guide) = (steps[...], nil)
    }
    if guide == nil {
      trees.append(nil)
      let chosen = usual.flatMap { next(of: awake, among: enabled, preferring: $0, in: model) }
      if chosen == nil { _ = trees.popLast() }
      return chosen
    }
    trees.append(guide)
    while let branch = trees.last!?.takeFirst() {
      guard
        let thread = find(branch.step.thread, among: enabled, awake, named: model.identities)
      else { continue }
      guide = branch.after
      return thread
    }
    guide = nil
    if usual == nil { _ = trees.popLast() }
    return usual
  }

  /// The thread that goes on where the path has to begin as `beginning` says: the usual one as long
  /// as it is in the way of nothing that is to come.
  private func next(
    of awake: ThreadSet, among enabled: ThreadSet, preferring usual: Int, in model: RunModel
  ) -> Int? {
    while let first = beginning.first {
      let thread = model.threads[usual]
      let known = thread.identity
      let own =
        beginning.firstIndex { $0.thread.key == known.key }
        ?? (model.identities.isOnly(known) ? beginning.firstIndex { $0.thread.mayBe(known) } : nil)
      let step = model.step(model.signature(of: thread), of: usual)
      if !beginning[..<(own ?? beginning.endIndex)].contains(where: { $0.mayDepend(on: step) }) {
        if let own { beginning.remove(at: own) }
        return usual
      }
      beginning.removeFirst()
      let next = find(first.thread, among: enabled, awake, named: model.identities)
      if let next { return next }
    }
    return usual
  }

  /// The thread of a branch, if it is one of those awake. It may be that of a thing which another
  /// thread has made this time.
  private func find(
    _ wanted: KnownThread, among enabled: ThreadSet, _ awake: ThreadSet,
    named identities: GrowingList<KnownThread>
  ) -> Int? {
    let known =
      enabled.first { identities[$0].key == wanted.key }
      ?? (wanted.kin == 0 ? nil : awake.first { identities[$0].kin == wanted.kin })
      ?? (identities.isOnly(wanted) ? enabled.first { identities[$0].kin == wanted.kin } : nil)
    guard let known else {
      hasLostBranch = true
      return nil
    }
    return awake.contains(known) ? known : nil
  }

  /// How many the path has.
  private var preemptions: Int {
    path.last.map { $0.preemptions + ($0.isPreemption ? 1 : 0) } ?? 0
  }

  private func append(
    _ chosen: Int, _ enabled: ThreadSet, _ heldBack: ThreadSet, in model: RunModel
  ) {
    let isGiven = path.count < prefix.count
    path.append(
      Node(
        enabled: enabled, current: UInt16(model.current), chosen: UInt16(chosen),
        signature: model.signature(of: model.threads[chosen]),
        asleep: isGiven ? ThreadSet() : asleepNext, preemptions: isGiven ? 0 : preemptions,
        heldBack: heldBack))
  }

  /// Of the threads asleep, those stay so that the step does not disturb.
  private func reduce(after chosen: Int, at depth: Int, in model: RunModel) {
    // What divides a part looks for races without reduction, too.
    guard reduction == .partialOrder || division != nil else { return }
    asleepNext = path[depth].asleep
    if !asleepNext.isEmpty {
      let made = model.signatureNow(of: model.threads[chosen])
      for thread in path[depth].asleep
      where thread == chosen
        || model.signatureNow(of: model.threads[thread]).dependsOn(made)
      {
        asleepNext.remove(thread)
      }
    }
    findRaces(of: model.threads[chosen], in: model)
  }

  /// The threads stuck at the end wait before steps that could have come earlier. With a run that
  /// was cut off the exploration is over, and what thousands of steps could have done the other way
  /// round takes longest to say.
  func runEnded(_ model: RunModel, as stop: RunStop) {
    isForeign = watch?.isForeign ?? false
    let division = division.take()
    // They hold what belongs to the run.
    defer { reversals.removeAll(keepingCapacity: true) }
    guard reduction == .partialOrder || division != nil else { return }
    guard stop != .livelocked, stop != .crowded else { return }
    for id in model.standing { findRaces(of: model.threads[id], in: model) }
    if let division { divide(by: division, in: model) }
    guard reduction == .partialOrder else { return }
    for reversal in reversals {
      guard let beginning = wanted(reversal, in: model) else { continue }
      demand(beginning, at: reversal.first)
    }
    looksAtAll = looksAtAll || model.needsGifts
    identities.removeAll()
    for identity in model.identities { identities.append(identity) }
  }

  /// Turns to the next branch; false when there is none.
  func advance() -> Bool {
    while path.count > prefix.count, var node = path.popLast() {
      let tree = trees.popLast()!
      (guide, beginning) = (nil, [])
      node.asleep.insert(Int(node.chosen))
      while let thread = nextThread(at: node, tree) {
        node.chosen = UInt16(thread)
        if node.preemptions + (node.isPreemption ? 1 : 0) <= preemptionBound {
          path.append(node)
          trees.append(tree)
          return true
        }
        node.asleep.insert(thread)
      }
    }
    return false
  }

  private func nextThread(at node: Node, _ tree: WakeupTree?) -> Int? {
    let awake = node.enabled.subtracting(node.asleep)
    guard reduction == .partialOrder else { return awake.first }
    while let branch = tree?.takeFirst() {
      guard
        let thread = find(branch.step.thread, among: node.enabled, awake, named: identities)
      else { continue }
      guide = branch.after
      return thread
    }
    return nil
  }

  /// What the next run depends on.
  struct State: Codable {
    var path: [Node]
    var trees: [WakeupTree?]
    var guide: WakeupTree?
    var beginning: [Beginning.Step]
    var identities: [KnownThread]
    var divergence: Divergence?
    var looksAtAll, hasLostBranch: Bool
  }

  var state: State {
    get {
      State(
        path: Array(path), trees: Array(trees), guide: guide, beginning: Array(beginning),
        identities: Array(identities), divergence: divergence, looksAtAll: looksAtAll,
        hasLostBranch: hasLostBranch)
    }
    set {
      path.take(newValue.path)
      trees.take(newValue.trees)
      identities.take(newValue.identities)
      (guide, beginning) = (newValue.guide, newValue.beginning[...])
      divergence = newValue.divergence
      (looksAtAll, hasLostBranch) = (newValue.looksAtAll, newValue.hasLostBranch)
    }
  }

  /// Asks for a schedule that goes on like `beginning` from step `index`.
  func demand(_ beginning: Beginning, at index: Int) {
    if trees[index] == nil { trees[index] = WakeupTree() }
    trees[index]!.insert(beginning)
  }
}
