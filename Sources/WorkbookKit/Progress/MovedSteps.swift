/// Steps that have moved to another chapter, so that what a reader has seen and answered there still
/// counts.
enum MovedSteps {
  /// The whole app was the end of the chapter of conflicts, until it became a chapter.
  static let names = [
    "conflicts/a-whole-app": "whole-app/a-whole-app",
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
