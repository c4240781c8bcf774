/// Follows a replay code, and stops where the program does something else than the code says.
final class CodeReader: Strategy {
  private let trail: [TrailMark]
  private var rest: ArraySlice<Deviation>
  /// How many choices there have been.
  private(set) var choices = 0
  /// Where the program left the code's way.
  private(set) var difference: ReplayError?

  init(_ code: ReplayCode) {
    trail = code.trail
    rest = code.deviations[...]
  }

  /// The first choice of the code that never came.
  var unused: Int? { choices < trail.count ? choices + 1 : rest.first?.choice }

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

  private func isExpected(_ thread: Int, in model: RunModel) -> Bool {
    guard trail.indices.contains(choices - 1) else { return true }
    let (expected, pending) = (trail[choices - 1], model.threads[thread].pending)
    guard TrailMark(Signature(pending)) != expected else { return true }
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
