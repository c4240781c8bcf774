import CoreData
import Foundation

/// What a worker's part of the store must be, by its own books. Written when a save has returned.
struct Ledger: Sendable {
  /// The state of each living item, by serial number.
  var items: [Int64: Int64] = [:]
  /// How many items were ever made.
  var made: Int64 = 0
  /// How often a counter of everybody was counted up.
  var counted: Int64 = 0
  var operations = 0
  /// How often somebody else had been quicker on a counter of everybody.
  var conflicts = 0
}

/// What went wrong, in sentences. The first few say it all.
final class Troubles: @unchecked Sendable {
  // @unchecked Sendable because the sentences are reached only under the lock.
  private let lock = NSLock()
  private var kept: [String] = []
  private static let enough = 20

  func note(_ sentence: String) {
    lock.withLock { if kept.count < Self.enough { kept.append(sentence) } }
  }

  var sentences: [String] { lock.withLock { kept } }
  var areEnough: Bool { lock.withLock { kept.count == Self.enough } }
}

/// Objects on show for other workers, who may ask for their IDs and for nothing else.
final class Board: @unchecked Sendable {
  // @unchecked Sendable because the objects lie behind the lock, and of an object that is handed
  // out nothing but the ID is read, which is allowed on every thread.
  private let lock = NSLock()
  private var objects: [NSManagedObject] = []
  private var next = 0
  private static let size = 64

  func show(_ object: NSManagedObject) {
    lock.withLock {
      if objects.count < Self.size { return objects.append(object) }
      objects[next] = object
      next = (next + 1) % Self.size
    }
  }

  var all: [NSManagedObject] { lock.withLock { objects } }

  func clear() { lock.withLock { objects = [] } }
}

/// Compares the store, as a program sees it that opens it afterwards, with the books.
struct Audit {
  let ledgers: [Ledger]

  func differences(in file: URL) throws -> [String] {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = try LoadStack.coordinator(of: file)
    return try context.performAndWait {
      var wrong = try counterDifferences(in: context)
      for (owner, ledger) in ledgers.enumerated() {
        let items = try context.items(of: Int64(owner))
        let found = Dictionary(
          items.map { ($0["serial"], $0["state"]) }, uniquingKeysWith: { first, _ in first })
        if found != ledger.items || items.count != ledger.items.count {
          wrong.append(
            "\(LoadStack.names[owner]): \(items.count) items in the store, "
              + "\(ledger.items.count) in the books; they differ in "
              + "\(serials(found, ledger.items))")
        }
        wrong += items.filter { !$0.isWhole }.map { "item \($0["serial"]) of \(owner) is torn" }
      }
      return wrong
    }
  }

  private func serials(_ found: [Int64: Int64], _ booked: [Int64: Int64]) -> [Int64] {
    Set(found.keys).union(booked.keys).filter { found[$0] != booked[$0] }.sorted()
  }

  private func counterDifferences(in context: NSManagedObjectContext) throws -> [String] {
    let counters = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Counter"))
    var wrong: [String] = []
    func compare(_ name: String, _ owner: Int64, _ booked: Int64) {
      let sum = counters.filter { $0["owner"] == owner }.reduce(0) { $0 + $1["value"] }
      if sum != booked { wrong.append("the counter of \(name) says \(sum), the books \(booked)") }
    }
    for (owner, ledger) in ledgers.enumerated() {
      compare(LoadStack.names[owner], Int64(owner), ledger.made)
    }
    compare("everybody", LoadModel.everybody, ledgers.reduce(0) { $0 + $1.counted })
    return wrong
  }
}
