public import Foundation

/// Starting again, and taking it back. Nothing a reader wrote is ever lost:
/// `SendTwice.swift.~1~` is the oldest copy.
extension ExerciseFolder {
  /// Puts the file back as it was shipped. Returns where the reader's text was kept; nil if
  /// there was nothing to keep.
  @discardableResult
  public func reset() throws -> URL? {
    fetchOldBackups()
    let shipped = try pristineText()
    var kept: URL?
    if case .edited(let text) = try state() {
      let backup = backup((newestBackup() ?? 0) + 1)
      try write(text, to: backup)
      kept = backup
    }
    try writeAnswer(shipped)
    return kept
  }

  /// Brings back what the last `reset` took away. If the file was edited since, the two change
  /// places, so that undoing twice changes nothing.
  public func undoReset() throws {
    fetchOldBackups()
    guard let number = newestBackup() else { throw NothingToUndo(exercise: id) }
    let earlier = try String(contentsOf: backup(number), encoding: .utf8)
    if case .edited(let text) = try state() {
      try write(text, to: backup(number))
      try writeAnswer(earlier)
    } else {
      try writeAnswer(earlier)
      try FileManager.default.removeItem(at: backup(number))
    }
  }

  /// Into its file, or its files.
  private func writeAnswer(_ text: String) throws {
    for file in AnswerFiles(of: text, first: answer.lastPathComponent).files {
      try write(file.text, to: url.appending(path: file.name))
    }
  }

  private func write(_ text: String, to file: URL) throws {
    let folder = file.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    } catch {
      throw UnwritableFolder(path: folder.plainPath, code: error.systemCode)
    }
  }

  private func backup(_ number: Int) -> URL {
    url.appending(path: "\(module).swift.~\(number)~")
  }

  private func newestBackup() -> Int? { backups(in: url).max() }

  private func backups(in folder: URL) -> [Int] {
    let start = answer.lastPathComponent + ".~"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.plainPath)) ?? []
    return names.filter { $0.hasPrefix(start) && $0.hasSuffix("~") }
      .compactMap { Int($0.dropFirst(start.count).dropLast()) }
  }

  /// The answer used to lie in a folder `Answer`, and copies of it may still do.
  private func fetchOldBackups() {
    let place = url.appending(path: "Answer")
    for number in backups(in: place).sorted() {
      let old = place.appending(path: backup(number).lastPathComponent)
      try? FileManager.default.moveItem(at: old, to: backup((newestBackup() ?? 0) + 1))
    }
  }
}

/// There is no earlier answer to bring back.
public struct NothingToUndo: Error, Sendable, Hashable, CustomStringConvertible {
  public let exercise: String
  public var description: String {
    "'\(exercise)' was never reset, so there is nothing to bring back"
  }
}

extension Error {
  /// What the system gave as the reason, however deep.
  fileprivate var systemCode: Int32 {
    var error = self as NSError
    while let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = cause }
    return error.domain == NSPOSIXErrorDomain ? Int32(error.code) : EACCES
  }
}
