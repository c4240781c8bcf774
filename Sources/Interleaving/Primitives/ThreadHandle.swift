/// A thread that was started; `join` waits for its end.
public final class ThreadHandle: Sendable {
  /// The name of the thread.
  public let name: String
  let ended: Completion

  init(name: String, ended: Completion) {
    self.name = name
    self.ended = ended
  }

  /// Waits until the thread has ended.
  public func join(file: StaticString = #fileID, line: UInt = #line) {
    ended.wait(file: file, line: line)
  }
}
