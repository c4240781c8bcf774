import Foundation
import Testing

@testable import CoreData

struct PredicateFormatTests {
  /// What is written, with what arguments, and how it is written back.
  struct Sample: CustomTestStringConvertible, Sendable {
    let format: String
    let text: String
    var testDescription: String { format }

    init(_ format: String, _ text: String? = nil) {
      self.format = format
      self.text = text ?? format
    }
  }

  static let samples: [Sample] = [
    Sample("name == \"Kyle\""),
    Sample("name = 'Kyle'", "name == \"Kyle\""),
    Sample("name == Kyle"),
    Sample("age >= 5 AND age < 10"),
    Sample("a = 1 && b = 2 || !c = 3", "(a == 1 AND b == 2) OR NOT c == 3"),
    Sample("a == 1 AND (b == 2 OR c == 3) AND d == 4"),
    Sample("NOT (a == 1 AND b == 2)"),
    Sample("name beginswith[cd] 'x'", "name BEGINSWITH[cd] \"x\""),
    Sample("name LIKE[c] \"a*\""),
    Sample("name MATCHES \"\\d+\"", "name MATCHES \"\\\\d+\""),
    Sample("age BETWEEN {1, 10}"),
    Sample("name IN {\"a\", \"b\"}"),
    Sample("ANY messages.text CONTAINS \"x\""),
    Sample("SOME messages.text == nil", "ANY messages.text == nil"),
    Sample("NONE messages.isRead == YES", "NOT ANY messages.isRead == 1"),
    Sample("ALL messages.isRead == TRUE", "ALL messages.isRead == 1"),
    Sample(
      "SUBQUERY(messages, $m, $m.isRead == NO).@count > 0",
      "SUBQUERY(messages, $m, $m.isRead == 0).@count > 0"),
    Sample("messages.@max.position > -3"),
    Sample("a + b * 2 - c / 4 > d ** 2", "(a + (b * 2)) - (c / 4) > d ** 2"),
    Sample("(a + b) * 2 == 6"),
    Sample("SELF == $X"),
    Sample("SELF.name == #size AND #in == 1", "name == size AND #in == 1"),
    Sample("room.members[FIRST].name == 'x'", "(room.members[FIRST]).name == \"x\""),
    Sample("lowercase(name) == \"x\"", "lowercase:(name) == \"x\""),
    Sample("sentAt < now()"),
    Sample("sentAt > CAST(12.5, \"NSDate\")"),
    Sample("a == 0x1F OR a == 0b101 OR a == 1e3", "a == 31 OR a == 5 OR a == 1000"),
    // Found by fuzzing.
    Sample("a == 0x1F.b", "a == (31).b"),
    Sample("a == \"\\r\u{614}\"", "a == \"\\r\u{614}\""),
    Sample("a UNION -b - c == d", "(a UNION (0 - b)) - c == d"),
    Sample("TRUEPREDICATE"),
    Sample("falsepredicate", "FALSEPREDICATE"),
    Sample("name == \"\\u00e9 \\\"q\\\" \\n\"", "name == \"é \\\"q\\\" \\n\""),
    Sample("TERNARY(a == 1, b, c) == 2"),
  ]

  @Test func `a value that is cast to an argument is the value`() throws {
    let (date, id) = (Date(timeIntervalSince1970: 86_400), UUID())
    let url = try #require(URL(string: "https://example.org/a"))
    let pairs: [(cast: NSPredicate, plain: NSPredicate)] = [
      (NSPredicate(format: "a > %@", date as any CVarArg), NSPredicate(format: "a > %@", date)),
      (NSPredicate(format: "a == %@", id as any CVarArg), NSPredicate(format: "a == %@", id)),
      (NSPredicate(format: "a == %@", url as any CVarArg), NSPredicate(format: "a == %@", url)),
      (
        NSPredicate(format: "a == %@", Data([1]) as any CVarArg),
        NSPredicate(format: "a == %@", Data([1]))
      ),
      (
        NSPredicate(format: "a == %@", Decimal(1) as any CVarArg),
        NSPredicate(format: "a == %@", Decimal(1))
      ),
      (
        NSPredicate(format: "a IN %@", ["x", "y"] as any CVarArg),
        NSPredicate(format: "a IN %@", ["x", "y"])
      ),
      (
        NSPredicate(format: "a IN %@", Set([1]) as any CVarArg),
        NSPredicate(format: "a IN %@", Set([1]))
      ),
    ]
    for pair in pairs { #expect(pair.cast == pair.plain) }
    #expect(String(format: "%@ %d", id as any CVarArg, 7) == "\(id) 7")
  }

  @Test(arguments: samples)
  func `a format is read and written as Apple writes it`(_ sample: Sample) throws {
    let predicate = try NSPredicate(parsing: sample.format)
    #expect(predicate.description == sample.text)
  }

  @Test(arguments: samples)
  func `what was written back reads as the same predicate`(_ sample: Sample) throws {
    let predicate = try NSPredicate(parsing: sample.format)
    let again = try NSPredicate(parsing: sample.text)
    #expect(again.description == predicate.description)
    #expect(again.isEqual(predicate))
  }

  @Test func `placeholders take keys, values and numbers`() {
    let predicate = NSPredicate(
      format: "%K == %@ AND age > %d AND size < %lf AND SELF.%K IN %@ AND x == %ld", "name",
      "Kyle", 3, 2.5, "room.name", ["a", "b"], 7)
    #expect(
      predicate.description
        == "name == \"Kyle\" AND age > 3 AND size < 2.5 AND room.name IN {\"a\", \"b\"} "
        + "AND x == 7")
  }

  @Test func `a placeholder inside quotes is text`() {
    #expect(NSPredicate(format: "name == '%@'").description == "name == \"%@\"")
  }

  @Test func `predicates that say the same are equal`() {
    let one = NSPredicate(format: "name == %@ AND age > 3", "x")
    #expect(one.isEqual(NSPredicate(format: "name = 'x' && age > %d", 3)))
    #expect(!one.isEqual(NSPredicate(format: "name == 'x' OR age > 3")))
    #expect(!one.isEqual(NSPredicate(format: "name == 'x' AND age > 4")))
  }

  @Test func `a comparison gives its parts back`() throws {
    let predicate = NSPredicate(format: "name ==[cd] %@", "x")
    let comparison = try #require(predicate as? CoreData.NSComparisonPredicate)
    #expect(comparison.leftExpression.keyPath == "name")
    #expect(comparison.rightExpression.constantValue as? String == "x")
    #expect(comparison.predicateOperatorType == .equalTo)
    #expect(comparison.options == [.caseInsensitive, .diacriticInsensitive])
  }

  @Test func `variables are replaced, except those of a subquery`() {
    let template = NSPredicate(format: "name == $n AND SUBQUERY(a, $n, $n.b == $c).@count > 0")
    let predicate = template.withSubstitutionVariables(["n": "x", "c": 2])
    #expect(
      predicate.description == "name == \"x\" AND SUBQUERY(a, $n, $n.b == 2).@count > 0")
  }
}

struct PredicateFormatErrorTests {
  typealias Reason = PredicateFormatError.Reason

  struct Mistake: CustomTestStringConvertible, Sendable {
    let format: String
    let position: Int
    let reason: Reason
    var testDescription: String { format.isEmpty ? "(empty)" : format }

    init(_ format: String, _ position: Int, _ reason: Reason) {
      self.format = format
      self.position = position
      self.reason = reason
    }
  }

  static let value = "a value or a key path"
  static let comparison = "a comparison such as == or IN"

  static let mistakes: [Mistake] = [
    Mistake("", 0, .unexpectedEnd(expected: value)),
    Mistake("name ==", 7, .unexpectedEnd(expected: value)),
    Mistake("name", 4, .unexpectedEnd(expected: comparison)),
    Mistake("name == 'x", 8, .unclosedText),
    Mistake("name == 1 2", 10, .expected("the end or AND, OR", found: "the number 2")),
    Mistake("(a == 1", 7, .unexpectedEnd(expected: "')'")),
    Mistake("a == ;", 5, .strayCharacter(";")),
    Mistake("a == %y", 5, .unknownPlaceholder("%y")),
    Mistake("a == %@", 5, .missingArgument(number: 1)),
    Mistake("a ==[x] 'b'", 5, .unknownOption("[x]")),
    Mistake("a BETWEEN {1}", 10, .boundsExpected),
    Mistake("a MATCHES '('", 10, .badRegularExpression("(")),
    Mistake("frob(a) == 1", 4, .unknownFunction("frob")),
    Mistake("lowercase(a, b) == 1", 9, .wrongArgumentCount(function: "lowercase", given: 2)),
    Mistake("(a == 1) + 2 == 3", 0, .expected("a value", found: "a whole predicate")),
    Mistake("a == 12abc", 5, .badNumber("12abc")),
    Mistake("a == $", 6, .expected("a name after $", found: "the end")),
  ]

  @Test(arguments: mistakes)
  func `a format that does not parse says where and why`(_ mistake: Mistake) throws {
    let error = try #require(throws: PredicateFormatError.self) {
      try NSPredicate(parsing: mistake.format)
    }
    #expect(error.reason == mistake.reason)
    #expect(error.position == mistake.position)
    #expect(error.description.contains("at position \(mistake.position)"))
  }

  @Test func `an argument of the wrong kind is named by number, kind and placeholder`() throws {
    let error = try #require(throws: PredicateFormatError.self) {
      try NSPredicate(parsing: "a == %@ AND b == %d", arguments: [1, "x"])
    }
    #expect(
      error.reason
        == .wrongArgument(number: 2, placeholder: "%d", expected: "a number", given: "a String"))
  }

  @Test func `an argument too many is an error`() throws {
    let error = try #require(throws: PredicateFormatError.self) {
      try NSPredicate(parsing: "a == %@", arguments: [1, 2])
    }
    #expect(error.reason == .unusedArguments(used: 1, given: 2))
  }

  @Test func `deep nesting is an error and no crash`() throws {
    let format = String(repeating: "(", count: 5_000) + "a == 1"
    let error = try #require(throws: PredicateFormatError.self) {
      try NSPredicate(parsing: format)
    }
    #expect(error.reason == .nestedTooDeeply(limit: PredicateParser.depthLimit))
  }

  @Test func `the trapping initialiser names the position`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = NSPredicate(format: "name == ")
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("at position 8"))
  }
}
