internal import CConfinement
internal import Foundation
internal import Synchronization

/// The child's end of the line, for a signal handler, which may not look for it.
private let lineOfThisProcess = Atomic<Int32>(-1)

extension Death {
  /// Tells of it, if another process listens to this one: on the thread that dies, while most of
  /// the process can still be trusted.
  func say() {
    let line = lineOfThisProcess.load(ordering: .relaxed)
    guard line >= 0, var data = try? JSONEncoder().encode(ExaminerMessage.died(self))
    else { return }
    data.append(UInt8(ascii: "\n"))
    _ = data.withUnsafeBytes { write(line, $0.baseAddress, $0.count) }
  }
}

extension ExaminerLine {
  /// Says what the kernel knows of this process before it dies. The watchdog looks now and then only,
  /// and on a busy machine a thousand threads may be made before it looks again.
  ///
  /// Running out of stack kills by the same signal as a pointer to nowhere. But a handler needs some
  /// stack to run on, and this one is given none of its own, so then the kernel ends the process
  /// without a word:
  ///
  ///     a pointer to nowhere      SIGSEGV   the handler speaks, then the process dies
  ///     no stack left             SIGSEGV   the process dies in silence
  func arrangeLastWord() {
    lineOfThisProcess.store(number, ordering: .relaxed)
    // The first time it loads a library, which a dying process must not.
    var frame: UInt = 0
    _ = frames_of_this_thread(&frame, 1)
    var action = sigaction()
    sigemptyset(&action.sa_mask)
    action.__sigaction_handler.sa_handler = { signal in
      sayLastWord()
      // Not ours to survive: it arrives once more as soon as this returns.
      Foundation.signal(signal, SIG_DFL)
      raise(signal)
    }
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT] { sigaction(signal, &action, nil) }
  }
}

/// Writes an `ExaminerMessage.dying`. A dying process can be trusted with system calls only, so it
/// is put together from what the kernel writes.
private func sayLastWord() {
  let (start, end): (StaticString, StaticString) = ("{\"dying\":{\"statistics\":\"", "\"}}\n")
  withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { buffer in
    guard var free = buffer.baseAddress else { return }
    func append(_ text: StaticString) {
      free.copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
      free += text.utf8CodeUnitCount
    }
    append(start)
    let file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
    // Without the line feed at its end.
    free += max(1, read(file, free, 900)) - 1
    append(end)
    let line = lineOfThisProcess.load(ordering: .relaxed)
    _ = write(line, buffer.baseAddress, free - UnsafeMutableRawPointer(buffer.baseAddress!))
  }
}
