public import Foundation
internal import Interleaving
internal import Synchronization

extension Platform {
  /// A queue of operations: the main one, or one of its own threads.
  public final class OperationQueue: Sendable {
    public static let main = OperationQueue(.main)
    public static let defaultMaxConcurrentOperationCount = -1

    private struct State {
      var limit = OperationQueue.defaultMaxConcurrentOperationCount
      var name: String?
      var quality = QualityOfService.default
      /// What was added and is not over, in the order in which it was added.
      var added: [Operation] = []
      /// What is added now begins when that is over.
      var barrier: Operation?
      /// What was to begin while it is suspended.
      var putOff: [@Sendable () -> Void] = []
    }

    private let serial: DispatchQueue
    private let isMain: Bool
    /// Who resumes a queue is before what begins then.
    private let suspension = PerRun { $0.atomic("whether a queue is suspended", false) }
    /// What is in the queue, as others find it: a look at it meets all additions and all ends.
    private let list: PerRun<Resource>
    private static let running = PerRun { _ in UncheckedVariable<[Int: OperationQueue]>([:]) }
    private let state = Synchronization.Mutex(State())
    /// The ends of what is over: who waits for all knows of everything that was done.
    private let ended = PerRun { _ in UncheckedVariable<[DispatchGroup]>([]) }
    /// As many signals as operations may still begin, where that is bounded.
    private let places = Synchronization.Mutex<(limit: Int, free: DispatchSemaphore)?>(nil)

    public init() {
      serial = DispatchQueue(label: "operation queue")
      isMain = false
      list = .made { $0.resource("the operations of a queue", guardsItself: true) }
    }

    private init(_ main: DispatchQueue) {
      serial = main
      isMain = true
      list = PerRun { $0.resource("the operations of main", guardsItself: true) }
    }

    public var maxConcurrentOperationCount: Int {
      get { state.withLock { $0.limit } }
      set { state.withLock { $0.limit = newValue } }
    }

    public var name: String? {
      get { state.withLock { $0.name } }
      set { state.withLock { $0.name = newValue } }
    }

    /// Kept, and of no effect.
    public var qualityOfService: QualityOfService {
      get { state.withLock { $0.quality } }
      set { state.withLock { $0.quality = newValue } }
    }

    /// The queue of the operation that asks.
    public static var current: OperationQueue? {
      let mine = Runtime.keyOfThread.flatMap { running.current.value[$0] }
      return mine ?? (Thread.isMainThread ? main : nil)
    }

    public var operations: [Operation] {
      step(.write, "looks at the operations of a queue")
      return state.withLock { $0.added }
    }

    private func step(_ kind: AccessKind, _ words: String) {
      if !isMain { Runtime.current.accessUnderItsLock(list.current, kind, words) }
    }

    public var operationCount: Int { operations.count }

    public func cancelAllOperations() { for operation in operations { operation.cancel() } }

    @preconcurrency
    public func addOperation(
      file: StaticString = #fileID, line: UInt = #line, _ block: @escaping @Sendable () -> Void
    ) {
      addOperation(BlockOperation(block: block), file: file, line: line)
    }

    /// As it is handed on: `operations.forEach(queue.addOperation)`.
    @_disfavoredOverload public func addOperation(_ operation: Operation) {
      addOperation(operation, file: #fileID, line: #line)
    }

    public func addOperation(
      _ operation: Operation, file: StaticString = #fileID, line: UInt = #line
    ) {
      step(.read, "adds an operation")
      let barrier = state.withLock { state in
        state.added.append(operation)
        return state.barrier
      }
      if let barrier, barrier !== operation { operation.addDependency(barrier) }
      operation.whenOver = { [self] in
        step(.read, "is done with an operation")
        state.withLock { state in state.added.removeAll { $0 === operation } }
        // Live, the lock of the state says it, and a queue lives as long as its app.
        if Runtime.current.kind == .controlled { ended.current.value.append(operation.end) }
      }
      let (queue, place) = room()
      let takesTurn: @Sendable () -> Void = { [self] in
        takeTurn(operation, on: queue, place, file, line)
      }
      if operation.isReadyAtOnce {
        return queue.async(file: file, line: line, execute: takesTurn)
      }
      // What is not ready keeps nothing else from its turn: not main, and no queue with one place.
      DispatchQueue("operation queue", .free).async(file: file, line: line) {
        operation.waitForDependencies()
        queue.async(file: file, line: line, execute: takesTurn)
      }
    }

    public func addOperations(
      _ operations: [Operation], waitUntilFinished: Bool, file: StaticString = #fileID,
      line: UInt = #line
    ) {
      for operation in operations { addOperation(operation, file: file, line: line) }
      guard waitUntilFinished else { return }
      for operation in operations { operation.waitUntilFinished(file: file, line: line) }
    }

    /// Begins when all that was added before is over; what is added later waits for it.
    @preconcurrency
    public func addBarrierBlock(
      file: StaticString = #fileID, line: UInt = #line, _ block: @escaping @Sendable () -> Void
    ) {
      // What is over by then is in no list to wait for, and was done before all the same.
      let before = operations
      let over = Runtime.current.kind == .controlled ? ended.current.value : []
      let barrier = BlockOperation {
        for end in over { end.wait(file: file, line: line) }
        block()
      }
      for operation in before { barrier.addDependency(operation) }
      state.withLock { $0.barrier = barrier }
      addOperation(barrier, file: file, line: line)
    }

    private func takeTurn(
      _ operation: Operation, on queue: DispatchQueue, _ place: DispatchSemaphore?,
      _ file: StaticString, _ line: UInt
    ) {
      // One that was added while it waited for its turn gives it back.
      if operation.hasMoreDependencies {
        return DispatchQueue("operation queue", .free).async(file: file, line: line) { [self] in
          operation.waitForDependencies()
          queue.async(file: file, line: line) {
            self.takeTurn(operation, on: queue, place, file, line)
          }
        }
      }
      place?.wait(file: file, line: line)
      let isPutOff = putsOff { [self] in
        queue.async(file: file, line: line) { [self] in
          takeTurn(operation, on: queue, place, file, line)
        }
      }
      if !isPutOff { run(operation) }
      place?.signal(file: file, line: line)
    }

    private func run(_ operation: Operation) {
      let (running, thread) = (Self.running.current, Runtime.keyOfThread)
      if let thread { running.value[thread] = self }
      operation.runInQueue()
      if let thread { running.value[thread] = nil }
    }

    /// Also those that are added meanwhile.
    public func waitUntilAllOperationsAreFinished(
      file: StaticString = #fileID, line: UInt = #line
    ) {
      while true {
        let operations = operations
        if operations.isEmpty { break }
        for operation in operations { operation.waitUntilFinished(file: file, line: line) }
      }
      for end in ended.current.value { end.wait(file: file, line: line) }
    }

    /// As many threads as there are operations, unless it is to be one after the other.
    private func room() -> (DispatchQueue, DispatchSemaphore?) {
      let limit = maxConcurrentOperationCount
      if isMain || limit == 1 { return (serial, nil) }
      let queue = DispatchQueue("operation queue", .free)
      guard limit > 1 else { return (queue, nil) }
      return places.withLock { places in
        if let places, places.limit == limit { return (queue, places.free) }
        let free = DispatchSemaphore("places of a queue", value: limit)
        places = (limit, free)
        return (queue, free)
      }
    }

    /// What a notification does that is delivered on this queue: its poster waits, and other posters do
    /// not wait for it, unless the queue does one thing at a time.
    func runAndWait(_ block: () -> Void) {
      if serial.isCurrent { return block() }
      let (queue, place) = room()
      place?.wait()
      queue.sync { block() }
      place?.signal()
    }

    /// A queue that is suspended begins nothing; what runs goes on.
    public var isSuspended: Bool {
      get { suspension.current.load() }
      set {
        suspension.current.store(newValue)
        let begin = state.withLock { state in
          guard !newValue else { return [@Sendable () -> Void]() }
          defer { state.putOff = [] }
          return state.putOff
        }
        for begin in begin { begin() }
      }
    }

    private func putsOff(_ beginning: @escaping @Sendable () -> Void) -> Bool {
      let isSuspended = suspension.current.load()
      if isSuspended { state.withLock { $0.putOff.append(beginning) } }
      return isSuspended
    }

    public var underlyingQueue: DispatchQueue? {
      get { isMain ? .main : nil }
      @available(
        *, unavailable, message: "not controlled: an operation queue on a queue of yours"
      )
      set {}
    }
  }
}
