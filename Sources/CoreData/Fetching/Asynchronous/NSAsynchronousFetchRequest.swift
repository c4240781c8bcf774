public import Foundation
internal import Interleaving

/// What becomes of an asynchronous fetch, told on the context's queue.
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock = (
  NSAsynchronousFetchResult<any NSFetchRequestResult>
) -> Void

/// A fetch that does not keep its caller: the stores are asked off the context's queue, and the
/// results arrive there some time later.
///
/// Execute it inside a block of the context, and keep the context until it has called back.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
  /// What becomes of the request, told on the context's queue.
  public typealias CompletionBlock = (NSAsynchronousFetchResult<ResultType>) -> Void

  /// What is fetched.
  public let fetchRequest: NSFetchRequest<ResultType>
  /// Called once, on the context's queue, when the results are there, or the reason why not.
  public let completionBlock: CompletionBlock?
  /// How many results are expected. Without an estimate the progress is indeterminate.
  open var estimatedResultCount = 0

  /// A request that tells `completionBlock` what it found.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, completionBlock: CompletionBlock? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.completionBlock = completionBlock
    super.init()
    affectedStores = fetchRequest.affectedStores
  }
}

/// What a request that goes on after it was executed has come to.
///
/// `cancel()` and `progress` are for everybody; the rest belongs to the context's queue.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
  /// The context that executed it; keep the context until the completion was called.
  open var managedObjectContext: NSManagedObjectContext {
    if let context { return context }
    misuse("The context of an asynchronous fetch is gone; keep it until the result is there.")
  }
  weak var context: NSManagedObjectContext?
  /// Why there is no result.
  open internal(set) var operationError: (any Error)?
  /// How far it has got; cancelling it cancels the request.
  open var progress: Progress? { steps }

  let steps: CancellableProgress

  init(in context: NSManagedObjectContext, expecting count: Int) {
    self.context = context
    steps = CancellableProgress(
      totalUnitCount: count > 0 ? Int64(count) : -1, of: "an asynchronous fetch",
      in: context.runtime)
  }

  /// Asks for an end: the completion is told `userCancelled`, unless it has the results already.
  open func cancel() { steps.cancel() }
}

/// What an asynchronous fetch has come to.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
  /// The request.
  public let fetchRequest: NSAsynchronousFetchRequest<ResultType>
  /// What was found; nil until it is there, and if there was an error.
  open internal(set) var finalResult: [ResultType]?

  init(of request: NSAsynchronousFetchRequest<ResultType>, in context: NSManagedObjectContext) {
    fetchRequest = request
    super.init(in: context, expecting: request.estimatedResultCount)
  }
}

/// A progress whose cancelling, and being asked whether it was cancelled, are scheduling points, so
/// that exploring tries every order of them. A cancellation handler would not do: Foundation calls
/// it on a queue of its own.
final class CancellableProgress: Progress, @unchecked Sendable {
  // @unchecked Sendable because `Progress` guards its own state and nothing is added that changes.
  private let runtime: Runtime
  private let resource: Resource

  /// Belongs to the progress that is current here, if there is one.
  init(totalUnitCount: Int64, of what: String, in runtime: Runtime) {
    self.runtime = runtime
    resource = runtime.resource("the progress of \(what)", guardsItself: true)
    super.init(parent: .current(), userInfo: nil)
    self.totalUnitCount = totalUnitCount
    isCancellable = true
  }

  override func cancel() {
    runtime.access(resource, .write, "is cancelled")
    super.cancel()
  }

  /// Throws if it was cancelled.
  func check() throws {
    try runtime.checkpoint()
    runtime.access(resource, .read, "may have been cancelled")
    if isCancelled { throw CocoaError(.userCancelled) }
  }
}
