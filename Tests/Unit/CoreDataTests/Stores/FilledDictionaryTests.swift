import Foundation
import Testing

@testable import CoreData

/// What a handler puts into a dictionary is what a dictionary in a list would insert.
struct `Dictionaries that a handler fills` {
  private struct Outcome: Equatable {
    var rows: [[String: Value]] = []
    var error: Int?
  }

  private func outcome(
    of request: NSBatchInsertRequest, _ adjust: (NSEntityDescription) -> Void = { _ in }
  ) throws -> Outcome {
    let stack = try ValueStack(model: adjust)
    return try stack.context.performAndWait {
      let error = failure { try stack.context.execute(request) }
      let rows = try stack.fetch().sorted { $0.objectID.number < $1.objectID.number }
      return Outcome(
        rows: rows.map { row in
          row.willAccessValue(forKey: nil)
          let values = zip(row.idScope.layout.slots.map(\.name), row.currentValues)
          return Dictionary(uniqueKeysWithValues: values)
        }, error: error?.code)
    }
  }

  private func fill(
    _ rows: [[AnyHashable: Any]], _ adjust: (NSEntityDescription) -> Void = { _ in }
  ) throws -> Outcome {
    var rest = rows[...]
    let request = NSBatchInsertRequest(entityName: "Item") { (next: NSMutableDictionary) in
      guard let row = rest.popFirst() else { return true }
      for (key, value) in row { next[key] = value }
      return false
    }
    return try outcome(of: request, adjust)
  }

  @Test func `insert values of every type`() throws {
    var random = RandomValues(seed: 29)
    let rows = (0..<200).map { _ in
      var row: [String: Any] = [:]
      for (name, type) in ValueStack.types { row[name] = random.value(type) }
      // Not every number is a value.
      row["real"] = (row["real"] as? Double).flatMap { $0.isNaN ? nil : $0 }
      row["small"] = (row["small"] as? Float).flatMap { $0.isNaN ? nil : $0 }
      // Foundation escapes the fragment of a URL without a path when it makes an object of it.
      row["url"] = NSMutableDictionary(dictionary: row)["url"]
      return row
    }
    let filled = try fill(rows)
    #expect(filled.rows.count == 200)
    #expect(try filled == outcome(of: NSBatchInsertRequest(entityName: "Item", objects: rows)))
  }

  @Test func `insert, or refuse, whatever else there is`() throws {
    let rows: [[String: Any]] = [
      ["text": NSMutableString(string: "changing")], ["int64": true, "flag": 1, "real": 3],
      ["int16": 70_000], ["int32": 0.5], ["flag": 7], ["date": 5], ["text": 5, "int16": "a"],
      ["nobody": 1, "text": "a"], ["text": NSNull(), "date": NSNull()], ["thing": ["a", "b"]],
      ["price": 1.25, "int64": NSNumber(value: UInt64.max)], ["small": 1e300], [:],
    ]
    for row in rows {
      let listed = try outcome(of: NSBatchInsertRequest(entityName: "Item", objects: [row, row]))
      #expect(try fill([row, row]) == listed, "\(row)")
    }
  }

  @Test func `may have keys of Foundation's; what is no text names nothing`() throws {
    let plain = try fill([["text": "a"]])
    #expect(plain.rows.map { $0["text"] } == [.text("a")])
    #expect(try fill([[NSString(string: "text"): NSString(string: "a")]]) == plain)
    #expect(try fill([["text": "a", 5: "b"]]) == plain)
  }

  @Test func `leave to defaults what they do not have`() throws {
    func withDefaults(_ item: NSEntityDescription) {
      item.attributesByName["text"]!.defaultValue = "as ever"
      item.attributesByName["int32"]!.isOptional = false
    }
    #expect(try fill([["int32": 1]], withDefaults).rows.map { $0["text"] } == [.text("as ever")])
    #expect(try fill([["text": "a"]], withDefaults) == Outcome(error: 1570))
  }
}
