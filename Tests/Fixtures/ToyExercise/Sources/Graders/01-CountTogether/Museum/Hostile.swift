import CountTogether
import Dispatch
import Foundation
import Interleaving

struct Exits: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) { exit(0) }
}

struct Traps: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) { fatalError("on purpose") }
}

struct RunsOutOfStack: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) { _ = depth(times) }

  private func depth(_ level: Int) -> Int { level < 0 ? 0 : depth(level + 1) + level % 3 }
}

struct WritesAnywhere: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    UnsafeMutablePointer<Int>(bitPattern: 64 + times)?.pointee = times
  }
}

struct LoopsForEver: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    var number = times
    while number > 0 { number = number % 7 + 1 }
  }
}

// Names with their module are those of the system, beyond the control of the scheduler.

struct WaitsForNobody: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    Dispatch.DispatchSemaphore(value: 0).wait()
  }
}

struct SleepsLong: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    Foundation.Thread.sleep(forTimeInterval: 3600)
  }
}

struct EatsMemory: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    var hoard: [[UInt8]] = []
    while total.read() == 0 { hoard.append([UInt8](repeating: 1, count: 1 << 20)) }
  }
}

struct StartsThreads: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    while times > 0 {
      Foundation.Thread.detachNewThread { Foundation.Thread.sleep(forTimeInterval: 3600) }
    }
  }
}

struct StartsProcess: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    let process = Foundation.Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["3600"]
    try? process.run()
    lock.withLock { total.write(total.read() + times) }
  }
}

/// A process of a session of its own would outlive the check.
struct LeavesADaemon: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    var pid = pid_t()
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, 0x80)
    let words = ["/bin/sh", "-c", "sleep 3600 & exit"].map { (word: String) in strdup(word) }
    posix_spawn(&pid, "/bin/sh", nil, &attributes, words + [nil], nil)
    lock.withLock { total.write(total.read() + times) }
  }
}

struct KillsItsParent: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    kill(getppid(), SIGTERM)
    lock.withLock { total.write(total.read() + times) }
  }
}

struct WritesElsewhere: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    try? "I was here".write(
      toFile: NSTemporaryDirectory() + "/../was-here", atomically: true, encoding: .utf8)
    lock.withLock { total.write(total.read() + times) }
  }
}

/// What it keeps for itself is in its folder.
struct WritesToItsFolder: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    let file = FileManager.default.temporaryDirectory.appending(path: "notes/total")
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("\(times)".utf8).write(to: file, options: .atomic)
      try FileManager.default.removeItem(at: file)
    } catch {
      fatalError("\(error)")
    }
    for _ in 0..<times {
      lock.withLock { total.write(total.read() + 1) }
    }
  }
}

struct WritesBigFile: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    let block = [UInt8](repeating: 1, count: 1 << 20)
    let file = fopen(FileManager.default.temporaryDirectory.path + "/big", "w")
    while total.read() == 0 { fwrite(block, 1, block.count, file) }
  }
}

struct PrintsVerdict: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    let claim = #"{"verdict":{"piece":"PrintsVerdict","token":"","verdict":"PASS"}}"# + "\n"
    print(claim)
    for file in Int32(0)..<20 { write(file, claim, claim.utf8.count) }
  }
}

/// Writes about a gigabyte over all the orders it is put into.
struct Floods: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    let line = String(repeating: "x", count: 1 << 20)
    for _ in 0..<20 { print(line) }
  }
}

struct UsesForeignThread: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    let done = Dispatch.DispatchSemaphore(value: 0)
    Foundation.Thread.detachNewThread {
      total.write(times)
      done.signal()
    }
    done.wait()
  }
}

/// A connection to a machine outside.
struct Connects: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), UInt16(80).bigEndian)
    address.sin_addr.s_addr = inet_addr("192.0.2.1")
    withUnsafeBytes(of: &address) { bytes in
      _ = connect(
        file, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    for _ in 0..<times { lock.withLock { total.write(total.read() + 1) } }
  }
}

struct LooksIntoItsParent: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    typealias Call = @convention(c) (Int32, Int32, Int, Int) -> Int
    let attach = dlsym(nil, "ptrace").map { unsafeBitCast($0, to: Call.self) }
    _ = attach?(16, getppid(), 0, 0)
    for _ in 0..<times { lock.withLock { total.write(total.read() + 1) } }
  }
}

/// All that it has not opened.
struct ClosesEverything: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    for file in Int32(3)..<1024 { close(file) }
    for _ in 0..<times { lock.withLock { total.write(total.read() + 1) } }
  }
}

/// A thread of the system that goes on when the answer is over.
struct LeavesAThread: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    Foundation.Thread.detachNewThread {
      var number = times
      while number > 0 { number = number % 7 + 1 }
    }
    for _ in 0..<times { lock.withLock { total.write(total.read() + 1) } }
  }
}

/// Each look is a short sleep.
struct Naps: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    for _ in 0..<5_000 { Foundation.usleep(1_000) }
    for _ in 0..<times { lock.withLock { total.write(total.read() + 1) } }
  }
}
