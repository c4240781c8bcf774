import Foundation

/// What the kernel says of this process.
struct ProcessUsage {
  let threads: Int
  let kilobytes: Int

  static var now: ProcessUsage {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func number(_ key: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
      return Int(line.filter(\.isNumber)) ?? 0
    }
    return ProcessUsage(threads: number("Threads:"), kilobytes: number("VmRSS:"))
  }
}
