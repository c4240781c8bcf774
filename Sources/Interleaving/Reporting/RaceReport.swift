/// Two accesses to one thing that nothing in the program puts in an order.
public struct RaceReport: Hashable, Sendable, CustomStringConvertible {
  /// One of the two.
  public struct Access: Hashable, Sendable {
    public let thread: String
    public let kind: AccessKind
    public let place: SourcePlace
  }

  public let resource: String
  public let first: Access
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
