internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// Two ways of doing the same work, measured in turns so that both meet the same machine.
struct Contest {
  let name: String
  /// The most that ours may take, as a multiple of the other; nil where nothing was promised.
  let limit: Double?
  /// How often each side does one unit of work per round, for the cost of one.
  let units: Int
  let plain: () throws -> Duration
  let ours: () throws -> Duration

  /// Runs both sides `rounds` times, alternating, after one round that does not count.
  func run(rounds: Int) throws -> ContestResult {
    _ = try plain()
    _ = try ours()
    var plainTimes: [Duration] = []
    var ourTimes: [Duration] = []
    for _ in 0..<rounds {
      plainTimes.append(try plain())
      ourTimes.append(try ours())
    }
    // A machine that is shared becomes slower and faster from one moment to the next; two turns that
    // follow each other have the most in common. So what is compared are those.
    let ratios = zip(ourTimes, plainTimes).map { $0.seconds / max($1.seconds, 1e-9) }
    return ContestResult(
      name: name, units: units, plainSeconds: median(plainTimes).seconds,
      ourSeconds: median(ourTimes).seconds, ratio: median(ratios), limit: limit)
  }
}

struct ContestResult: Encodable {
  let name: String
  let units: Int
  let plainSeconds: Double
  let ourSeconds: Double
  /// The median of the rounds' ratios.
  let ratio: Double
  let limit: Double?
  var holds: Bool { limit.map { ratio <= $0 } ?? true }
}

/// A figure that has no counterpart in plain SQLite.
struct Figure: Encodable {
  let name: String
  let value: Double
  let unit: String
  /// The most it may be; nil where nothing was promised.
  let limit: Double?
  var holds: Bool { limit.map { value <= $0 } ?? true }
}

/// Figures that are taken together, under the name by which they are asked for.
typealias Measurement = (name: String, measure: () throws -> [Figure])

/// The one in the middle; there must be one.
func median<Value: Comparable>(_ values: [Value]) -> Value { values.sorted()[values.count / 2] }

func time(_ work: () throws -> Void) rethrows -> Duration {
  let start = ContinuousClock.now
  try work()
  return start.duration(to: .now)
}

/// How long all threads of this process were on a processor: what other programs do meanwhile,
/// and how long the disk takes, is not in it.
func processorTime(_ work: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try work()
  return now() - start
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

/// The most memory that was ever resident. Not `ru_maxrss`, which begins with what the process had
/// that started this one.
func peakResidentBytes() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  let kilobytes = line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
  return kilobytes * 1024
}

/// Bytes of memory that are resident now.
func residentBytes() -> Int {
  var text = [UInt8](repeating: 0, count: 128)
  let file = open("/proc/self/statm", O_RDONLY)
  guard file >= 0 else { return 0 }
  defer { close(file) }
  let count = read(file, &text, text.count)
  let words = text.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
  guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else {
    return 0
  }
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}
