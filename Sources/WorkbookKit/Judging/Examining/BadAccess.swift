internal import Foundation
internal import Synchronization

/// The child's end of the line, for a signal handler, which may not look for it.
private let lineOfThisProcess = Atomic<Int32>(-1)

extension ExaminerLine {
  /// Says so before the process dies of memory that it may not touch.
  ///
  /// Running out of stack kills by the same signal. But a handler needs some stack to run on, and
  /// this one is given none of its own, so then the kernel ends the process without a word:
  ///
  ///     a pointer to nowhere      SIGSEGV   the handler speaks, then the process dies
  ///     no stack left             SIGSEGV   the process dies in silence
  func reportBadAccess() {
    lineOfThisProcess.store(number, ordering: .relaxed)
    var action = sigaction()
    sigemptyset(&action.sa_mask)
    action.__sigaction_handler.sa_handler = { signal in
      let message: StaticString = "{\"badAccess\":{}}\n"
      let line = lineOfThisProcess.load(ordering: .relaxed)
      _ = write(line, message.utf8Start, message.utf8CodeUnitCount)
      // Not ours to survive: it arrives once more as soon as this returns.
      Foundation.signal(signal, SIG_DFL)
      raise(signal)
    }
    for signal in [SIGSEGV, SIGBUS] { sigaction(signal, &action, nil) }
  }
}
