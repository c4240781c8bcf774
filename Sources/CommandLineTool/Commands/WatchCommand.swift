internal import Foundation
internal import Synchronization
internal import Terminal
internal import WorkbookKit

extension Session {
  /// Checks an answer, and again whenever it is saved, until Ctrl-C.
  func watch(_ word: String?, _ options: CommonOptions) throws -> ExitStatus {
    let exercise = try exerciseToCheck(word)
    let watch = try AnswerWatch(exercise.folder)
    console.notice(
      "'\(exercise.folder.answer.path(percentEncoded: false))' is checked whenever it is saved; "
        + "Ctrl-C ends")
    var status = try check(exercise, options)
    while status != .interrupted, !console.isClosed {
      guard let change = nextChange(watch) else {
        // The terminal has written ^C where the next prompt would come.
        if !options.isJSON { console.show(.blank) }
        return .interrupted
      }
      if change == .deleted { console.notice("the file is gone; it is waited for") }
      if !options.isJSON { console.show(.blank) }
      status = try check(exercise, options)
    }
    return status
  }

  /// Nil when Ctrl-C was pressed.
  private func nextChange(_ watch: AnswerWatch) -> AnswerWatch.Change? {
    let isOver = Stop()
    return Interrupts.watching(
      { isOver.take($0) }, during: { watch.next(while: { !isOver.isSet }) })
  }
}

/// Whether somebody pressed Ctrl-C.
private final class Stop: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func take(_ key: Interrupts.Key) {
    if case .interrupt = key { value.store(true, ordering: .relaxed) }
  }
}
