import CSQLite
import CoreData
import Foundation

/// One process that works on the tally through the engine, and does what it is told.
final class Peer {
  private let context: NSManagedObjectContext
  private let file: URL
  private var rival: OpaquePointer?

  /// Opens the store, and makes the tally if there is none yet.
  init(_ file: URL, timeout: Double, keepsHistory: Bool) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TallyModel.make())
    var options: [String: Any] = [NSPersistentStoreTimeoutOption: timeout]
    if keepsHistory { options[NSPersistentHistoryTrackingKey] = true }
    try coordinator.addPersistentStore(type: .sqlite, at: file, options: options)
    self.file = file
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    // Others write past this process's row cache.
    context.stalenessInterval = 0
    context.transactionAuthor = "peer"
  }

  /// Does what one line says, and answers with one line.
  func answer(_ line: String) -> String {
    let words = line.split(separator: " ").map(String.init)
    let number = words.last.flatMap { Int($0) } ?? 0
    do {
      switch words.first {
      case "make": return try make()
      case "read": return try "\(look()["value"])"
      case "add": return try add()
      case "count": return try count(number, as: Int(words[1]) ?? 0)
      case "write": return try write(upTo: number, to: words[1])
      case "grow": return try grow(by: number)
      case "save": return try context.performAndWait { try save() }
      case "room": return limitFiles(to: number)
      case "lock": return hold("BEGIN IMMEDIATE")
      case "unlock": return hold("ROLLBACK")
      default: return "not understood: \(line)"
      }
    } catch { return sentence(of: error) }
  }

  /// The code of an error of Core Data and its sentence.
  private func sentence(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    return "\(error.errorCode) \(error.localizedDescription)"
  }

  private func make() throws -> String {
    try context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Tally", into: context)
      try context.save()
      return "made"
    }
  }

  // MARK: One step at a time

  /// The tally, as the file has it now.
  private func look() throws -> NSManagedObject {
    try context.performAndWait {
      guard
        let tally = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tally")).first
      else { throw CocoaError(.fileNoSuchFile) }
      context.refresh(tally, mergeChanges: false)
      _ = tally["value"]
      kept = tally
      return tally
    }
  }
  private var kept: NSManagedObject?

  /// Adds one to the tally as it was read last, and saves.
  private func add() throws -> String {
    try context.performAndWait {
      guard let tally = kept else { return "read first" }
      tally["value"] += 1
      return try save()
    }
  }

  private func save() throws -> String {
    try context.save()
    return "saved"
  }

  // MARK: Many steps

  /// Makes so many ticks that their save does not fit into a few pages.
  private func grow(by count: Int) throws -> String {
    try context.performAndWait {
      for number in 1...count {
        let tick = NSEntityDescription.insertNewObject(forEntityName: "Tick", into: context)
        tick["number"] = number
      }
      return try save()
    }
  }

  /// Counts `times` up, each time with a tick of its own in the same save. The slower process gets
  /// a conflict, reads again and repeats.
  private func count(_ times: Int, as writer: Int) throws -> String {
    var (acknowledged, conflicts) = (0, 0)
    while acknowledged < times {
      let tally = try look()
      let isSaved = try context.performAndWait {
        tally["value"] += 1
        let tick = NSEntityDescription.insertNewObject(forEntityName: "Tick", into: context)
        (tick["writer"], tick["number"]) = (writer, acknowledged + 1)
        do { try context.save() } catch let error as CocoaError {
          guard error.code == .managedObjectMerge else { throw error }
          context.rollback()
          return false
        }
        return true
      }
      if isSaved { acknowledged += 1 } else { conflicts += 1 }
    }
    return "\(acknowledged) acknowledged, \(conflicts) conflicts"
  }

  /// Writes 1, 2, 3 … into one column of the tally, over whatever others write into its other
  /// columns: the policy merges, so nothing is refused.
  private func write(upTo last: Int, to column: String) throws -> String {
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    _ = try look()
    for number in 1...last {
      try context.performAndWait {
        kept?[column] = number
        try context.save()
      }
    }
    return "written"
  }

  // MARK: In its own way and that of others

  /// From now on the kernel refuses to make any file of this process larger; 0 lifts the limit.
  private func limitFiles(to bytes: Int) -> String {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = bytes == 0 ? limit.rlim_max : rlim_t(bytes)
    return setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 ? "done" : "refused"
  }

  /// Holds the write lock of the file, past the engine.
  private func hold(_ sql: String) -> String {
    if rival == nil { sqlite3_open(file.path, &rival) }
    let code = sqlite3_exec(rival, sql, nil, nil, nil)
    return code == SQLITE_OK ? "done" : String(cString: sqlite3_errmsg(rival))
  }
}
