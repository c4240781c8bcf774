internal import Foundation
internal import WorkbookKit

extension Session {
  /// Tries a file, and again whenever it is saved, until Ctrl-C ends it.
  func watchTries(
    of path: String, _ request: TryOptions, _ options: CommonOptions
  ) throws -> ExitStatus {
    let watch = try AnswerWatch(path: path)
    // A page that waits for a key would not hear of the next save.
    console.usesPager = false
    console.notice("'\(path)' is tried whenever it is saved; Ctrl-C ends")
    var status = tryAgain(path, request, options)
    while !console.isClosed, status != .interrupted {
      switch nextEvent(watch, hasKeys: false) {
      case nil:
        if !options.isJSON { console.show(.blank) }
        return .interrupted
      case .change(.deleted): console.notice("the file is gone; it is waited for")
      case .change(.saved), .key:
        if !options.isJSON { console.show(.blank) }
        status = tryAgain(path, request, options)
      }
    }
    return status
  }

  /// A file that cannot be tried now may be the next time it is saved.
  private func tryAgain(
    _ path: String, _ request: TryOptions, _ options: CommonOptions
  ) -> ExitStatus {
    do { return try tryOnce(path, request, options) } catch { return report(error) }
  }
}
