internal import CEditline
internal import Dispatch
internal import Glibc

/// The interrupt key while work is running.
///
/// Once ``listen()`` was called, or as long as a ``LineEditor`` exists, Ctrl-C does not end the
/// process; it is counted here. Work that has points where it can stop asks ``isPending`` there.
/// Work that blocks is run by ``watching(_:during:)``.
public enum Interrupts {
  /// A key that was pressed while work was running.
  public enum Key: Sendable, Equatable {
    /// Ctrl-C, for the first, second, ... time.
    case interrupt(Int)
    /// Ctrl-\, which asks how things stand.
    case status
  }

  /// Counts Ctrl-C also where no line is edited. There a second press, while the first is still
  /// unanswered, ends the process.
  public static func listen() { terminal_interrupt_listen() }

  /// How often Ctrl-C was pressed since it was last cleared.
  public static var count: Int { Int(terminal_interrupt_count()) }

  /// Whether it was pressed at all.
  public static var isPending: Bool { count > 0 }

  /// Forgets earlier presses; to be called before work starts.
  public static func clear() { terminal_interrupt_clear() }

  /// Runs `work` while `handler` is told, on another thread, of each key as it is pressed, and of
  /// presses that were not cleared so far. When this returns it will not be called again.
  public static func watching<Value>(
    _ handler: @escaping @Sendable (Key) -> Void, during work: () throws -> Value
  ) rethrows -> Value {
    var ends: [Int32] = [-1, -1]
    guard terminal_open_pipe(&ends) else { return try work() }
    let (reading, writing) = (ends[0], ends[1])
    let finished = DispatchSemaphore(value: 0)
    terminal_watch(writing)
    if isPending { terminal_tell_watcher(3) }
    DispatchQueue(label: "interrupts").async {
      deliver(from: reading, to: handler)
      finished.signal()
    }
    defer {
      terminal_watch(-1)
      close(writing)  // ends the reader
      finished.wait()
      close(reading)
    }
    return try work()
  }

  private static func deliver(from descriptor: Int32, to handler: (Key) -> Void) {
    var presses = 0
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 0 { return }
      if count < 0 {
        guard errno == EINTR else { return }
        continue
      }
      if byte == 3 {
        // By the count, not by the bytes: a press just before the watch may have sent none, or two.
        while presses < Interrupts.count {
          presses += 1
          handler(.interrupt(presses))
        }
      } else {
        handler(.status)
      }
    }
  }
}
