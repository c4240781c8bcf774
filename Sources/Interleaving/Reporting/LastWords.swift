internal import Foundation

/// What is told when the process dies in the middle of a run: of `fatalError`, a failed
/// precondition, `try!`, a continuation resumed twice.
///
/// The signal comes on the thread that ran into it, in the midst of the program and of nothing of
/// ours, so the model is whole and may be read. Should telling fail as well, the process dies of
/// that: the handlers that were there before are back by then.
enum LastWords {
  static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
  nonisolated(unsafe) private static var before: [Int32: sigaction] = [:]

  /// Done once, before the first run.
  static let listen: Void = {
    for signal in signals {
      var (action, old) = (sigaction(), sigaction())
      action.__sigaction_handler.sa_handler = { LastWords.die(of: $0) }
      action.sa_flags = SA_ONSTACK
      sigaction(signal, &action, &old)
      before[signal] = old
    }
  }()

  private static func die(of signal: Int32) {
    for (signal, var action) in before { sigaction(signal, &action, nil) }
    if let state = ThreadState.existing, let thread = state.virtual {
      state.asOwnAffair { tell(thread) }
    }
    // It comes again as soon as this handler returns, to the handler that was there before.
    raise(signal)
  }

  private static func tell(_ thread: VirtualThread) {
    guard let run = thread.core.dyingRun(on: thread) else { return }
    thread.core.runner.onDeath?(run)
    let text = run.description
    write(text, to: STDERR_FILENO)
    guard let path = thread.core.runner.lastWordsPath else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { return }
    write(text, to: file)
    close(file)
  }

  private static func write(_ text: String, to file: Int32) {
    var rest = ArraySlice(text.utf8)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
