/// Decides what goes next wherever something can be decided.
protocol Strategy: AnyObject {
  /// The thread of `enabled` (never empty) that makes the next step, or nil to give the run up.
  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int?
  /// Nothing more will be picked; threads that are stuck still stand before their operations.
  func runEnded(_ model: RunModel, as stop: RunStop)
  /// Whether a run that it gives up goes on to its end, uncounted; else it stops where it is, and
  /// its threads are parked.
  var letsProgramEnd: Bool { get }
}

extension Strategy {
  var letsProgramEnd: Bool { true }
  func runEnded(_ model: RunModel, as stop: RunStop) {}
}

/// A strategy that can go on in another process: what it picks in the next run depends on its state
/// alone.
protocol Resumable: Strategy {
  associatedtype State: Codable
  /// To be asked and set between two runs.
  var state: State { get set }
}

/// What made the scheduler stop.
enum RunStop: Equatable {
  /// Every thread ended and every queue is empty.
  case completed
  /// Threads are left that can never go on.
  case deadlocked
  /// It came to no end, though in the end every thread had its turn again and again.
  case livelocked
  /// More threads than a run can have.
  case crowded
  /// It handed something to threads outside.
  case uncontrolled
  /// The strategy had nothing to gain from it.
  case givenUp
  /// A thread stopped answering; the run was left behind.
  case abandoned
}
