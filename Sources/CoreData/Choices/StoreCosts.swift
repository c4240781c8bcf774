internal import Interleaving

/// What trips to a persistent store cost in the virtual time of a controlled run: a fixed part
/// for the trip and a part for every row. Only SQLite stores take time, also those without a
/// file: they stand for one on the disk.
///
/// The defaults are the size of what a phone needs; lessons compare durations, they do not
/// predict them. A live run takes its real time and ignores all this.
public struct StoreCosts: Sendable, Hashable {
  /// One trip that reads: a fetch, a fault that is fired.
  public var read = Duration.microseconds(100)
  /// Every row that such a trip brings back.
  public var rowRead = Duration.microseconds(5)
  /// One save: the transaction and its way to the disk.
  public var save = Duration.milliseconds(5)
  /// Every row that a save inserts, updates or deletes.
  public var rowSaved = Duration.microseconds(20)
  /// Every change that a save writes into the history of its store.
  public var changeRecorded = Duration.microseconds(5)
  /// Every row that a lightweight migration copies while a store is opened.
  public var rowMigrated = Duration.microseconds(10)
  /// Every row that a child's save copies into its parent, on the parent's queue.
  public var rowTakenOver = Duration.microseconds(10)
  /// Every object that a merge brings into a context or marks as deleted there, on that context's
  /// queue. What it reads again costs a trip on top.
  public var objectMerged = Duration.microseconds(5)

  /// The usual prices.
  ///
  /// ```swift
  /// behaviour.storeCosts = StoreCosts()
  /// behaviour.storeCosts.save = .milliseconds(20)
  /// ```
  public init() {}

  func cost(of access: AccessKind, rows: Int) -> Duration {
    switch access {
    case .read: read + rowRead * rows
    case .write: save + rowSaved * rows
    }
  }
}

/// When the readers and the writer of one store are done with what they do, in virtual time.
/// It stands in for the waiting that a real lock would cause, without being a thing to wait for:
/// a trip is one indivisible step of a controlled run, only its duration is modelled.
struct StoreTimetable: Sendable {
  private var writerEnds = Duration.zero
  private var readersEnd = Duration.zero

  /// How long a trip that arrives at `now` takes, the wait for others included.
  mutating func take(
    _ trip: AccessKind, at now: Duration, for cost: Duration, readersWait: Bool
  ) -> Duration {
    var start = now
    if trip == .write || readersWait { start = max(start, writerEnds) }
    if trip == .write && readersWait { start = max(start, readersEnd) }
    let end = start + cost
    switch trip {
    case .read: readersEnd = max(readersEnd, end)
    case .write: writerEnds = end
    }
    return end - now
  }
}

extension NSPersistentStoreCoordinator {
  /// Whether what is done with its objects costs virtual time: one of its stores is SQLite.
  var takesTime: Bool {
    let sqlite = NSPersistentStore.StoreType.sqlite.rawValue
    return attachedStores.contains { $0.type == sqlite }
  }
}
