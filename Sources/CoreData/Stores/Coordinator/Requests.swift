internal import Foundation
internal import Interleaving
internal import Synchronization

extension NSPersistentStoreCoordinator {
  /// How requests that arrive together are served: as the behaviour says, but only SQLite stores
  /// can be pooled, and only together (fact P4).
  var mode: CoreDataBehaviour.CoordinatorMode {
    state.withLock { state in
      guard state.behaviour.coordinatorMode == .pooled, !state.stores.isEmpty else {
        return .classic
      }
      return state.stores.allSatisfy { $0.isPooled } ? .pooled : .classic
    }
  }

  /// Makes one trip to a store, in its turn.
  ///
  /// Classic: the trip holds the coordinator's queue, so trips run one at a time in the order of
  /// their arrival. Pooled: the trip only passes the queue, and only if user blocks use it.
  /// Either way it is one scheduling point of a controlled run, and takes virtual time.
  func execute<Result>(
    _ access: AccessKind, on store: NSPersistentStore, _ work: @autoclosure () -> StoreWork,
    rows: Int,
    _ body: (any RowStore) throws -> Result
  ) throws -> Result {
    try runtime.checkpoint()
    // A merge policy that reads while its save is under way is part of that save's trip.
    if isWriting { return try body(store.rows) }
    if mode == .classic {
      return try queue.syncOrRun {
        try runtime.checkpoint()
        return try trip(access, to: store, work(), rows: rows, body)
      }
    }
    runtime.access(
      store.resource, access, CoreDataFact.storeAccess(work: work(), store: store.nameInFacts))
    // Asked behind the point, not before it: announcing a block is a write to every store, so
    // exploring tries the announcement before and after this.
    if state.withLock({ $0.hasUserBlocks }) {
      queue.syncOrRun {}
      runtime.access(
        store.resource, access, CoreDataFact.storeAccess(work: work(), store: store.nameInFacts))
    }
    try runtime.checkpoint()
    return try trip(access, to: store, work(), rows: rows, body)
  }

  private func trip<Result>(
    _ access: AccessKind, to store: NSPersistentStore, _ work: @autoclosure () -> StoreWork,
    rows: Int,
    _ body: (any RowStore) throws -> Result
  ) throws -> Result {
    let result = try access == .write ? writing { try body(store.rows) } : body(store.rows)
    if runtime.kind == .controlled && store.type == NSPersistentStore.StoreType.sqlite.rawValue {
      let count = max(rows, (result as? any Collection)?.count ?? 0)
      var cost = behaviour.storeCosts.cost(of: access, rows: count)
      if access == .write && store.keepsHistory {
        cost += behaviour.storeCosts.changeRecorded * count
      }
      runtime.spend(
        store.duration(of: access, at: runtime.now, cost: cost),
        CoreDataFact.storeTime(work: work(), store: store.nameInFacts))
    }
    // Who listens hears of every write, also of one through a coordinator that does not.
    if access == .write {
      RemoteChanges.ofProcess.tell(ofWriteTo: store, in: runtime)
    }
    return result
  }
}

// MARK: Trips within trips

extension NSPersistentStoreCoordinator {
  /// Whether the calling thread is inside a trip that writes.
  private var isWriting: Bool {
    state.withLock { $0.writers.contains(UInt(pthread_self())) }
  }

  private func writing<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = UInt(pthread_self())
    state.withLock { _ = $0.writers.insert(thread) }
    defer { state.withLock { _ = $0.writers.remove(thread) } }
    return try body()
  }
}

// MARK: User blocks

extension NSPersistentStoreCoordinator {
  /// Runs `block` on the coordinator's queue, some time later. Until it ends no request of any
  /// context reaches a store.
  public final func perform(_ block: @escaping () -> Void) {
    announceUserBlock()
    queue.asyncUnchecked(block)
  }

  /// Runs `block` on the coordinator's queue and waits for it. Until it ends no request of any
  /// context reaches a store.
  public final func performAndWait<Result>(_ block: () throws -> Result) rethrows -> Result {
    announceUserBlock()
    return try queue.syncOrRun(block)
  }

  /// Runs `block` on the coordinator's queue and waits for its result without blocking a thread.
  public final func perform<Result>(_ block: @escaping () throws -> Result) async rethrows -> Result
  {
    announceUserBlock()
    return try await queue.perform(block)
  }

  /// From now on pooled requests must pass the queue. The first announcement counts as a write to
  /// every store, so that exploring tries it before and after each request.
  private func announceUserBlock() {
    if state.withLock({ $0.hasUserBlocks }) { return }
    if mode == .pooled {
      for store in persistentStores {
        runtime.access(
          store.resource, .write,
          CoreDataFact.storeAccess(work: .admitUserBlocks, store: store.nameInFacts))
      }
    }
    state.withLock { $0.hasUserBlocks = true }
  }
}
