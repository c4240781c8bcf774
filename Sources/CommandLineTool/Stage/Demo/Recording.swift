internal import WorkbookKit

/// A demo as asciinema's players understand it, version 2: a line about the whole, then a line for
/// each frame, with the second at which it is written to an empty screen.
struct Recording {
  /// How long a frame takes to read.
  private static let secondsForEachLine = 1

  let title: String
  let frames: [DemoFrame]

  var text: String {
    var second = 0
    let written = frames.map { frame -> String in
      defer { second += 2 + frame.lines.count * Self.secondsForEachLine }
      let screen = "\u{1B}[H\u{1B}[2J" + frame.lines.joined(separator: "\r\n")
      return JSONValue.array([.integer(second), "o", .string(screen)]).line
    }
    return ([head.line] + written).joined(separator: "\n") + "\n"
  }

  private var head: JSONValue {
    [
      "version": 2, "width": .integer(DemoScript.largeWidth),
      "height": .integer(DemoScript.largeHeight), "title": .string(title),
    ]
  }
}
