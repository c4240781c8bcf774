internal import Foundation
internal import Synchronization
internal import Terminal
internal import WorkbookKit

extension Session {
  /// Checks an answer, and again whenever it is saved, until a key or Ctrl-C ends it.
  func watch(_ word: String?, _ options: CommonOptions) throws -> ExitStatus {
    let exercise = try exerciseToCheck(word)
    let watch = try AnswerWatch(exercise.folder)
    let hasKeys = lines.isInteractive && !options.isJSON
    console.notice(
      "'\(exercise.folder.answer.path(percentEncoded: false))' is checked whenever it is saved; "
        + (hasKeys ? "\(Self.watchKeys), Ctrl-C ends" : "Ctrl-C ends"))
    // A page that waits for a key would not hear of the next save.
    console.usesPager = false
    var checked = try judge(exercise)
    show(checked, of: exercise, options)
    while !console.isClosed {
      if hasKeys { console.statusLine.show(Self.watchKeys) }
      let event = nextEvent(watch, hasKeys: hasKeys)
      if hasKeys { console.statusLine.clear() }
      switch event {
      case nil:
        // A terminal that shows keys has written ^C where the next prompt would come.
        if !options.isJSON, !hasKeys { console.show(.blank) }
        return .interrupted
      case .key("h"): _ = try hint(exercise.id)
      case .key("o"): _ = try open(exercise.id, showsTask: false)
      case .key("n"): return try next(options)
      case .key("q"): return checked.status
      case .key: console.tell(Self.watchKeys)
      case .change(let change):
        if change == .deleted { console.notice("the file is gone; it is waited for") }
        let before = checked
        checked = try judge(exercise)
        if options.isJSON || checked.lines(in: console) != before.lines(in: console) {
          if !options.isJSON { console.show(.blank) }
          show(checked, of: exercise, options)
        } else {
          console.tell("As before: \(checked.state).")
        }
      }
    }
    return checked.status
  }

  private static let watchKeys = "h hint, o open, n next, q quit"

  /// The keys are told once, so no command is.
  private func show(
    _ checked: Checked, of exercise: any CheckedExercise, _ options: CommonOptions
  ) {
    if options.isJSON {
      console.show(json: checked.json(of: exercise.id))
    } else {
      console.show(checked.lines(in: console))
    }
  }

  enum WatchEvent {
    case change(AnswerWatch.Change)
    case key(Character)
  }

  /// Nil when Ctrl-C was pressed.
  func nextEvent(_ watch: AnswerWatch, hasKeys: Bool) -> WatchEvent? {
    let isOver = Stop()
    let keys = hasKeys ? WaitingKeys() : nil
    return Interrupts.watching(
      { isOver.take($0) },
      during: {
        let change = watch.next(while: { !isOver.isSet && keys?.isPressed != true })
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
