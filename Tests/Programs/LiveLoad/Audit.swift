import CoreData
import Foundation

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
