internal import Foundation

/// What the kernel says of a running process at one moment.
struct ProcessSample {
  var processorTime: Duration
  var threads: Int
  var memory: Int

  /// Nil once the process has ended.
  init?(of pid: pid_t) {
    guard let text = Self.kernelText("/proc/\(pid)/stat") else { return nil }
    self.init(text)
  }

  /// What a `stat` file says; nil where it says too little.
  init?(_ statistics: String) {
    guard let fields = Self.fields(of: statistics), fields.count > 21 else { return nil }
    let ticks = (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    processorTime = .milliseconds(ticks * 1000 / sysconf(Int32(_SC_CLK_TCK)))
    threads = Int(fields[17]) ?? 1
    memory = (Int(fields[21]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The fields of a `stat` file behind the name, which may itself contain spaces: the first one
  /// is the state, so a field that `man proc_pid_stat` numbers n is at n - 3.
  private static func fields(of statistics: String) -> [Substring]? {
    guard let nameEnd = statistics.lastIndex(of: ")") else { return nil }
    return statistics[statistics.index(after: nameEnd)...].split(whereSeparator: \.isWhitespace)
  }

  private static func state(_ path: String) -> Substring? {
    kernelText(path).flatMap(fields)?.first
  }

  /// Whether some thread computes, could compute if it got a processor, or waits for a disk.
  static func isAbleToRun(_ pid: pid_t) -> Bool {
    threadStates(of: pid).contains { "RD".contains($0) }
  }

  private static func threadStates(of pid: pid_t) -> [Substring] {
    let folder = "/proc/\(pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.prefix(500).compactMap { state("\(folder)/\($0)/stat") }
  }

  /// It is gone, or only its parent has to take note of its end.
  static func hasEnded(_ pid: pid_t) -> Bool {
    state("/proc/\(pid)/stat").map { "ZX".contains($0) } ?? true
  }

  /// How many processes `pid` has started that still run.
  static func children(of pid: pid_t) -> Int {
    let folder = "/proc/\(pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.prefix(500).reduce(0) { count, thread in
      let list = kernelText("\(folder)/\(thread)/children") ?? ""
      return count + list.split(separator: " ").count
    }
  }

  // Files of the kernel have no size, so they are read to their end.
  private static func kernelText(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
