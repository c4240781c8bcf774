internal import Foundation

/// Waits for the reader's file to be saved.
///
/// The kernel tells nothing of edits that another system makes in a folder it shares with a
/// container, so the text is looked at again and again. Some editors write into the file, others
/// write a new one and rename it, and some move the old one away first:
///
///     editor                            here
///     moves the file to a backup        it is gone; looks again a moment later
///     writes half of the new file       another text; looks again a moment later
///     writes the rest                   and again
///                                       twice the same, and not what it was: it was saved
public final class AnswerWatch {
  /// What became of the file.
  public enum Change: Sendable, Hashable {
    case saved
    /// It is gone; it may come back.
    case deleted
  }

  private let hashNow: () -> String?
  private var hash: String?

  /// How long a text must stay the same before it counts as saved, in microseconds.
  private static let quiet: UInt32 = 60_000
  /// How long it is left alone between two looks, after which the caller is asked whether to go on.
  private static let patience: UInt32 = 100_000

  /// Remembers what the file says now.
  public convenience init(_ folder: ExerciseFolder) throws {
    try self.init(folder.url) { folder.answerHash }
  }

  /// The same for any file, or for all files of Swift in a folder.
  public convenience init(path: String) throws {
    let file = URL(filePath: path).absoluteURL
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: file.plainPath, isDirectory: &isFolder)
    try self.init(isFolder.boolValue ? file : file.deletingLastPathComponent()) {
      (try? TriedSource(path)).map { "\(Fingerprint(of: $0.texts.joined()))" }
    }
  }

  /// `hashNow` looks at what is there; nil when nothing is.
  init(_ folder: URL, hashNow: @escaping () -> String?) throws {
    guard FileManager.default.fileExists(atPath: folder.deletingLastPathComponent().plainPath)
    else { throw UnwatchableFolder(path: folder.plainPath) }
    self.hashNow = hashNow
    hash = hashNow()
  }

  /// Waits until the file says something else than it did; nil when it is no longer worth it.
  public func next(while goesOn: () -> Bool) -> Change? {
    while goesOn() {
      if let change = look(while: goesOn) { return change }
      usleep(Self.patience)
    }
    return nil
  }

  private func look(while goesOn: () -> Bool) -> Change? {
    var found = hashNow()
    guard found != hash else { return nil }
    var before: String?
    repeat {
      before = found
      usleep(Self.quiet)
      found = hashNow()
    } while found != before && goesOn()
    guard found == before, found != hash else { return nil }
    hash = found
    return found == nil ? .deleted : .saved
  }
}

/// There is no such folder, nor one that it could lie in.
struct UnwatchableFolder: Error, CustomStringConvertible {
  let path: String
  var description: String {
    "'\(path)' cannot be watched: there is no such folder; use 'check' after each change"
  }
}
