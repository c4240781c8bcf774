public import Interleaving

/// A screen that waits to be told of something, while its reader goes on using it.
///
/// It remembers each call as it was, so that a trial can say at the end what came of it.
public final class Listener<News>: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  /// It was told.
  public struct Call {
    public let isOnMain: Bool
    /// Whether the reader had scrolled on by then.
    public let hasScrolled: Bool
    public let news: News
  }

  private let runtime: Runtime
  private var hasScrolled = false
  private var calls: [Call] = []

  public init(_ runtime: Runtime) { self.runtime = runtime }

  /// The reader scrolls on, some time.
  ///
  ///     main                    network
  ///                             main.async { scroll }
  ///
  /// `also` is what another part of the app does then.
  public func scrollSomeTime(_ also: @escaping () -> Void = {}) {
    let runtime = runtime
    runtime.uncheckedThread("network") {
      runtime.main.asyncUnchecked {
        self.hasScrolled = true
        also()
      }
    }
  }

  /// Is told; on any thread. The news are looked at when it is.
  public func hear(_ news: @autoclosure () -> News) {
    runtime.note(ListenerFact.told)
    let news = news()
    calls.append(
      Call(isOnMain: runtime.main.isCurrent, hasScrolled: hasScrolled, news: news))
  }

  /// What it came to: what is wrong whatever the news are, or else what `name` makes of the call.
  public func outcome(_ chat: ChatStack, _ name: (Call) throws -> String) rethrows -> String {
    try misstep(chat) ?? name(calls[0])
  }

  /// One of `missteps`, or a touch off the queue.
  private func misstep(_ chat: ChatStack) -> String? {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    if calls.isEmpty { return "not-told" }
    if calls.count > 1 { return "told-twice" }
    return calls[0].isOnMain ? nil : "off-main"
  }
}

extension Outcome {
  /// The ways not to tell a listener; `who` is what a reader knows it by: `The screen`.
  public static func missteps(telling who: String) -> [Outcome] {
    [
      .forbidden("not-told", "\(who) was never told."),
      .forbidden("told-twice", "\(who) was told more than once."),
      .forbidden("off-main", "\(who) was told on a queue that is not its own."),
    ]
  }
}
