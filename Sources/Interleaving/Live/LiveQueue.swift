internal import CDispatch
internal import Foundation

/// A private serial queue.
///
/// It calls the C functions that Dispatch is made of. `DispatchQueue` copies every closure it gets
/// into a block, so a closure around the caller's, which has to say where that one runs, would be
/// two more allocations. A function with a pointer to a `Hop` is one in all for `async`, where one
/// thread allocates what another frees, and none for `sync`.
final class LiveQueue: QueueCore, @unchecked Sendable {
  // @unchecked Sendable because the reference to the queue never changes, and a queue may be used
  // from every thread.
  private let queue: dispatch_queue_t
  /// As whom its blocks act, and what one of them knows from those before; nil unless races are
  /// looked for.
  private let party: LiveRaces.Party?
  private let moment: LiveRaces.Moment?

  init(_ name: String) {
    queue = dispatch_queue_create(name, nil)
    party = LiveRaces.shared.party(name)
    moment = .ifWatching
  }
  // Blocks that have not run yet keep the queue.
  deinit { Self.release?(queue) }

  /// Swift may not name this function, as no object of Swift's counts references to the queue.
  private static let release = dlsym(nil, "dispatch_release").map {
    unsafeBitCast($0, to: (@convention(c) (dispatch_queue_t) -> Void).self)
  }

  /// What a thread remembers it by. Dispatch keeps its queue until every block has run, so a block
  /// need not keep anything: two cores that count references to one object slow each other down.
  private var identity: UnsafeRawPointer { UnsafeRawPointer(queue) }

  var isCurrent: Bool { ThreadState.current.isInnermost(identity) }
  var isHeld: Bool { ThreadState.current.isInside(identity) }

  /// A Dispatch queue keeps the label it was born with.
  func rename(_ name: String) { LiveRaces.shared.rename(party, name) }

  func async(at place: SourcePlace, _ block: @escaping () -> Void) {
    LiveActivity.shared.begin()
    let hop = UnsafeMutablePointer<Hop>.allocate(capacity: 1)
    hop.initialize(to: Hop(queue: identity, block: watched(block)))
    dispatch_async_f(queue, hop) { context in
      let hop = context!.assumingMemoryBound(to: Hop.self)
      hop.pointee.run()
      hop.deinitialize(count: 1)
      hop.deallocate()
      LiveActivity.shared.end()
    }
  }

  func sync(at place: SourcePlace, _ block: () -> Void) {
    withoutActuallyEscaping(block) { block in
      var hop = Hop(queue: identity, block: moment == nil ? block : inOrder(block))
      withUnsafeMutablePointer(to: &hop) { hop in
        dispatch_sync_f(queue, hop) { $0!.assumingMemoryBound(to: Hop.self).pointee.run() }
      }
    }
  }
}

// MARK: What the races of a live run are told

extension LiveQueue {
  /// A block that acts as the queue, and knows what was done before it was handed over.
  private func watched(_ block: @escaping () -> Void) -> () -> Void {
    guard let party, let handedOver = LiveRaces.shared.moment() else { return block }
    return { [inOrder = inOrder(block)] in
      LiveRaces.shared.run(party, after: handedOver, inOrder)
    }
  }

  /// A block that comes after those before it.
  private func inOrder(_ block: @escaping () -> Void) -> () -> Void {
    { [moment] in
      LiveRaces.shared.take(moment)
      block()
      LiveRaces.shared.give(moment)
    }
  }
}

/// A block on its way to the thread that runs it.
private struct Hop {
  let queue: UnsafeRawPointer
  let block: () -> Void

  func run() { ThreadState.current.inside(queue, block) }
}
