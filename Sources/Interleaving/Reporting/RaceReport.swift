/// Two accesses to one thing that nothing in the program puts in an order.
public struct RaceReport: Hashable, Sendable, CustomStringConvertible {
  /// One of the two.
  public struct Access: Hashable, Sendable {
    /// The name of the thread.
    public let thread: String
    /// Whether it read or wrote.
    public let kind: AccessKind
    /// The line where it did.
    public let place: SourcePlace
  }

  /// What both touched.
  public let resource: String
  /// The access that came first in this run.
  public let first: Access
  /// The access that came second.
  public let second: Access

  public var description: String {
    "data race on \(resource): \(first.words) and \(second.words), in no order"
  }
}

extension RaceReport.Access {
  fileprivate var words: String {
    "\(thread) \(kind == .read ? "reads" : "writes") it at \(place)"
  }
}
