internal import CoreData
internal import Synchronization

/// How long a reader waits while another context saves 100,000 objects in batches.
struct ReaderFigures {
  let scratch: Scratch
  private static let (saved, batch) = (100_000, 1_000)

  func all() -> [Measurement] { [("reader beside a writer", waits)] }

  private func waits() throws -> [Figure] {
    try [
      wait("reader's p99 beside a writer, pooled, to alone", .pooled, limit: 3),
      wait("reader's p99 beside a writer, classic, to alone", .classic, limit: nil),
    ]
  }

  /// The 99th percentile while somebody saves, as a multiple of the one while nobody does.
  private func wait(
    _ name: String, _ mode: CoreDataBehaviour.CoordinatorMode, limit: Double?
  ) throws -> Figure {
    let stack = try EngineStack(path: scratch.file(), mode: mode)
    try stack.insert(Self.batch)
    let reader = stack.context()
    let idle = try (0..<3_000).map { _ in try fetchOfFifty(reader) }
    let isSaving = Atomic(true)
    let writer = Thread {
      try? stack.insert(Self.saved, batch: Self.batch)
      isSaving.store(false, ordering: .releasing)
    }
    writer.start()
    var busy: [Duration] = []
    while isSaving.load(ordering: .acquiring) { busy.append(try fetchOfFifty(reader)) }
    return Figure(
      name: name, value: percentile99(busy).seconds / percentile99(idle).seconds, unit: "times",
      limit: limit)
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

  private func percentile99(_ times: [Duration]) -> Duration {
    precondition(times.count >= 100, "too few fetches beside the writer: \(times.count)")
    return times.sorted()[times.count * 99 / 100]
  }
}
