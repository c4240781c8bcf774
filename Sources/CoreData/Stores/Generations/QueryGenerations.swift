internal import Foundation
internal import Interleaving

// Query generations: a context on a coordinator may read one state of its stores, undisturbed by
// what others save, until it moves on itself.
//
//     pinned context          another context
//     reads row 1
//                             deletes row 1, saves
//     fires the fault of
//     row 1: it is there
//     saves, merges or
//     resets: moves on

/// Which state of the stores a root context reads.
enum GenerationPin {
  /// Always the newest.
  case always
  /// The one that is newest at the next read, and then that one.
  case atNextLoad
  case fixed(QueryGeneration)
}

extension NSManagedObjectContext {
  /// The state of the stores that this context reads; nil if it always reads the newest. A child
  /// reads what its parent reads, and has none of its own (fact E17).
  public final var queryGenerationToken: NSQueryGenerationToken? {
    assertOwned("queryGenerationToken")
    return generationToken
  }

  /// The same without asking who asks.
  final var generationToken: NSQueryGenerationToken? {
    switch parentStore?.pin {
    case .fixed(let generation): NSQueryGenerationToken(generation)
    case .atNextLoad: .current
    case .always, nil: nil
    }
  }

  /// Pins the context to a state of its stores; nil lets it read the newest again. Stores that
  /// are no SQLite files in WAL mode leave it unpinned without a word (fact V3).
  final func setQueryGenerationNow(_ generation: NSQueryGenerationToken?) throws {
    assertOwned("setQueryGenerationFrom(_:)")
    let parentStore = try requireParentStore()
    if parentStore.pin == nil { throw CocoaError.generationOfChild(label) }
    if let generation {
      parentStore.pin = generation.generation.map(GenerationPin.fixed) ?? .atNextLoad
    } else {
      parentStore.pin = .always
    }
    noteUnsupportedPin()
  }

  /// Moves a pinned context on to the newest state, with its next read (fact V2).
  final func advanceQueryGeneration() {
    if case .fixed = parentStore?.pin { parentStore?.pin = .atNextLoad }
  }

  /// Merging what is newer than what is read makes no sense (fact J10).
  final func noteUnsupportedPin() {
    guard automaticallyMergesChangesFromParent, let parentStore,
      case .fixed(let generation) = parentStore.pin,
      generation.isOlder(thanStoresOf: parentStore.coordinator)
    else { return }
    runtime.note(
      CoreDataFact.misuse(
        report: "merges automatically, but is pinned to an older query generation. Pin it to "
          + ".current, or turn automaticallyMergesChangesFromParent off.", context: label))
  }
}

extension CoordinatorParent {
  /// The state that is to be read; taken now if this is the first read since pinning.
  func pinnedGeneration() throws -> QueryGeneration? {
    switch pin {
    case .always, nil: return nil
    case .fixed(let generation): return generation
    case .atNextLoad:
      guard let newest = try QueryGeneration(of: coordinator) else {
        pin = .always
        return nil
      }
      pin = .fixed(newest)
      return newest
    }
  }

  /// One trip that reads: from the store, or from the generation; nil if that does not know the
  /// store.
  func read<Result>(
    _ store: NSPersistentStore, _ work: @autoclosure () -> StoreWork, rows: Int,
    _ body: (any RowStore) throws -> Result
  ) throws -> Result? {
    guard let generation = try pinnedGeneration() else {
      return try coordinator.execute(.read, on: store, work(), rows: rows, body)
    }
    guard let snapshot = generation.rows(of: store) else { return nil }
    return try coordinator.execute(.read, on: store, work(), rows: rows) { _ in
      try body(snapshot)
    }
  }

  /// The stores that a fetch may ask: all, or those that the generation knows.
  func readable(_ stores: [NSPersistentStore], in generation: QueryGeneration?) throws
    -> [NSPersistentStore]
  {
    guard let generation else { return stores }
    let known = stores.filter { generation.rows(of: $0) != nil }
    if known.isEmpty { throw CocoaError.invalidGeneration }
    return known
  }
}

extension CocoaError {
  fileprivate static func generationOfChild(_ context: String) -> CocoaError {
    coreData(
      .coreData, context, "is a child and has no query generation of its own",
      wayOut: "Pin the context at the root; its children read what it reads.")
  }

  fileprivate static var invalidGeneration: CocoaError {
    coreData(
      .coreData, "The query generation", "is invalid: all stores it knew have been removed",
      wayOut: "Call setQueryGenerationFrom(nil), or reset the context.")
  }
}
