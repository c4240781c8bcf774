internal import Foundation

/// What the kernel knows of a thread of this process.
struct KernelThread {
  let id: pid_t
  /// Waiting for something, and not for a disk or a processor.
  let isAsleep: Bool
  /// On a processor, or waiting for one.
  let isReady: Bool
  /// Processor time it has used, in clock ticks.
  let computed: Int

  /// Nil when there is no such thread any more.
  init?(_ id: pid_t) {
    guard let text = Self.read(id, "stat"), let name = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: name)...].split(separator: " ")
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
      return nil
    }
    self.id = id
    isAsleep = fields[0] == "S"
    isReady = fields[0] == "R"
    computed = user + system
  }

  static func ticks(_ duration: Duration) -> Int {
    max(1, Int(duration / .seconds(1) * Double(sysconf(Int32(_SC_CLK_TCK)))))
  }

  /// All threads of this process.
  static var all: [pid_t] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return (names ?? []).compactMap { pid_t($0) }
  }

  /// How long a thread has been on a processor; nil where the kernel does not tell.
  static func nanoseconds(of id: pid_t) -> Int? {
    read(id, "schedstat")?.split(separator: " ").first.flatMap { Int($0) }
  }

  /// What it sleeps in, in words.
  var systemCall: String {
    guard let number = Self.read(id, "syscall")?.split(separator: " ").first.flatMap({ Int($0) })
    else { return "the kernel" }
    return Self.systemCalls[number] ?? "system call \(number)"
  }

  /// The calls in which a program that blocks is usually found.
  private static let systemCalls: [Int: String] = {
    #if arch(x86_64)
      let (futex, sleep, nanosleep, read, poll, wait) = (202, 230, 35, 0, 271, 61)
    #else
      let (futex, sleep, nanosleep, read, poll, wait) = (98, 115, 101, 63, 73, 260)
    #endif
    return [
      futex: "a real lock, semaphore or queue (futex)", sleep: "a real sleep",
      nanosleep: "a real sleep", read: "a read", poll: "a poll",
      wait: "waiting for a child process",
    ]
  }()

  /// The number of the calling thread.
  static var current: pid_t {
    // The first field of this link's end is the thread that looks.
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return link.flatMap { pid_t($0.split(separator: "/").last ?? "") } ?? 0
  }

  /// A thread that loops for ever should at least not be in the way.
  func yieldToOthers() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(id), 19) }

  private static func read(_ id: pid_t, _ file: String) -> String? {
    guard let handle = fopen("/proc/self/task/\(id)/\(file)", "r") else { return nil }
    defer { fclose(handle) }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = fread(&buffer, 1, buffer.count, handle)
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
