internal import Foundation

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
