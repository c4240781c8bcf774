internal import Foundation

/// Which CPUs the calling thread may use. Glibc's module leaves these calls out.
enum Affinity {
  typealias Mask = (UInt64, UInt64, UInt64, UInt64)
  private typealias Call = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32

  private static let set = call("sched_setaffinity")
  private static let get = call("sched_getaffinity")

  private static func call(_ name: String) -> Call? {
    dlsym(nil, name).map { unsafeBitCast($0, to: Call.self) }
  }

  /// Nil where the system does not tell.
  static var current: Mask? {
    var mask: Mask = (0, 0, 0, 0)
    guard let get, get(0, MemoryLayout<Mask>.size, &mask) >= 0 else { return nil }
    return mask
  }

  static func apply(_ mask: Mask) {
    var mask = mask
    _ = set?(0, MemoryLayout<Mask>.size, &mask)
  }

  static func pin(toCPU cpu: Int) {
    var mask: Mask = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &mask) { bytes in
      guard cpu / 8 < bytes.count else { return }
      bytes[cpu / 8] = 1 << (cpu % 8)
      _ = set?(0, bytes.count, bytes.baseAddress!)
    }
  }

  /// The CPUs this process started with.
  static let allowedCPUs: [Int] = {
    guard var mask = current else { return [] }
    return withUnsafeBytes(of: &mask) { bytes in
      (0..<(8 * bytes.count)).filter { bytes[$0 / 8] & (1 << ($0 % 8)) != 0 }
    }
  }()
}
