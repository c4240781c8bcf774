import Foundation
import Synchronization

private final class Count: Sendable {
  private let value = Mutex(0)
  var now: Int { value.withLock { $0 } }
  func up() { value.withLock { $0 += 1 } }
}

private final class Worker: Thread, @unchecked Sendable {
  let isItself = Mutex(false)
  override func main() {
    isItself.withLock { $0 = Thread.current === self && !Thread.current.isMainThread }
    while !Thread.current.isCancelled { Thread.sleep(forTimeInterval: 0.1) }
  }
}

func scenarioAThreadKnowsItself(_ s: Stage) {
  let worker = Worker()
  worker.start()
  s.thread("stops it") { worker.cancel() }
  s.expect("it is itself") { worker.isItself.withLock { $0 } }
}

func scenarioMainIsMain(_ s: Stage) {
  DispatchQueue.main.async {
    dispatchPrecondition(condition: .onQueue(.main))
    s.expect("main", Thread.current === Thread.main && Thread.main.isMainThread)
  }
  DispatchQueue.global().async { dispatchPrecondition(condition: .notOnQueue(.main)) }
}

func scenarioTimersWithDates(_ s: Stage) {
  let count = Count()
  let first = Timer(fire: Date() + 1, interval: 0, repeats: false) { _ in count.up() }
  let second = Timer(timeInterval: 1, repeats: false) { _ in count.up() }
  for timer in [first, second] { RunLoop.main.add(timer, forMode: .common) }
  second.fireDate = Date() + 3
  s.expect("each once") { count.now == 2 }
}

/// Cancelling a source lets go of its handlers, and of the circle through them.
private final class Clock: @unchecked Sendable {
  private let source = DispatchSource.makeTimerSource(queue: .main)
  private let count: Count
  private let ended: Count
  init(_ count: Count, _ ended: Count) {
    (self.count, self.ended) = (count, ended)
    source.schedule(wallDeadline: .now() + 1, repeating: .seconds(1), leeway: .milliseconds(1))
    source.setEventHandler { self.count.up() }
    source.activate()
    source.activate()
  }
  func stop() { source.cancel() }
  deinit { ended.up() }
}

func scenarioASourceThatIsCancelled(_ s: Stage) {
  let (count, ended) = (Count(), Count())
  DispatchQueue.main.async {
    let clock = Clock(count, ended)
    clock.stop()
  }
  s.expect("gone") { ended.now == 1 }
}

/// The lock of older code.
private final class OlderStore: @unchecked Sendable {
  private var total = 0
  func add() {
    objc_sync_enter(self)
    defer { objc_sync_exit(self) }
    total += 1
  }
  var now: Int {
    objc_sync_enter(self)
    defer { objc_sync_exit(self) }
    return total
  }
}

func scenarioObjectsAsLocks(_ s: Stage) {
  let store = OlderStore()
  for _ in 1...2 { s.thread("adds") { store.add() } }
  s.expect("two") { store.now == 2 }
}

func scenarioStreamsThatAreMadeOrLeft(_ s: Stage) async {
  let (count, ended) = (Count(), Count())
  for await number in AsyncStream<Int>(unfolding: { count.now < 3 ? count.now : nil }) {
    if number >= 0 { count.up() }
  }
  await leave(ended)
  s.expect("three, and one end") { count.now == 3 && ended.now == 1 }
}

private func leave(_ ended: Count) async {
  let numbers = AsyncStream<Int> { numbers in
    numbers.onTermination = { _ in ended.up() }
    numbers.yield(1)
    numbers.yield(2)
  }
  for await _ in numbers { break }
}

private final class SignedIn: Operation, @unchecked Sendable {
  private let token = Mutex<String?>(nil)
  let sent = Mutex("")
  func signIn(_ name: String) {
    willChangeValue(forKey: "isReady")
    token.withLock { $0 = name }
    didChangeValue(forKey: "isReady")
  }
  override var isReady: Bool { super.isReady && token.withLock { $0 != nil } }
  override func main() { sent.withLock { $0 = token.withLock { $0! } } }
}

func scenarioAnOperationThatIsReadyLater(_ s: Stage) {
  let (queue, operation) = (OperationQueue(), SignedIn())
  queue.addOperation(operation)
  s.thread("signs in") { operation.signIn("Ann") }
  s.expect("sent") { operation.sent.withLock { $0 == "Ann" } }
}

func scenarioADependencyThatIsAddedLater(_ s: Stage) {
  let log = Mutex("")
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let gate = DispatchSemaphore(value: 0)
  queue.addOperation { gate.wait() }
  let second = BlockOperation { log.withLock { $0 += "second" } }
  let first = BlockOperation { log.withLock { $0 += "first " } }
  queue.addOperation(second)
  second.addDependency(first)
  queue.addOperation(first)
  gate.signal()
  s.expect("in order") { log.withLock { $0 == "first second" } }
}

func scenarioWhatResumesAQueueIsBefore(_ s: Stage) {
  let queue = OperationQueue()
  queue.isSuspended = true
  var (token, sent) = ("", "")
  queue.addOperation { sent = token }
  s.thread("signs in") {
    token = "Ann"
    queue.isSuspended = false
  }
  s.expect("sent") { sent == "Ann" }
}
