public import Interleaving

/// What an answer tells those who wait for it, as a fact of its run.
public enum ListenerFact: Fact, Hashable {
  /// The callback was called, or the call returned that was to bring the result.
  case told

  public var name: String { "told" }
  public var words: String { "says that it is done" }
}
