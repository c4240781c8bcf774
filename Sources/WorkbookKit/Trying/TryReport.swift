/// What trying a file gave.
public struct TryReport: Sendable, Hashable, Codable {
  /// Something that is wrong in some orders.
  public struct Finding: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      case race = "RACE"
      case hang = "HANG"
      case trap = "TRAP"
      case error = "ERROR"
      /// Something of Core Data was touched off its queue.
      case offQueue = "QUEUE"
      case broken = "BROKEN"
    }

    public var kind: Kind
    public var sentence: String
    /// In how many of the orders; nil where that is not counted.
    public var orders: Int?
    /// The simplest order in which it is so.
    public var timeline: Timeline?
    public var cycle: WaitCycle?
    /// Plays that order again.
    public var code: String?
    /// What would put it right, where that is known.
    public var advice: String?
    /// The calls that led to it, from which its line is found.
    var calls: [UInt] = []
    /// A frame is where its call returns to, which may be the next line.
    var placesOfCalls: [UInt] { calls.map { $0 &- 1 } }
    /// The steps as they were told when the process died.
    public var lastSteps: [String] = []

    init(_ kind: Kind, _ sentence: String, orders: Int? = nil) {
      (self.kind, self.sentence, self.orders) = (kind, sentence, orders)
    }
  }

  /// One way of ending.
  public struct Ending: Sendable, Hashable, Codable {
    public var words: String
    public var orders: Int
  }

  /// The function that was run.
  public var scenario = "scenario"
  public var orders = 0
  public var isExhaustive = false
  /// Why not all orders were run, if so.
  public var reason: String?
  public var findings: [Finding] = []
  public var endings: [Ending] = []
  /// Whether anything was asked at the end.
  public var hasExpectations = true
  /// What the code prints in the order that is told first, or in one of those that are right.
  public var printed: PrintedLines?
  /// Orders of taking locks that could hang, also if none did.
  public var warnings: [String] = []
  /// Whether the accesses of the code to memory were looked at.
  public var seesMemory = false
  /// Races as addresses, from which findings are made.
  var racingPlaces: [RacingPlaces] = []

  /// Nothing that is left open could be something wrong.
  public var status: ExitStatus {
    if !findings.isEmpty { return .notPassed }
    return isExhaustive ? .done : .inconclusive
  }
}
