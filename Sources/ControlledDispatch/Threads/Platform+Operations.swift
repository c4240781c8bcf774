public import Foundation
internal import Interleaving
internal import Synchronization

extension Platform {
  /// Something that an operation queue does: a subclass with `main`, or one of its own `start` that
  /// says later that it is finished, or a `BlockOperation`.
  open class Operation: @unchecked Sendable {
    // @unchecked Sendable because all but `main`, which belongs to its subclass, is settled
    // before the operation is added to a queue, or atomic.
    public typealias QueuePriority = Foundation.Operation.QueuePriority

    let end = DispatchGroup()
    private let state = WorkState("an operation")
    private let hasLeft = Synchronization.Atomic(false)
    /// Takes it out of its queue, before anything that waits for it goes on.
    var whenOver: (@Sendable () -> Void)?
    public private(set) var dependencies: [Operation] = []
    /// How many of these a queue has waited for.
    private var waitedFor = 0
    /// Whether a queue asks a subclass for `isReady`: it has waited for the dependencies itself.
    private var isAsked = false
    /// Signalled when a subclass says that `isReady` may be another one.
    private let readiness = DispatchSemaphore("an operation's isReady", value: 0)
    private var completion: (@Sendable () -> Void)?
    @preconcurrency public var completionBlock: (@Sendable () -> Void)? {
      get { completion }
      set {
        state.says("what comes when an operation has finished")
        completion = newValue
      }
    }
    public var name: String?
    /// Kept, and of no effect: nothing here is late because of its priority.
    public var queuePriority = QueuePriority.normal
    public var qualityOfService = QualityOfService.default

    public init() { end.enter() }

    open func main() {}

    /// A subclass that overrides it says by `didChangeValue(forKey: "isFinished")` that it is done.
    open func start() {
      if state.begin() { main() }
      state.finish()
      leave()
    }

    /// Also for those that are added meanwhile, and until a subclass says that it is ready. One that
    /// was cancelled waits for none.
    func waitForDependencies() {
      while hasMoreDependencies {
        let dependency = dependencies[waitedFor]
        waitedFor += 1
        if !state.isCancelled { dependency.waitUntilFinished() }
      }
      while !saysReady, !state.isCancelled { readiness.wait() }
    }

    var hasMoreDependencies: Bool { waitedFor < dependencies.count }

    /// Whether there is nothing to wait for.
    var isReadyAtOnce: Bool { !hasMoreDependencies && saysReady }

    private var saysReady: Bool {
      isAsked = true
      defer { isAsked = false }
      return isReady
    }

    /// What a queue does with it.
    func runInQueue() {
      start()
      // One that is not finished with its start says so later.
      if !hasLeft.load(ordering: .relaxed) { end.wait() }
    }

    private func leave() {
      guard hasLeft.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
      else { return }
      let completion = completion
      // It holds the operation.
      whenOver.take()?()
      end.leave()
      // Beside what has waited for the operation, which may well be quicker.
      guard let completion else { return }
      DispatchQueue("completion of an operation", .free).async { completion() }
    }

    open func cancel() { state.cancel() }
    open var isCancelled: Bool { state.isCancelled }
    open var isExecuting: Bool { state.isExecuting }
    open var isFinished: Bool { state.isFinished }
    open var isAsynchronous: Bool { false }
    open var isConcurrent: Bool { isAsynchronous }
    open var isReady: Bool { isAsked || dependencies.allSatisfy(\.isFinished) }

    public func willChangeValue(forKey key: String) {}

    public func didChangeValue(forKey key: String) {
      if key == "isFinished" || key == "finished", isFinished { leave() }
      if key == "isReady" || key == "ready" { readiness.signal() }
    }

    public func willChangeValue<Value>(for key: KeyPath<Operation, Value>) {}

    public func didChangeValue<Value>(for key: KeyPath<Operation, Value>) {
      if key == \Operation.isFinished, isFinished { leave() }
      if key == \Operation.isReady { readiness.signal() }
    }

    public func addDependency(_ operation: Operation) { dependencies.append(operation) }

    public func removeDependency(_ operation: Operation) {
      guard let index = dependencies.firstIndex(where: { $0 === operation }) else { return }
      dependencies.remove(at: index)
      if index < waitedFor { waitedFor -= 1 }
    }

    public func waitUntilFinished(file: StaticString = #fileID, line: UInt = #line) {
      end.wait(file: file, line: line)
    }
  }

  public final class BlockOperation: Operation, @unchecked Sendable {
    // @unchecked Sendable because the blocks are all there before it is added to a queue.
    private var blocks: [() -> Void]

    public override init() {
      blocks = []
      super.init()
    }

    @preconcurrency
    public init(block: @escaping @Sendable () -> Void) {
      blocks = [block]
      super.init()
    }

    @preconcurrency
    public func addExecutionBlock(_ block: @escaping @Sendable () -> Void) { blocks.append(block) }

    /// Its blocks run side by side, and it waits for all of them.
    public override func main() {
      guard blocks.count > 1 else {
        blocks.first?()
        return
      }
      let group = DispatchGroup()
      for block in blocks.dropFirst() {
        let block = UncheckedBox(block)
        DispatchQueue.global().async(group: group) { block.value() }
      }
      blocks[0]()
      group.wait()
    }
  }
}
