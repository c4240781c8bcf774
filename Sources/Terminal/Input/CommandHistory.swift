/// Earlier commands, kept across sessions as plain text.
///
/// Nothing here fails: what cannot be read or written is told as a notice, once, and the history
/// goes on in memory.
public final class CommandHistory {
  /// Something the reader should know about the file.
  public enum Notice: Sendable, Equatable {
    /// Lines that were not UTF-8 were left out.
    case damagedLines(path: String, count: Int)
    /// New lines live only as long as this session.
    case notSaved(path: String, reason: String)
  }

  /// The lines known now, oldest first.
  public private(set) var lines: [String] = []

  private let file: HistoryFile?
  private let limit: Int
  private var notices: [Notice] = []
  private var isSaving: Bool

  /// Reads the file, if there is one. Without a path everything stays in memory.
  public init(path: String?, limit: Int = 1000) {
    self.limit = limit
    file = path.map(HistoryFile.init)
    isSaving = path != nil
    load()
  }

  /// Adds a line, unless it is blank, starts with a space, or repeats the last one. Tells
  /// whether it was added.
  @discardableResult
  public func add(_ line: String) -> Bool {
    let isBlank = line.allSatisfy(\.isWhitespace)
    guard !isBlank, !line.hasPrefix(" "), line != lines.last else { return false }
    guard !line.contains(where: \.isNewline) else { return false }
    lines = (lines + [line]).suffix(limit)
    save(line)
    return true
  }

  /// What happened since the last call that the reader should be told.
  public func takeNotices() -> [Notice] {
    defer { notices = [] }
    return notices
  }

  private func load() {
    guard let file else { return }
    do throws(HistoryFile.Failure) {
      let content = try file.read()
      lines = content.lines.suffix(limit)
      if content.damagedLines > 0 {
        notices.append(.damagedLines(path: file.path, count: content.damagedLines))
      }
    } catch {
      stopSaving(error)
    }
  }

  private func save(_ line: String) {
    guard isSaving, let file else { return }
    do throws(HistoryFile.Failure) {
      try file.append(line, limit: limit)
    } catch {
      stopSaving(error)
    }
  }

  private func stopSaving(_ failure: HistoryFile.Failure) {
    isSaving = false
    notices.append(.notSaved(path: failure.path, reason: failure.reason))
  }
}

extension CommandHistory.Notice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .damagedLines(let path, let count):
      "\(path): lines that are not UTF-8 were left out of the history: \(count)"
    case .notSaved(let path, let reason):
      "\(path): \(reason); the history of this session is kept in memory only"
    }
  }
}
