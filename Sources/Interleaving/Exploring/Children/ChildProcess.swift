internal import Foundation

/// A copy of this process that does some work, without any of its threads, and says what it came to.
///
///     parent                          child
///     begins it
///     (listens)                       works
///     says how it is to go on         (asks, and waits for the answer)
///     (listens)                       tells its result, and ends
///
/// What others hold at that moment, a child never gets: the lock of another thread, say. Then it gets
/// no further, is ended, and has no result.
struct ChildProcess {
  /// Of the child: the end of the line to its parent.
  struct Line: Sendable {
    fileprivate let descriptor: Int32
    fileprivate let beats: SharedNumbers

    /// Says that it gets on.
    func beat() { _ = beats.add(1, to: 0) }

    /// Asks about a number: yes or no.
    func ask(_ number: Int) -> Bool {
      send(Message.question, number)
      return receive(1)?.first == 1
    }

    fileprivate func tell(_ result: Data) {
      send(Message.result, result.count)
      send(result)
    }

    private func send(_ kind: UInt8, _ number: Int) {
      send(Data([kind]) + withUnsafeBytes(of: number) { Data($0) })
    }

    fileprivate func send(_ data: Data) {
      var rest = data[...]
      while !rest.isEmpty {
        // No signal where the other end is gone.
        let count = rest.withUnsafeBytes {
          Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 || errno == EINTR else { return }
        if count > 0 { rest = rest.dropFirst(count) }
      }
    }

    /// So many bytes; nil if there are none to come.
    fileprivate func receive(_ count: Int) -> Data? {
      var data = Data()
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while data.count < count {
        let got = recv(descriptor, &buffer, min(buffer.count, count - data.count), 0)
        guard got > 0 || got < 0 && errno == EINTR else { return nil }
        if got > 0 { data += buffer[..<got] }
      }
      return data
    }
  }

  private enum Message { static let question: UInt8 = 1, result: UInt8 = 2 }

  private let id: pid_t
  private let line: Line

  /// Begins `work` in a child, whose result it is, nil if it has none. Nil where no process can be made.
  static func begin(_ work: @escaping (Line) -> Data?) -> ChildProcess? {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    let beats = SharedNumbers(1)
    let parent = getpid()
    // What is still to be printed would be printed by both.
    fflush(nil)
    let id = fork()
    guard id != 0 else {
      close(ends[0])
      endWithParent(parent)
      let line = Line(descriptor: ends[1], beats: beats)
      onNewThread {
        line.tell(work(line) ?? Data())
        fflush(nil)
        _exit(0)
      }
    }
    close(ends[1])
    guard id > 0 else {
      close(ends[0])
      return nil
    }
    return ChildProcess(id: id, line: Line(descriptor: ends[0], beats: beats))
  }

  /// The thread that is copied takes itself for the one that it is copied from: the standard library
  /// keeps by thread which one it is, and by that number a `Mutex` knows who has it.
  private static func onNewThread(_ work: @escaping () -> Void) -> Never {
    let box = Unmanaged.passRetained(Box(work))
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { box in
        Unmanaged<Box>.fromOpaque(box!).takeRetainedValue().work()
        return nil
      }, box.toOpaque())
    while true { pause() }
  }

  private final class Box {
    let work: () -> Void
    init(_ work: @escaping () -> Void) { self.work = work }
  }

  /// It must not go on when there is none left to tell.
  private static func endWithParent(_ parent: pid_t) {
    typealias Call = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    let name = Int32(1)  // PR_SET_PDEATHSIG, a macro of Linux.
    _ = dlsym(nil, "prctl").map { unsafeBitCast($0, to: Call.self)(name, UInt(SIGKILL), 0, 0, 0) }
    if getppid() != parent { _exit(1) }
  }

  /// Waits for the result, and answers what it asks on the way. A child that dies of what the program
  /// does takes this process with it, as the program would have done here; it has said why.
  func result(answering answer: (Int) -> Bool) -> Data? {
    defer { close(line.descriptor) }
    let result = listen(answer)
    if result == nil { kill(id, SIGKILL) }
    let status = wait()
    if let result { return result.isEmpty ? nil : result }
    let signal = status & 0x7f
    if signal == 0 { exit(status >> 8) }
    if LastWords.signals.contains(signal) {
      Foundation.signal(signal, SIG_DFL)
      raise(signal)
    }
    return nil
  }

  /// The result; nil if the child is gone, or gets no further.
  private func listen(_ answer: (Int) -> Bool) -> Data? {
    var known = (beats: 0, looks: 0)
    while true {
      var descriptor = pollfd(fd: line.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Self.period) > 0 else {
        let beats = line.beats[0]
        known = beats == known.beats ? (beats, known.looks + 1) : (beats, 0)
        guard known.looks < Self.patience else { return nil }
        continue
      }
      guard let head = line.receive(1 + MemoryLayout<Int>.size) else { return nil }
      let number = head.dropFirst().withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
      guard head.first == Message.question else { return line.receive(number) }
      line.send(Data([answer(number) ? 1 : 0]))
    }
  }

  /// How often it is looked whether a child gets on, in milliseconds, and for how many looks it may not.
  private static let period: Int32 = 500
  private static let patience = 120

  private func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
