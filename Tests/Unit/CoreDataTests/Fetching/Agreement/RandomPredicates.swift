import Foundation

@testable import CoreData

/// Predicates about items of `SampleRows`, as format strings with arguments.
struct RandomPredicates {
  typealias Format = (text: String, arguments: [Any?])

  private var random: SeededRandom
  private let rows: SampleRows

  init(seed: UInt64, rows: SampleRows) {
    random = SeededRandom(seed: seed)
    self.rows = rows
  }

  mutating func next(depth: Int = 2) -> Format {
    guard depth > 0, chance(3) else { return leaf() }
    if chance(3) {
      let part = next(depth: depth - 1)
      return ("NOT (\(part.text))", part.arguments)
    }
    let (left, right) = (next(depth: depth - 1), next(depth: depth - 1))
    let word = random.pick(["AND", "OR"])
    return ("(\(left.text)) \(word) (\(right.text))", left.arguments + right.arguments)
  }

  private mutating func chance(_ sides: Int) -> Bool {
    Int.random(in: 0..<sides, using: &random) == 0
  }

  private mutating func leaf() -> Format {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: textMatch()
    case 2: textOrder()
    case 3, 4: numberOrder()
    case 5: list()
    case 6: object()
    case 7: quantified()
    case 8: subquery()
    default: odd()
    }
  }

  private var textPath: String {
    mutating get {
      random.pick(["text", "other", "box.name", "lowercase(text)", "uppercase(other)", "SELF.text"])
    }
  }

  private var numberPath: String {
    mutating get {
      random.pick([
        "number", "small", "ratio", "flag", "box.size", "box.items.@count", "box.labels.@count",
        "box.items.@max.small", "box.items.@min.ratio", "box.items.@sum.small", "length(text)",
        "number + small", "small - 1", "small * ratio", "number / small", "abs(small)", "-small",
        "bitwiseAnd:with:(number, 3)", "floor(ratio)", "small ** 2", "number * number",
        "TERNARY(flag == 1, small, number)",
      ])
    }
  }

  private var number: Any {
    mutating get { chance(2) ? random.whole as Any : random.real as Any }
  }
  private var text: String { mutating get { random.pick(SampleRows.texts) } }
  private var options: String { mutating get { random.pick(["", "", "[c]", "[d]", "[cd]"]) } }
  private var comparison: String {
    mutating get { random.pick(["==", "!=", "<", "<=", ">", ">="]) }
  }

  private mutating func textMatch() -> Format {
    let word = random.pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "IN"])
    if word == "MATCHES" {
      let pattern = random.pick(["a.*", "[ab]+", "\\w+", "É|é", ".", "(?i)SS", ""])
      return ("\(textPath) MATCHES\(options) %@", [pattern])
    }
    let other = chance(4) ? textPath : "%@"
    return ("\(textPath) \(word)\(options) \(other)", other == "%@" ? [text] : [])
  }

  private mutating func textOrder() -> Format {
    if chance(3) { return ("\(textPath) \(comparison)\(options) \(textPath)", []) }
    return ("\(textPath) \(comparison)\(options) %@", [chance(8) ? nil : text])
  }

  private mutating func numberOrder() -> Format {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: ("\(numberPath) \(comparison) \(numberPath)", [])
    case 1: ("\(numberPath) BETWEEN {%@, %@}", [number, number])
    default: ("\(numberPath) \(comparison) %@", [chance(8) ? nil : number])
    }
  }

  private mutating func list() -> Format {
    if chance(2) {
      let texts: [Any] = (0..<3).map { _ in chance(5) ? NSNull() as Any : text }
      return ("\(textPath) IN\(options) %@", [texts])
    }
    if chance(3) { return ("\(numberPath) IN {%@, small, nil}", [number]) }
    return ("\(numberPath) IN %@", [(0..<4).map { _ in number }])
  }

  private var box: SampleRow { mutating get { random.pick(rows.boxes) } }

  private var temporary: NSManagedObjectID {
    NSManagedObjectID(entity: rows.boxes[0].id.entity, key: .insertion(1), storeUUID: "")
  }

  private mutating func object() -> Format {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: ("box == %@", [box])
    case 1: ("box != %@", [box.id])
    case 2: ("box IN %@", [[box, box.id, temporary] as [Any]])
    case 3: ("SELF IN %@", [[random.pick(rows.items), random.pick(rows.items)]])
    case 4: ("box == %@", [chance(2) ? nil : temporary])
    case 5: ("box != %@", [temporary])
    case 6: ("%@ IN box.labels", [random.pick(rows.labels)])
    default: ("box.labels CONTAINS %@", [random.pick(rows.labels).id])
    }
  }

  private mutating func quantified() -> Format {
    let modifier = random.pick(["ANY", "ALL", "NONE"])
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return ("\(modifier) box.labels.name \(comparison)\(options) %@", [text])
    case 1: return ("\(modifier) box.items.small \(comparison) %@", [number])
    case 2: return ("\(modifier) box.labels == %@", [random.pick(rows.labels)])
    case 3: return ("\(modifier) box.items.text \(comparison) text", [])
    default: return ("\(modifier) box.items.box.name IN %@", [[text, text]])
    }
  }

  private mutating func subquery() -> Format {
    let count = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      return (
        "SUBQUERY(box.items, $i, $i.small \(comparison) small AND $i != SELF).@count > %d", [count]
      )
    case 1:
      return ("SUBQUERY(box.labels, $l, $l.name \(comparison) %@).@count == %d", [text, count])
    default:
      return ("SUBQUERY(box.items, $i, ANY $i.box.labels.name == $i.text).@count >= %d", [count])
    }
  }

  /// Kinds that do not go together, missing values, dates.
  private mutating func odd() -> Format {
    let moment = Date(
      timeIntervalSinceReferenceDate: Double(Int.random(in: -2...2, using: &random)) / 2)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return ("text \(comparison) %@", [number])
    case 1: return ("\(numberPath) \(comparison) %@", [text])
    case 2: return ("text \(comparison) number", [])
    case 3: return ("moment \(comparison) %@", [moment])
    case 4: return ("moment + %@ \(comparison) %@", [0.5, moment])
    case 5: return ("moment \(comparison) small", [])
    default: return (random.pick(["TRUEPREDICATE", "FALSEPREDICATE", "nil == nil", "1 < 2"]), [])
    }
  }
}
