import Foundation
import Testing

@testable import CoreData

struct SQLTranslationTests {
  private let rows = SampleRows()

  private func statement(
    _ predicate: String?, as form: SQLTranslation.Form = .ids,
    _ adjust: (inout StoreQuery) -> Void = { _ in }
  ) throws -> SQLStatement {
    var query = StoreQuery(
      entity: rows.items[0].id.entity,
      predicate: try predicate.map { try NSPredicate(parsing: $0) })
    adjust(&query)
    return try SQLTranslation.statement(
      for: query, as: form, names: SchemaNames(model: rows.model))
  }

  @Test func `plain comparisons and prefixes leave indexes usable`() throws {
    let database = try SampleDatabase(rows)
    _ = try database.run("CREATE INDEX byText ON ZITEM (ZTEXT)")
    _ = try database.run("CREATE INDEX byNumber ON ZITEM (ZNUMBER)")
    for format in ["text == 'a'", "text BEGINSWITH 'a'", "text IN {'a', 'b'}", "text < 'b'"] {
      let sorted = try statement(format) {
        $0.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
      }
      #expect(try database.plan(sorted).contains("USING INDEX byText"), "\(format)")
    }
    for format in ["number == 3", "number BETWEEN {1, 9}"] {
      #expect(try database.plan(statement(format)).contains("USING INDEX byNumber"), "\(format)")
    }
    let sorted = try statement(nil) { $0.sortDescriptors = [.init(key: "text", ascending: true)] }
    let plan = try database.plan(sorted)
    #expect(plan.contains("byText") && !plan.contains("TEMP B-TREE"))
  }

  @Test func `values go in as parameters, never as text`() throws {
    let statement = try statement("text == \"x'; DROP TABLE ZITEM; --\"")
    #expect(statement.text.contains("t0.ZTEXT = ?"))
    #expect(statement.bindings == [.text("x'; DROP TABLE ZITEM; --")])
  }

  @Test func `a to-one relationship is joined once however often it is used`() throws {
    let statement = try statement("box.name == 'a' OR box.name == 'b' AND box.size > 1")
    #expect(statement.text.components(separatedBy: "JOIN").count == 2)
  }

  @Test func `a list of thousands is one parameter`() throws {
    let database = try SampleDatabase(rows)
    let numbers = (0..<40_000).map { $0 * 2 }
    let predicate = NSPredicate(format: "number IN %@", numbers)
    let query = StoreQuery(entity: rows.items[0].id.entity, predicate: predicate)
    let statement = try SQLTranslation.statement(for: query, as: .count, names: database.names)
    #expect(statement.bindings.count == 1)
    let expected = rows.items.filter { predicate.holds(in: Evaluation(source: $0)) }.count
    #expect(try database.run(statement) == [[.integer(Int64(expected))]])
  }

  @Test func `limits and offsets bound rows and counts`() throws {
    let database = try SampleDatabase(rows)
    func window(_ query: inout StoreQuery) { (query.limit, query.offset) = (5, 38) }
    let keys = try database.run(statement(nil, as: .ids, window)).map { $0[0] }
    #expect(keys == [.integer(39), .integer(40)])
    #expect(try database.run(statement(nil, as: .count, window)) == [[.integer(2)]])
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let format: String
    let reason: SQLTranslationError.Reason
    var testDescription: String { format }
  }

  static let refusals = [
    Refusal(format: "secret == \"x\"", reason: .transient("secret", entity: "Item")),
    Refusal(format: "colour == 1", reason: .unknownKey("colour", entity: "Item")),
    Refusal(format: "box.colour == 1", reason: .unknownKey("colour", entity: "Box")),
    Refusal(format: "text.size == 1", reason: .beyondAttribute("text", entity: "Item")),
    Refusal(format: "box.items.small == 1", reason: .toMany("box.items.small")),
    Refusal(format: "number CONTAINS \"1\"", reason: .notText("number")),
    Refusal(format: "number == $x", reason: .unboundVariable("x")),
    Refusal(format: "(box.items[0]).small == 1", reason: .expression("box.items[0]")),
  ]
}

struct SQLDictionaryTests {
  private let rows = SampleRows()

  private func expression(_ name: String, _ format: String) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = NSExpression(format: format)
    description.expressionResultType = .integer64AttributeType
    return description
  }

  private func dictionaries(_ adjust: (inout StoreQuery) -> Void) throws -> [[SQLBinding]] {
    let database = try SampleDatabase(rows)
    var query = StoreQuery(entity: rows.items[0].id.entity)
    adjust(&query)
    let statement = try SQLTranslation.statement(
      for: query, as: .dictionaries, names: database.names)
    return try database.run(statement)
  }

  @Test func `an aggregate over all rows is one row`() throws {
    let found = try dictionaries {
      $0.propertiesToFetch = [expression("total", "sum(small)"), expression("n", "count(small)")]
    }
    let smalls = rows.items.compactMap { item -> Int64? in
      if case .integer(let small)? = item.values["small"] { small } else { nil }
    }
    #expect(found == [[.integer(smalls.reduce(0, +)), .integer(Int64(smalls.count))]])
  }

  @Test func `groups are counted, filtered by HAVING and sorted`() throws {
    let found = try dictionaries {
      $0.propertiesToFetch = ["box.size", expression("n", "count(box)")]
      $0.propertiesToGroupBy = ["box.size"]
      $0.havingPredicate = NSPredicate(format: "n > 3 AND box.size != nil")
      $0.sortDescriptors = [NSSortDescriptor(key: "box.size", ascending: false)]
    }
    var sizes: [Int64: Int64] = [:]
    for item in rows.items {
      if case .integer(let size)? = item.toOne["box"]?.values["size"] {
        sizes[size, default: 0] += 1
      }
    }
    let expected = sizes.filter { $0.value > 3 }.sorted { $0.key > $1.key }
    #expect(found == expected.map { [.integer($0.key), .integer($0.value)] })
  }

  @Test func `equal dictionaries come once when asked for`() throws {
    let found = try dictionaries {
      $0.propertiesToFetch = ["flag"]
      $0.returnsDistinctResults = true
      $0.sortDescriptors = [NSSortDescriptor(key: "flag", ascending: true)]
    }
    #expect(found == [[.null], [.integer(0)], [.integer(1)]])
  }
}

extension SQLTranslationTests {
  /// What is widely observed, not promised.
  struct Observed {
    private let outer = SQLTranslationTests()

    @Test func `G15: a temporary ID matches nothing`() throws {
      let id = NSManagedObjectID(
        entity: outer.rows.boxes[0].id.entity, key: .insertion(1), storeUUID: "")
      let database = try SampleDatabase(outer.rows)
      for (format, expected) in [("box == %@", 0), ("box != %@", 40), ("box IN %@", 0)] {
        let argument: Any = format.contains("IN") ? [id] : id
        let predicate = NSPredicate(format: format, argument)
        let query = StoreQuery(entity: outer.rows.items[0].id.entity, predicate: predicate)
        let statement = try SQLTranslation.statement(for: query, as: .count, names: database.names)
        #expect(try database.run(statement) == [[.integer(Int64(expected))]], "\(format)")
      }
    }

    @Test(arguments: SQLTranslationTests.refusals)
    func `G16: what no store can answer is an error that says why`(_ refusal: Refusal) throws {
      let error = try #require(throws: SQLTranslationError.self) {
        try outer.statement(refusal.format)
      }
      #expect(error.reason == refusal.reason)
      #expect(error.description.contains(refusal.format))
    }

    @Test func `G16: blocks and transient sort keys are errors`() throws {
      let block = try #require(throws: SQLTranslationError.self) {
        try outer.statement(nil) { $0.predicate = NSPredicate { _, _ in true } }
      }
      #expect(block.reason == .block)
      let sort = try #require(throws: SQLTranslationError.self) {
        try outer.statement(nil) { $0.sortDescriptors = [.init(key: "secret", ascending: true)] }
      }
      #expect(sort.reason == .transient("secret", entity: "Item"))
    }
  }
}
