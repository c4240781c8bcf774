internal import Foundation
internal import Interleaving

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

  /// Throws if somebody has cancelled.
  func check() throws {
    try runtime.checkpoint()
    runtime.access(resource, .read, "may have been cancelled")
    if isCancelled { throw CocoaError(.userCancelled) }
  }
}
