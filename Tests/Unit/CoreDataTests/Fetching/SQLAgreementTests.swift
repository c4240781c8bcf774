import Foundation
import Testing

@testable import CoreData

struct SQLAgreementTests {
  /// Each predicate is asked about 40 items: 12,000 pairs in all.
  @Test(arguments: 0..<10)
  func `SQL and memory agree about random predicates`(_ batch: Int) throws {
    let rows = SampleRows()
    let database = try SampleDatabase(rows)
    var predicates = RandomPredicates(seed: UInt64(batch), rows: rows)
    for _ in 0..<30 {
      let format = predicates.next()
      let predicate = try NSPredicate(parsing: format.text, arguments: format.arguments)
      let expected = rows.items.filter { predicate.holds(in: Evaluation(source: $0)) }
        .compactMap(\.id.rowKey)
      let statement = try SQLTranslation.statement(
        for: query(predicate, rows), as: .ids, names: database.names, storeUUID: "sample")
      let found = try keys(database.run(statement))
      #expect(found == expected, "\(predicate)\n\(statement.text)\n\(statement.bindings)")
    }
  }

  @Test(arguments: [
    "text", "number", "ratio", "moment", "box.name", "box.size", "box", "box.items.@count",
  ])
  func `SQL and memory sort alike`(_ key: String) throws {
    let rows = SampleRows()
    let database = try SampleDatabase(rows)
    for order in ["compare:", "caseInsensitiveCompare:", "localizedStandardCompare:"] {
      for ascending in [true, false] {
        let descriptor = NSSortDescriptor(
          key: key, ascending: ascending, selector: Selector(order))
        let statement = try SQLTranslation.statement(
          for: query(nil, rows, [descriptor]), as: .ids, names: database.names)
        let expected = rows.items.sorted { left, right in
          let order = descriptor.compare(left, to: right)
          return order == .orderedAscending || order == .orderedSame && left.key < right.key
        }
        #expect(try keys(database.run(statement)) == expected.map(\.key))
      }
    }
  }

  private func query(
    _ predicate: NSPredicate?, _ rows: SampleRows, _ sort: [NSSortDescriptor] = []
  ) -> StoreQuery {
    StoreQuery(entity: rows.items[0].id.entity, predicate: predicate, sortDescriptors: sort)
  }

  private func keys(_ rows: [[SQLBinding]]) -> [Int64] {
    rows.compactMap { if case .integer(let key) = $0[0] { key } else { nil } }
  }
}

extension SampleRow {
  var key: Int64 { id.rowKey ?? 0 }
}
