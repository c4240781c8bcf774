internal import CoreData

/// Lists, pages and migrations, where plain SQLite has nothing to compare with.
struct StackFigures {
  let rows: Int
  let scratch: Scratch

  func all() -> [Measurement] {
    [
      ("controller", controller), ("first page", firstPage),
      ("adding an optional attribute", addingAttribute),
    ]
  }

  private func controller() throws -> [Figure] {
    try [("calls", Probe.following), ("snapshots", .followingInSnapshots)].map { style, probe in
      let time = try probe.run(rows: 10_000, file: scratch.file())
      return Figure(
        name: "controller's share of 1,000 merged changes, by \(style)",
        value: Double(time) / 1e6, unit: "ms", limit: 10)
    }
  }

  private func firstPage() throws -> [Figure] {
    let file = try MigratedStore.make(rows: rows * 10, in: scratch)
    let bytes = try Probe.firstPage.run(rows: rows * 10, file: file)
    return [
      Figure(
        name: "memory of a first page of 50, of \(rows * 10) rows", value: Double(bytes) / 1e6,
        unit: "MB", limit: 20)
    ]
  }

  private func addingAttribute() throws -> [Figure] {
    try [rows / 10, rows * 10].map { rows in
      let file = try MigratedStore.make(rows: rows, in: scratch)
      let times = try (0..<5).map { _ in
        try MigratedStore.withCopy(of: file, scratch) { path in
          try MigratedStore.time(of: path) { message in
            let mood = NSAttributeDescription()
            mood.name = "mood"
            mood.attributeType = .stringAttributeType
            message.properties += [mood]
          }
        }
      }
      return Figure(
        name: "adding an optional attribute to \(rows) rows", value: median(times).seconds * 1e3,
        unit: "ms", limit: 50)
    }
  }
}

extension Probe {
  /// What a fetch adds whose objects are read page by page, after the first page is read.
  func bytesOfFirstPage(_ rows: Int, _ file: String) throws -> Int {
    let context = try EngineStack(path: file).context()
    return try context.performAndWait {
      let request = EngineStack.request()
      request.sortDescriptors = [NSSortDescriptor(key: "sentAt", ascending: false)]
      request.fetchLimit = 1
      _ = try context.fetch(request)
      request.fetchLimit = 0
      request.fetchBatchSize = 50
      let before = residentBytes()
      let found = try context.fetch(request)
      for message in found.prefix(50) { precondition(message.text != nil) }
      let after = residentBytes()
      precondition(found.count == rows)
      return after - before
    }
  }

  /// By how much longer a merge takes in a context whose objects a controller lists: 250 objects
  /// each are new, gone, edited, and moved to the other section.
  func nanosecondsOfFollowing(_ rows: Int, _ file: String) throws -> Int {
    let stack = try EngineStack(path: file)
    try stack.insert(rows)
    let (writer, listed, bare) = (stack.context(), stack.context(), stack.context())
    let request = EngineStack.request(faults: false)
    request.sortDescriptors = [
      NSSortDescriptor(key: "isRead", ascending: true),
      NSSortDescriptor(key: "sentAt", ascending: true),
    ]
    let list = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: listed, sectionNameKeyPath: "isRead",
      cacheName: nil)
    let calls = Calls()
    let delegate: any NSFetchedResultsControllerDelegate = self == .following ? calls : Snapshots()
    list.delegate = delegate
    try listed.performAndWait { try list.performFetch() }
    let held = try bare.performAndWait { try bare.fetch(request) }
    let differences = try (0..<25).map { round in
      let note = try writer.performAndWait { try writer.changeThousand(round) }
      func merge(_ context: NSManagedObjectContext) -> Duration {
        context.performAndWait {
          time {
            context.mergeChanges(fromContextDidSave: note)
            context.processPendingChanges()
          }
        }
      }
      // Who is second finds the rows in the processor's caches.
      if round % 2 == 0 {
        let with = merge(listed)
        return with - merge(bare)
      }
      let without = merge(bare)
      return merge(listed) - without
    }
    precondition(held.count == rows && list.fetchedObjects?.count == rows)
    precondition(self != .following || calls.count >= 25 * 1_000)
    return nanoseconds(differences)
  }
}

extension NSManagedObjectContext {
  /// Saves a thousand changes; what the save says of them.
  fileprivate func changeThousand(_ round: Int) throws -> Notification {
    let request = EngineStack.request(faults: false)
    request.sortDescriptors = [NSSortDescriptor(key: "sentAt", ascending: true)]
    let messages = try fetch(request)
    let step = messages.count / 750
    for offset in 0..<750 {
      let message = messages[offset * step]
      switch offset % 3 {
      case 0: delete(message)
      case 1: message.text = editedText(offset, round: round)
      default: message.isRead.toggle()
      }
    }
    for offset in 0..<250 {
      let message = BenchMessage(context: self)
      message.text = messageText(offset)
      message.sentAt = Date(
        timeIntervalSinceReferenceDate: Double(offset * step * 3) + Double(round) / 100)
      message.isRead = offset % 2 == 0
    }
    let saved = SavedNote()
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: self, queue: nil
    ) { saved.note = $0 }
    defer { NotificationCenter.default.removeObserver(observer) }
    try save()
    guard let note = saved.note else { preconditionFailure("a save that was not announced") }
    reset()
    return note
  }
}

/// Keeps the notification of a save.
private final class SavedNote: @unchecked Sendable {
  // @unchecked Sendable because the observer runs synchronously on the thread that saves.
  var note: Notification?
}

/// A delegate that is told of every change.
private final class Calls: NSObject, NSFetchedResultsControllerDelegate {
  var count = 0

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    count += 1
  }
}

/// A delegate that is given the whole list.
private final class Snapshots: NSObject, NSFetchedResultsControllerDelegate {
  var count = 0

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  ) {
    count = snapshot.numberOfItems
  }
}
