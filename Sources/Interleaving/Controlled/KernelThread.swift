internal import Foundation

/// What the kernel knows of a thread of this process.
struct KernelThread {
  let id: pid_t
  /// Waiting for something, and not for a disk or a processor.
  let isAsleep: Bool
  /// Processor time it has used. Of a thread that sleeps it is exact, of one that is on a processor
  /// up to a clock tick old.
  let computed: Duration

  /// Nil when there is no such thread any more.
  init?(_ id: pid_t) {
    guard let text = Self.read(id, "stat"), let name = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: name)...].split(separator: " ")
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
      return nil
    }
    self.id = id
    isAsleep = fields[0] == "S"
    // Not every kernel counts nanoseconds.
    let nanoseconds = Self.read(id, "schedstat")?.split(separator: " ").first.flatMap { Int($0) }
    computed =
      nanoseconds.map { .nanoseconds($0) }
      ?? .seconds(1) * (user + system) / sysconf(Int32(_SC_CLK_TCK))
  }

  /// Whether a thread of this process, other than the calling one, is able to run.
  static var isAnotherAbleToRun: Bool {
    let own = current
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return (names ?? []).contains { name in
      guard let id = pid_t(name), id != own else { return false }
      return isAbleToRun(id)
    }
  }

  /// On a processor, or waiting for one or for a disk. Thousands of threads may be parked, so it looks
  /// at no more than that.
  static func isAbleToRun(_ id: pid_t) -> Bool {
    guard let text = bytes(id, "stat"), let name = text.lastIndex(of: UInt8(ascii: ")")) else {
      return false
    }
    let state = text.dropFirst(name + 2).first
    return state == UInt8(ascii: "R") || state == UInt8(ascii: "D")
  }

  /// What it sleeps in.
  var systemCall: SystemCall {
    guard let number = Self.read(id, "syscall")?.split(separator: " ").first.flatMap({ Int($0) })
    else { return SystemCall(words: "the kernel") }
    return Self.systemCalls[number] ?? SystemCall(words: "system call \(number)")
  }

  struct SystemCall {
    static let sleep = SystemCall(words: "a real sleep", isOwnAffair: true)

    let words: String
    /// Whether only this process can end it. A pipe, say, another one may read late.
    var isOwnAffair = false
  }

  /// The calls in which a program that blocks is usually found.
  private static let systemCalls: [Int: SystemCall] = {
    #if arch(x86_64)
      let (futex, sleep, nanosleep, read, write, poll, wait) = (202, 230, 35, 0, 1, 271, 61)
    #else
      let (futex, sleep, nanosleep, read, write, poll, wait) = (98, 115, 101, 63, 64, 73, 260)
    #endif
    return [
      futex: SystemCall(words: "a real lock, semaphore or queue (futex)", isOwnAffair: true),
      sleep: .sleep, nanosleep: .sleep, read: SystemCall(words: "a read"),
      write: SystemCall(words: "a write"), poll: SystemCall(words: "a poll"),
      wait: SystemCall(words: "waiting for a child process"),
    ]
  }()

  /// The number of the calling thread.
  static var current: pid_t { numberOfCaller?() ?? 0 }

  /// Glibc's module leaves this call out.
  private static let numberOfCaller = dlsym(nil, "gettid").map {
    unsafeBitCast($0, to: (@convention(c) () -> pid_t).self)
  }

  /// A thread that loops without end should at least not be in the way.
  func yieldToOthers() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(id), 19) }

  private static func read(_ id: pid_t, _ file: String) -> String? {
    bytes(id, file).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func bytes(_ id: pid_t, _ file: String) -> [UInt8]? {
    guard let handle = fopen("/proc/self/task/\(id)/\(file)", "r") else { return nil }
    defer { fclose(handle) }
    return [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, handle)
    }
  }
}
