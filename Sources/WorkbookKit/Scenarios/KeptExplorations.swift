internal import Interleaving
internal import Synchronization

/// What exploring a variant gave, kept with it. A program gives the same each time, and many ask: the
/// questions of a lesson, its demo, its pages.
final class KeptExplorations: Sendable {
  private struct Key: Hashable {
    /// What is forbidden is said by the scenario.
    let scenario: String
    let isForStory: Bool
  }

  private let kept = Mutex<[Key: Exploration]>([:])

  /// The one that is kept, or the one that `explore` makes. Two who ask at once may both explore.
  func exploration(
    of scenario: String, forStory: Bool, explore: () throws -> Exploration
  ) rethrows -> Exploration {
    let key = Key(scenario: scenario, isForStory: forStory)
    if let known = kept.withLock({ $0[key] }) { return known }
    let made = try explore()
    kept.withLock { $0[key] = made }
    return made
  }
}
