internal import Foundation

/// A running child and our ends of the lines to it.
///
///     here                                   child
///     line    <--- socket, both ways --->    3
///     output  <--- socket --------------     1
///     errors  <--- socket --------------     2
///                  /dev/null ---------->     0
struct SpawnedProcess {
  let pid: pid_t
  let output: Int32
  let errors: Int32
  /// The private line; -1 if there is none.
  let line: Int32

  /// The number under which a child finds its end of the line.
  static let lineInChild: Int32 = 3

  init(_ program: ChildProgram) throws {
    let output = try Self.pair()
    let errors = try Self.pair()
    let line = try program.greeting.map { _ in try Self.pair() }
    self.output = output.ours
    self.errors = errors.ours
    self.line = line?.ours ?? -1
    defer { for end in [output.theirs, errors.theirs, line?.theirs ?? -1] { close(end) } }
    do {
      pid = try Self.spawn(program, [output.theirs, errors.theirs, line?.theirs])
    } catch {
      for end in [output.ours, errors.ours, line?.ours ?? -1] { close(end) }
      throw error
    }
    for end in [output.ours, errors.ours] { Self.makeNonblocking(end) }
    if let greeting = program.greeting { say(greeting) }
    if self.line >= 0 { Self.makeNonblocking(self.line) }
  }

  /// It began a session of its own, so it may have no terminal, and all its processes are known.
  var session: ProcessSession { ProcessSession(leader: pid) }

  /// Ends the whole group, whatever it is doing.
  func kill() { Foundation.kill(-pid, SIGKILL) }

  func hangUp() { for end in [output, errors, line] where end >= 0 { close(end) } }

  // A greeting is far shorter than the buffer of a socket, so it is sent in one piece.
  private func say(_ greeting: String) {
    let bytes = Array((greeting + "\n").utf8)
    _ = send(line, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  // Sockets for output too: unlike `pipe`, they can be born closed for other children.
  private static func pair() throws -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw SpawnFailure(program: "a line to a child", code: errno)
    }
    return (ends[0], ends[1])
  }

  private static func makeNonblocking(_ file: Int32) {
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
  }
}

extension SpawnedProcess {
  /// `POSIX_SPAWN_SETSID`, which Glibc's module leaves out.
  private static let newSession: Int32 = 0x80

  private static func spawn(_ program: ChildProgram, _ ends: [Int32?]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (number, end) in zip(Int32(1)..., ends) {
      if let end { posix_spawn_file_actions_adddup2(&actions, end, number) }
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    var everySignal = sigset_t()
    sigfillset(&everySignal)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setsigdefault(&attributes, &everySignal)
    posix_spawnattr_setflags(
      &attributes,
      Int16(newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let words = ([program.executable] + program.arguments).map { strdup($0) }
    let settings = program.environment.sorted { $0.key < $1.key }
      .map { strdup("\($0.key)=\($0.value)") }
    defer { for word in words + settings { free(word) } }
    var pid = pid_t()
    let code = posix_spawn(
      &pid, program.executable, &actions, &attributes, words + [nil], settings + [nil])
    guard code == 0 else { throw SpawnFailure(program: program.executable, code: code) }
    return pid
  }
}

/// A program could not be started.
struct SpawnFailure: Error, CustomStringConvertible {
  let program: String
  let code: Int32
  var description: String { "\(program) could not be started: \(String(cString: strerror(code)))" }
}
