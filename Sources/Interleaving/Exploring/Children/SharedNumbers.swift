internal import Foundation
internal import Synchronization

/// Numbers that child processes count in together with the process that made them.
final class SharedNumbers: Sendable {
  private static let bytes = 4_096
  // Unsafe, because the compiler does not know that pointers to atomics may be shared.
  nonisolated(unsafe) private let numbers: UnsafeMutablePointer<Atomic<Int>>

  /// So many, each zero.
  init(_ count: Int) {
    precondition(count * MemoryLayout<Atomic<Int>>.stride <= Self.bytes)
    let memory = Self.idle.pages.withLock { $0.popLast()?.start } ?? Self.makePage()
    numbers = memory.bindMemory(to: Atomic<Int>.self, capacity: count)
    for number in 0..<count { (numbers + number).initialize(to: Atomic(0)) }
  }

  deinit {
    let page = Page(start: UnsafeMutableRawPointer(numbers))
    Self.idle.pages.withLock { $0.append(page) }
  }

  /// Pages for the next exploration. To map one and take it away again takes the system longer than a
  /// few schedules.
  private final class Idle: Sendable {
    let pages = Mutex<[Page]>([])
  }

  private struct Page: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
  }

  // Unsafe, because it is assigned: by the only thread of a process.
  nonisolated(unsafe) private static var idle = Idle()

  /// In a child process: another thread may have had the lock when it was made. The pages that were
  /// idle then are the parent's.
  static func startAgain() { idle = Idle() }

  private static func makePage() -> UnsafeMutableRawPointer {
    let memory = mmap(
      nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { fatalError("the system gives no memory") }
    return memory
  }

  subscript(number: Int) -> Int { numbers[number].load(ordering: .relaxed) }

  /// What it comes to.
  func add(_ amount: Int, to number: Int) -> Int {
    numbers[number].add(amount, ordering: .relaxed).newValue
  }

  /// Makes it `value` if it is less; false if it is not.
  func raise(_ number: Int, to value: Int) -> Bool {
    var known = self[number]
    while known < value {
      let (exchanged, now) = numbers[number].compareExchange(
        expected: known, desired: value, ordering: .relaxed)
      if exchanged { return true }
      known = now
    }
    return false
  }
}
