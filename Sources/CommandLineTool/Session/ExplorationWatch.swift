internal import Synchronization
internal import Terminal

/// Looks after an exploration: draws how far it is, and stops it when Ctrl-C was pressed.
final class ExplorationWatch: Sendable {
  private let line: Mutex<ProgressLine>
  private let isSilent: Bool
  private let began = ContinuousClock.now

  init(title: String, preferences: OutputPreferences, isSilent: Bool) {
    line = Mutex(ProgressLine(title + ":", preferences: preferences))
    self.isSilent = isSilent
  }

  /// Called after each schedule; false stops.
  func goesOn(after schedules: Int) -> Bool {
    // Short explorations are over before a line could be read.
    if !isSilent, schedules >= 200 {
      line.withLock { line in
        line.update(schedules) { "schedules, \(self.rate(schedules)) a second, Ctrl-C stops" }
      }
    }
    return !Interrupts.isPending
  }

  func finish() { line.withLock { $0.finish() } }

  private func rate(_ schedules: Int) -> Int {
    let seconds = (ContinuousClock.now - began) / .seconds(1)
    return seconds > 0 ? Int(Double(schedules) / seconds) : 0
  }
}
