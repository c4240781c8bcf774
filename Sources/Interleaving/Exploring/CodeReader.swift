/// Follows a replay code, and stops where the program does something else than the code says.
final class CodeReader: Strategy {
  private let trail: [TrailMark]
  private var rest: ArraySlice<Deviation>
  private let dense: [UInt8]
  /// How many choices there have been.
  private(set) var choices = 0
  /// Where the program left the code's way.
  private(set) var difference: ReplayError?
  /// Whether it is left open which things the operations of the code work on.
  private let leavesThingsOpen: Bool

  /// What follows a difference is not what was asked for.
  var letsProgramEnd: Bool { false }

  init(_ code: ReplayCode, leavingThingsOpen: Bool = false) {
    leavesThingsOpen = leavingThingsOpen
    trail = code.trail
    rest = code.deviations[...]
    dense = code.dense?.choices ?? []
  }

  /// The first choice of the code that never came.
  var unused: Int? {
    choices < max(trail.count, dense.count) ? choices + 1 : rest.first?.choice
  }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    guard enabled.count > 1 else { return enabled.first }
    choices += 1
    if trail.indices.contains(choices - 2), !trail.indices.contains(choices - 1),
      trail.count < ReplayCode.trailLimit
    {
      difference = .furtherChoice(choice: choices, possible: words(enabled, in: model))
      return nil
    }
    guard let thread = choose(enabled, in: model) else { return nil }
    return isExpected(thread, in: model) ? thread : nil
  }

  private func choose(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    if dense.indices.contains(choices - 1) { return chooseDensely(enabled, in: model) }
    guard let next = rest.first, next.choice == choices else { return model.defaultChoice(enabled) }
    guard enabled.contains(next.thread) else {
      difference = .impossibleChoice(
        choice: choices, wanted: ReplayCode.letters(next.thread),
        possible: words(enabled, in: model))
      return nil
    }
    rest.removeFirst()
    return next.thread
  }

  private func chooseDensely(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    let (threads, index) = (enabled.usualFirst(model.defaultChoice(enabled)), dense[choices - 1])
    guard threads.indices.contains(Int(index)) else {
      difference = .impossibleChoice(
        choice: choices, wanted: "one of \(index + 1) threads", possible: words(enabled, in: model))
      return nil
    }
    return threads[Int(index)]
  }

  private func isExpected(_ thread: Int, in model: RunModel) -> Bool {
    guard trail.indices.contains(choices - 1) else { return true }
    let (expected, pending) = (trail[choices - 1], model.threads[thread].pending)
    guard !expected.canBeMade(of: Signature(pending), whateverTheThing: leavesThingsOpen) else {
      return true
    }
    difference = .otherStep(
      choice: choices, thread: model.threads[thread].name,
      expected: model.words(expected, insteadOf: Signature(pending)), found: model.words(pending))
    return false
  }

  private func words(_ enabled: ThreadSet, in model: RunModel) -> [String] {
    enabled.map {
      "\(ReplayCode.letters($0)) (\(model.threads[$0].name), which "
        + "\(model.words(model.threads[$0].pending)))"
    }
  }
}
