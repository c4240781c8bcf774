internal import Foundation

/// Waits for the reader's file to be saved.
///
/// Some editors write into the file, others write a new one and rename it, and some move the old
/// one away first. So the folder is watched, and an event is only a reason to look:
///
///     editor                            here
///     moves the file to a backup        woken, waits until it is quiet
///     writes the new file               still waits
///                                       quiet: the text is another one, so it was saved
public final class AnswerWatch {
  /// What became of the file.
  public enum Change: Sendable, Hashable {
    case saved
    /// It is gone; it may come back.
    case deleted
  }

  private let folder: ExerciseFolder
  private let events: Int32
  private var hash: String?

  /// How long nothing must happen before the file is looked at.
  private static let quiet: Int32 = 60
  /// How often somebody is asked whether to go on.
  private static let patience: Int32 = 100

  /// Remembers what the file says now.
  public init(_ folder: ExerciseFolder) throws {
    self.folder = folder
    events = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard events >= 0 else { throw UnwatchableFolder(path: folder.url.plainPath, code: errno) }
    hash = folder.answerHash
    guard watch(folder.url) else {
      throw UnwatchableFolder(path: folder.url.plainPath, code: errno)
    }
    watch(folder.answer.deletingLastPathComponent())
  }

  deinit { if events >= 0 { close(events) } }

  /// Waits until the file says something else than it did; nil when it is no longer worth it.
  public func next(while goesOn: () -> Bool) -> Change? {
    while goesOn() {
      if let change = look() { return change }
      guard hasEvents(within: Self.patience) else { continue }
      repeat { forgetEvents() } while hasEvents(within: Self.quiet) && goesOn()
      // The folder of the answer may be a new one; watching the same one twice changes nothing.
      watch(folder.answer.deletingLastPathComponent())
    }
    return nil
  }

  private func look() -> Change? {
    let found = folder.answerHash
    guard found != hash else { return nil }
    hash = found
    return found == nil ? .deleted : .saved
  }

  private func hasEvents(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: events, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }

  private func forgetEvents() {
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 16) { buffer in
      while read(events, buffer.baseAddress, buffer.count) > 0 {}
    }
  }

  @discardableResult
  private func watch(_ folder: URL) -> Bool {
    let kinds = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
    return inotify_add_watch(events, folder.plainPath, UInt32(kinds)) >= 0
  }
}

/// The kernel does not tell what happens in a folder.
struct UnwatchableFolder: Error, CustomStringConvertible {
  let path: String
  let code: Int32
  var description: String {
    "'\(path)' cannot be watched: \(String(cString: strerror(code))); "
      + "use 'check' after each change"
  }
}
