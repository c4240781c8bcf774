internal import Foundation

/// The way from a reader's file to one of our solutions, line by line.
public struct LineDiff: Sendable, Hashable {
  /// What happens to a line.
  public enum Change: Sendable, Hashable { case stays, goes, comes }

  /// One line of either file.
  public struct Line: Sendable, Hashable {
    public let change: Change
    public let text: String
  }

  public let lines: [Line]

  /// Compares line by line, and keeps as many lines as possible.
  init(from old: String, to new: String) {
    let old = old.split(separator: "\n", omittingEmptySubsequences: false)
    let new = new.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        lines.append(Line(change: .goes, text: String(old[oldIndex])))
        oldIndex += 1
      } else if inserted.contains(newIndex) {
        lines.append(Line(change: .comes, text: String(new[newIndex])))
        newIndex += 1
      } else {
        lines.append(Line(change: .stays, text: String(old[oldIndex])))
        (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
      }
    }
    self.lines = lines
  }

  /// The lines with `+`, `-` or a blank in front; what is too long goes on in the next line.
  public func picture(width: Int) -> [TextLine] {
    lines.flatMap { line in
      let (sign, role) = line.change.look
      return line.text.wrappedCode(to: width - 2).map { TextLine("\(sign) \($0)", role).trimmed }
    }
  }
}

extension LineDiff.Change {
  fileprivate var look: (sign: String, role: TextRole) {
    switch self {
    case .stays: (" ", .plain)
    case .goes: ("-", .bad)
    case .comes: ("+", .good)
    }
  }
}

extension CheckedExercise {
  /// How the reader's file would have to change to be this solution of ours.
  public func diff(to solution: SampleCard) throws -> LineDiff {
    let mine =
      switch try folder.state() {
      case .edited(let text): text
      case .untouched, .deleted: try folder.pristineText()
      }
    return LineDiff(from: mine, to: try folder.answerText(of: file(of: solution)))
  }
}
