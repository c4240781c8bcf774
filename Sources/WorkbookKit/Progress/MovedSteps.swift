/// Steps that have moved to another chapter or have another heading, so that what a reader has seen
/// and answered there still counts.
enum MovedSteps {
  /// The whole app was the end of the chapter of conflicts, until it became a chapter; the
  /// others have other words.
  static let names = [
    "basics/without-a-pool": "basics/avoid-the-wait",
    "swift-concurrency/how-rare-it-is": "swift-concurrency/how-often-it-happens",
    "live-lists/how-rare-it-is": "live-lists/how-often-it-happens",
    "conflicts/how-rare-it-is": "conflicts/how-often-it-happens",
    "deadlocks/all-stopped": "deadlocks/all-held-back",
    "launch/how-rare-it-is": "launch/how-often-it-happens",
    "volume/how-rare-it-is": "volume/how-often-it-happens",
    "live-lists/reset-and-never-again": "live-lists/a-list-of-dead-objects",
    "history/read-anew-each-time": "history/reread-each-time",
    "volume/what-neither-way-does-alike": "volume/how-the-two-ways-differ",
    "whole-app/a-whole-app": "whole-app/eight-tasks",
    "conflicts/a-whole-app": "whole-app/eight-tasks",
    "conflicts/the-app-send": "whole-app/send",
    "conflicts/the-app-repair-send": "whole-app/repair-send",
    "conflicts/the-app-close": "whole-app/close",
    "conflicts/the-app-repair-close": "whole-app/repair-close",
    "conflicts/the-app-like": "whole-app/like",
    "conflicts/the-app-repair-like": "whole-app/repair-like",
    "conflicts/the-app-search": "whole-app/search",
    "conflicts/the-app-repair-search": "whole-app/repair-search",
    "conflicts/the-app-rename": "whole-app/rename",
  ]

  /// The name that a step, `chapter/step`, has today.
  static func today(_ name: String) -> String { names[name] ?? name }
}
