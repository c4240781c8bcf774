internal import Foundation
internal import WorkbookKit

/// Small text files of the reader.
enum TextFile {
  /// The text of a file; nil when it cannot be read as text.
  static func read(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  /// False when the file could not be written.
  static func write(_ text: String, to path: String) -> Bool {
    (try? text.write(toFile: path, atomically: true, encoding: .utf8)) != nil
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

extension Session {
  /// Writes a whole file or nothing, after asking where there is one already.
  func write(
    _ text: String, to file: String, command: String, _ options: CommonOptions
  ) throws {
    if TextFile.exists(file) {
      try confirm("Replace '\(file)'?", command: command, options)
    }
    guard TextFile.write(text, to: file) else {
      throw CommandFailure(
        problem: "'\(file)' cannot be written",
        wayOut: "name a file in a folder that is there, and yours", status: .usage)
    }
  }
}
