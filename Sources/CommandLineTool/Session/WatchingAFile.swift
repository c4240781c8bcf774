internal import Synchronization
internal import Terminal
internal import WorkbookKit

extension AnswerWatch {
  /// What ends the wait for the next save.
  enum Event {
    case change(AnswerWatch.Change)
    case key(Character)
  }

  /// Nil when Ctrl-C was pressed.
  func nextEvent(hasKeys: Bool) -> Event? {
    let isOver = Stop()
    let keys = hasKeys ? WaitingKeys() : nil
    return Interrupts.watching(
      { isOver.take($0) },
      during: {
        let change = next(while: { !isOver.isSet && keys?.isPressed != true })
        if isOver.isSet { return nil }
        return change.map { .change($0) } ?? keys?.take().map { .key($0) }
      })
  }
}

/// Whether Ctrl-C was pressed.
private final class Stop: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func take(_ key: Interrupts.Key) {
    if case .interrupt = key { value.store(true, ordering: .relaxed) }
  }
}
