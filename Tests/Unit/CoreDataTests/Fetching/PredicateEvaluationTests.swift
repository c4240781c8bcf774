import Foundation
import Testing

@testable import CoreData

struct PredicateEvaluationTests {
  static var room: [String: Any] {
    [
      "name": "Café Noir", "topic": NSNull(), "age": 7, "ratio": 2.5, "isOpen": true,
      "founded": Date(timeIntervalSinceReferenceDate: 100),
      "messages": [
        ["text": "Hello", "position": 1, "author": ["name": "Ann"]],
        ["text": "ciao", "position": 5, "author": ["name": "Bob"]],
      ] as [[String: Any]],
      "tags": Set(["red", "blue"]), "empty": [] as [Any],
    ]
  }

  static let holding = [
    "name == 'Café Noir'", "name ==[c] 'CAFÉ NOIR'", "name ==[cd] 'cafe noir'",
    "name BEGINSWITH 'Caf'", "name BEGINSWITH[cd] 'CAFE'", "name ENDSWITH[c] 'NOIR'",
    "name CONTAINS 'é N'", "name CONTAINS ''", "name LIKE 'Caf? *r'", "name LIKE[cd] '*NOIR'",
    "name MATCHES 'C.*r'", "name MATCHES[c] 'c.*R'", "'af' IN name",
    "age == 7.0", "age > 6.5 AND age <= 7", "age BETWEEN {7, 9}", "age IN {1, 7}",
    "ratio == 5 / 2.0", "5 / 2 == 2", "age + 1 == 8", "age ** 2 == 49", "-age == -7",
    "isOpen == YES", "isOpen == 1", "isOpen != NO",
    "topic == nil", "topic != 'x'", "NOT topic < 'x'", "missing == NULL",
    "founded < now()", "founded == CAST(100, 'NSDate')",
    "ANY messages.text == 'ciao'", "ALL messages.position > 0", "NONE messages.position > 5",
    "messages.@count == 2", "empty.@count == 0", "messages.@sum.position == 6",
    "messages.@avg.position == 3", "messages.@max.position == 5", "messages.@min.text == 'Hello'",
    "SUBQUERY(messages, $m, $m.position > 1 AND $m.author.name == 'Bob').@count == 1",
    "ANY messages.author.name IN {'Ann', 'Zoe'}", "'red' IN tags", "tags CONTAINS 'blue'",
    "ALL empty.x == 1", "messages[0].text == 'Hello'", "messages[LAST].text == 'ciao'",
    "messages[SIZE] == 2", "lowercase(name) == 'café noir'", "length(name) == 9",
    "TERNARY(age > 5, 'old', 'new') == 'old'", "TRUEPREDICATE OR FALSEPREDICATE",
    "sum({1, 2, 3}) == 6", "SELF.age == 7", "name != nil",
  ]

  @Test(arguments: holding)
  func `a predicate holds`(_ format: String) {
    #expect(NSPredicate(format: format).evaluate(with: Self.room))
  }

  static let failing = [
    "name == 'Cafe Noir'", "topic < 'x'", "topic >= nil", "topic CONTAINS 'x'", "name == 7",
    "age == 'seven'",
    "age CONTAINS '7'", "ANY empty.x == 1", "age BETWEEN {8, 9}",
    "name LIKE 'Caf'", "name MATCHES 'Caf'", "age / 0 == 1", "nil > 1", "FALSEPREDICATE",
  ]

  @Test(arguments: failing)
  func `a predicate does not hold`(_ format: String) {
    #expect(!NSPredicate(format: format).evaluate(with: Self.room))
  }

  @Test func `variables get values when asked`() {
    let predicate = NSPredicate(format: "age > $limit")
    #expect(predicate.evaluate(with: Self.room, substitutionVariables: ["limit": 6]))
    #expect(!predicate.evaluate(with: Self.room, substitutionVariables: ["limit": 7]))
  }

  @Test func `integers and doubles are compared exactly`() {
    let large = ["n": Int64.max]
    #expect(!NSPredicate(format: "n == 9223372036854775808.0").evaluate(with: large))
    #expect(NSPredicate(format: "n < 9223372036854775808.0").evaluate(with: large))
    #expect(!NSPredicate(format: "n == 1").evaluate(with: ["n": Double.nan]))
    #expect(NSPredicate(format: "n == nil").evaluate(with: ["n": Double.nan]))
  }

  @Test func `blocks and Foundation's compounds take part`() {
    let block = NSPredicate { object, _ in (object as? [String: Any])?["age"] as? Int == 7 }
    let both = NSCompoundPredicate(
      andPredicateWithSubpredicates: [block, NSPredicate(format: "name != nil")])
    #expect(both.evaluate(with: Self.room))
    #expect(!NSCompoundPredicate(notPredicateWithSubpredicate: both).evaluate(with: Self.room))
  }

  @Test func `an expression gives Apple's classes`() {
    let value = NSExpression(format: "age * 2 + 1").expressionValue(with: Self.room, context: nil)
    #expect(value as? NSNumber == 15)
    let names = NSExpression(format: "messages.text").expressionValue(with: Self.room, context: nil)
    #expect(names as? [String] == ["Hello", "ciao"])
  }

  @Test func `a long pattern takes no long time`() {
    let text = String(repeating: "a", count: 2_000)
    let pattern = String(repeating: "*a", count: 50) + "*b"
    #expect(!NSPredicate(format: "SELF LIKE %@", pattern).evaluate(with: text))
  }
}

struct SortDescriptorTests {
  @Test func `texts are sorted as the selector says`() {
    let names = ["b", "a10", "A2", "é", "B", "e"]
    func sorted(_ selector: Selector?) -> [String] {
      let descriptor = NSSortDescriptor(key: "self", ascending: true, selector: selector)
      return names.sorted { descriptor.compare($0, to: $1) == .orderedAscending }
    }
    #expect(sorted(nil) == ["A2", "B", "a10", "b", "e", "é"])
    #expect(sorted("localizedStandardCompare:") == ["A2", "a10", "b", "B", "e", "é"])
  }

  @Test func `no value comes first and the reverse turns everything round`() throws {
    let rows: [[String: Any]] = [["n": 2], [:], ["n": 1]]
    let descriptor = NSSortDescriptor(key: "n", ascending: true)
    func sorted(_ descriptor: NSSortDescriptor) -> [Int?] {
      rows.sorted { descriptor.compare($0, to: $1) == .orderedAscending }
        .map { $0["n"] as? Int }
    }
    #expect(sorted(descriptor) == [nil, 1, 2])
    let reversed = try #require(descriptor.reversedSortDescriptor as? NSSortDescriptor)
    #expect(reversed.key == "n" && !reversed.ascending)
    #expect(sorted(reversed) == [2, 1, nil])
  }
}
