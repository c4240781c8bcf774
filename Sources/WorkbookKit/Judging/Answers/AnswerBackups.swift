public import Foundation

/// Starting again, and taking it back. Nothing a reader wrote is ever lost:
/// `SendTwice.swift.~1~` is the oldest copy.
extension ExerciseFolder {
  /// Puts the file back as it was shipped. Returns where the reader's text was kept; nil if
  /// there was nothing to keep.
  @discardableResult
  public func reset() throws -> URL? {
    let shipped = try pristineText()
    var kept: URL?
    if case .edited(let text) = try state() {
      let backup = backup((newestBackup() ?? 0) + 1)
      try text.write(to: backup, atomically: true, encoding: .utf8)
      kept = backup
    }
    try FileManager.default.createDirectory(
      at: answer.deletingLastPathComponent(), withIntermediateDirectories: true)
    try shipped.write(to: answer, atomically: true, encoding: .utf8)
    return kept
  }

  /// Brings back what the last `reset` took away. If the file was edited since, the two change
  /// places, so that undoing twice changes nothing.
  public func undoReset() throws {
    guard let number = newestBackup() else { throw NothingToUndo(exercise: id) }
    let earlier = try String(contentsOf: backup(number), encoding: .utf8)
    if case .edited(let text) = try state() {
      try text.write(to: backup(number), atomically: true, encoding: .utf8)
      try earlier.write(to: answer, atomically: true, encoding: .utf8)
    } else {
      try earlier.write(to: answer, atomically: true, encoding: .utf8)
      try FileManager.default.removeItem(at: backup(number))
    }
  }

  private func backup(_ number: Int) -> URL {
    url.appending(path: "Answer/\(module).swift.~\(number)~")
  }

  private func newestBackup() -> Int? {
    let start = answer.lastPathComponent + ".~"
    let folder = answer.deletingLastPathComponent().plainPath
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(start) && $0.hasSuffix("~") }
      .compactMap { Int($0.dropFirst(start.count).dropLast()) }.max()
  }
}

/// There is no earlier answer to bring back.
public struct NothingToUndo: Error, Sendable, Hashable, CustomStringConvertible {
  public let exercise: String
  public var description: String {
    "'\(exercise)' was never reset, so there is nothing to bring back"
  }
}
