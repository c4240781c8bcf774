import Interleaving

/// What the tasks of a test share.
actor Bank {
  private(set) var balance = 0
  nonisolated(unsafe) private(set) var unsafeSignatures = ""
  func set(_ value: Int) { balance = value }
  func add() { balance += 1 }

  func addSlowly() async {
    let before = balance
    await Task.yield()
    balance = before + 1
  }

  /// What others added while it awaited its child.
  func addAroundAChild() async -> Int {
    let before = balance
    async let child: Void = {}()
    await child
    defer { balance += 1 }
    return balance - before
  }

  func waitAndSign(_ name: String, _ queue: SerialQueue) async {
    await withCheckedContinuation { waiting in queue.async { waiting.resume() } }
    unsafeSignatures += name
  }
}

/// What the last job to come left; jobs never overlap in a controlled run.
final class Last: @unchecked Sendable {
  // @unchecked Sendable because one thread of a controlled run is awake at a time.
  var value = 0
}
