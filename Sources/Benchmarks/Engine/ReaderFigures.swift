internal import CoreData
internal import Synchronization

/// How long a reader waits while another context saves 100,000 objects in batches.
struct ReaderFigures {
  let scratch: Scratch
  private static let (saved, batch) = (100_000, 1_000)

  func all() -> [Measurement] { [("reader beside a writer", waits)] }

  private func waits() throws -> [Figure] {
    try waits("pooled", .pooled, limit: 3) + waits("classic", .classic, limit: nil)
  }

  /// The 99th percentile during saves, as a multiple of the one without; and how
  /// long the unluckiest fetch took.
  private func waits(
    _ name: String, _ mode: CoreDataBehaviour.CoordinatorMode, limit: Double?
  ) throws -> [Figure] {
    let stack = try EngineStack(path: scratch.file(), mode: mode)
    try stack.insert(Self.batch)
    let reader = stack.context()
    let alone = try (0..<3_000).map { _ in try fetchOfFifty(reader) }.sorted()
    let isSaving = Atomic(true)
    let writer = Thread {
      try? stack.insert(Self.saved, batch: Self.batch)
      isSaving.store(false, ordering: .releasing)
    }
    writer.start()
    var beside: [Duration] = []
    while isSaving.load(ordering: .acquiring) { beside.append(try fetchOfFifty(reader)) }
    beside.sort()
    precondition(beside.count >= 100, "too few fetches beside the writer: \(beside.count)")
    return [
      Figure(
        name: "\(name): a reader's p99 beside a writer, to alone",
        value: beside[beside.count * 99 / 100].seconds / alone[alone.count * 99 / 100].seconds,
        unit: "times", limit: limit),
      Figure(
        name: "\(name): the longest fetch beside a writer",
        value: (beside.last ?? .zero).seconds * 1e3, unit: "ms", limit: nil),
    ]
  }

  private func fetchOfFifty(_ context: NSManagedObjectContext) throws -> Duration {
    let request = EngineStack.request(faults: false)
    request.fetchLimit = 50
    return try context.performAndWait {
      var count = 0
      let duration = try time { count = try context.fetch(request).count }
      precondition(count == 50)
      return duration
    }
  }
}
