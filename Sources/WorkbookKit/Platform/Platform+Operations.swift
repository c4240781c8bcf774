internal import Dispatch
internal import Synchronization

extension Platform {
  /// Something that an operation queue does: a subclass with `main`, or a `BlockOperation`.
  open class Operation: @unchecked Sendable {
    // @unchecked Sendable because all but `main`, which belongs to whoever overrides it, is settled
    // before the operation is added to a queue, or atomic.
    private let end = DispatchGroup()
    private let isOff = Atomic(false)
    private let isOver = Atomic(false)
    public private(set) var dependencies: [Operation] = []
    public var completionBlock: (() -> Void)?
    public var name: String?

    public init() { end.enter() }

    open func main() {}

    public func start() {
      for dependency in dependencies { dependency.waitUntilFinished() }
      if !isCancelled { main() }
      isOver.store(true, ordering: .relaxed)
      completionBlock?()
      end.leave()
    }

    public func cancel() { isOff.store(true, ordering: .relaxed) }
    public var isCancelled: Bool { isOff.load(ordering: .relaxed) }
    public var isFinished: Bool { isOver.load(ordering: .relaxed) }
    public func addDependency(_ operation: Operation) { dependencies.append(operation) }

    public func waitUntilFinished(file: StaticString = #fileID, line: UInt = #line) {
      end.wait(file: file, line: line)
    }
  }

  public final class BlockOperation: Operation, @unchecked Sendable {
    // @unchecked Sendable because the blocks are all there before it is added to a queue.
    private var blocks: [() -> Void]

    public init(block: @escaping () -> Void) { blocks = [block] }

    public func addExecutionBlock(_ block: @escaping () -> Void) { blocks.append(block) }

    public override func main() { for block in blocks { block() } }
  }

  /// A queue of operations: the main one, or one of its own threads.
  public final class OperationQueue: Sendable {
    public static let main = OperationQueue(.main)
    public static let defaultMaxConcurrentOperationCount = -1

    private let serial: Queue
    private let isMain: Bool
    private let limit = Atomic(OperationQueue.defaultMaxConcurrentOperationCount)
    private let unfinished = DispatchGroup()

    public init() {
      serial = Queue(label: "operation queue")
      isMain = false
    }

    private init(_ main: Queue) {
      serial = main
      isMain = true
    }

    public var maxConcurrentOperationCount: Int {
      get { limit.load(ordering: .relaxed) }
      set { limit.store(newValue, ordering: .relaxed) }
    }

    /// As many threads as there are operations, unless it is to be one after the other.
    private var queue: Queue {
      if isMain || maxConcurrentOperationCount == 1 { return serial }
      return Queue(label: "operation queue", attributes: .concurrent)
    }

    public func addOperation(
      file: StaticString = #fileID, line: UInt = #line, _ block: @escaping () -> Void
    ) {
      queue.async(group: unfinished, file: file, line: line, execute: block)
    }

    public func addOperation(
      _ operation: Operation, file: StaticString = #fileID, line: UInt = #line
    ) {
      queue.async(group: unfinished, file: file, line: line) { operation.start() }
    }

    public func addOperations(
      _ operations: [Operation], waitUntilFinished: Bool, file: StaticString = #fileID,
      line: UInt = #line
    ) {
      for operation in operations { addOperation(operation, file: file, line: line) }
      guard waitUntilFinished else { return }
      for operation in operations { operation.waitUntilFinished(file: file, line: line) }
    }

    public func waitUntilAllOperationsAreFinished(
      file: StaticString = #fileID, line: UInt = #line
    ) {
      unfinished.wait(file: file, line: line)
    }

    /// What a notification does that is delivered on this queue: whoever posts it waits.
    func runAndWait(_ block: () -> Void) {
      serial.isCurrent ? block() : serial.sync { block() }
    }
  }
}
