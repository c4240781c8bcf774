internal import Foundation

/// A child with all that it has started. Its process group would not do: what is started with
/// Foundation's `Process` gets a group of its own, but stays in the session.
struct ProcessSession {
  /// The process that began it.
  let leader: pid_t

  /// Who is in it and still runs.
  var members: [pid_t] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { pid_t($0) }
      .filter { getsid($0) == leader && !ProcessSample.hasEnded($0) }
  }

  /// Ends the others from within, and then the process that calls this.
  static func endOwn() -> Never {
    let own = ProcessSession(leader: getsid(0))
    for member in own.members where member != getpid() { kill(member, SIGKILL) }
    kill(0, SIGKILL)
    _exit(1)
  }

  /// Ends all members and returns when they are gone, so that none of them can write a file any
  /// more; tells whether there were any.
  func end() -> Bool {
    // Looked for before a process is killed: what dies quickly was there all the same.
    var hadMembers = !members.isEmpty
    // Killed is not gone yet. What the kernel itself holds up is not waited for longer than this.
    for _ in 0..<2000 {
      // The group goes at once, so that it cannot fork faster than it is looked for.
      kill(-leader, SIGKILL)
      let members = members
      guard !members.isEmpty else { break }
      hadMembers = true
      for member in members { kill(member, SIGKILL) }
      usleep(1000)
    }
    return hadMembers
  }
}
