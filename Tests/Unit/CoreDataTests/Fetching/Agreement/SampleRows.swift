import Foundation

@testable import CoreData

/// Boxes hold items and carry labels: every kind of value and relationship, with awkward values.
final class SampleRows {
  let model: NSManagedObjectModel
  private(set) var items: [SampleRow] = []
  private(set) var boxes: [SampleRow] = []
  private(set) var labels: [SampleRow] = []

  static let texts = [
    "", "a", "A", "b", "ab", "aB", "é", "e\u{301}", "É", "ß", "SS", "ss", "a%b_c", "a*b?", "\\",
    "'", "\"", "日本", "😀x", "İ", "i̇", "ﬁ", "10", "9", " a ", "a\nb", "Å", "Å",
  ]
  static let wholes: [Int64] = [
    0, 1, -1, 2, 7, 10, .max, .min, .max - 1, (1 << 53) + 1, 1 << 53, -5,
  ]
  static let reals: [Double] = [
    0, -0.0, 0.5, 1, -1, 2.5, 1e300, -1e300, 0x1p53, 0x1p63, -0x1p63, 1e-300, .infinity, .nan,
  ]

  init() {
    model = Self.makeModel()
    model.freeze()
    var random = SeededRandom(seed: 7)
    labels = (1...6).map { row("Label", $0) }
    boxes = (1...8).map { row("Box", $0) }
    items = (1...40).map { row("Item", $0) }
    for label in labels { label.values["name"] = random.text }
    for box in boxes {
      box.values["name"] = random.text
      box.values["size"] = .integer(Int64.random(in: -3...3, using: &random))
      for label in labels where Bool.random(using: &random) {
        box.connect("labels", "boxes", label)
      }
    }
    for item in items {
      item.values["text"] = random.text
      item.values["other"] = random.text
      item.values["number"] = random.orNull(.integer(random.whole))
      item.values["small"] = random.orNull(.integer(Int64.random(in: -9...9, using: &random)))
      item.values["ratio"] = random.orNull(.real(random.real))
      item.values["flag"] = random.orNull(.integer(Int64.random(in: 0...1, using: &random)))
      let seconds = Double(Int.random(in: -2...2, using: &random)) / 2
      item.values["moment"] = random.orNull(.date(Date(timeIntervalSinceReferenceDate: seconds)))
      let box = boxes[Int.random(in: 0..<boxes.count, using: &random)]
      if Int.random(in: 0..<5, using: &random) > 0 { item.move("box", "items", to: box) }
    }
  }

  private func row(_ entity: String, _ key: Int) -> SampleRow {
    SampleRow(entity: model.entitiesByName[entity]!, key: Int64(key))
  }

  private static func makeModel() -> NSManagedObjectModel {
    let (item, box, label) = (NSEntityDescription(), NSEntityDescription(), NSEntityDescription())
    (item.name, box.name, label.name) = ("Item", "Box", "Label")
    item.properties = [
      ChatModel.string("text"), ChatModel.string("other"),
      ChatModel.attribute("number", .integer64AttributeType),
      ChatModel.attribute("small", .integer16AttributeType),
      ChatModel.attribute("ratio", .doubleAttributeType),
      ChatModel.attribute("flag", .booleanAttributeType),
      ChatModel.attribute("moment", .dateAttributeType),
    ]
    box.properties = [
      ChatModel.string("name"), ChatModel.attribute("size", .integer16AttributeType),
    ]
    label.properties = [ChatModel.string("name")]
    let secret = ChatModel.string("secret")
    secret.isTransient = true
    item.properties += [secret]
    relate(box, "items", item, "box", toOneBack: true)
    relate(box, "labels", label, "boxes", toOneBack: false)
    let model = NSManagedObjectModel()
    model.entities = [item, box, label]
    return model
  }

  private static func relate(
    _ one: NSEntityDescription, _ name: String, _ other: NSEntityDescription, _ inverse: String,
    toOneBack: Bool
  ) {
    let (forth, back) = (NSRelationshipDescription(), NSRelationshipDescription())
    (forth.name, back.name) = (name, inverse)
    (forth.destinationEntity, back.destinationEntity) = (other, one)
    if toOneBack { back.maxCount = 1 }
    (forth.inverseRelationship, back.inverseRelationship) = (back, forth)
    one.properties += [forth]
    other.properties += [back]
  }
}

/// One row as memory sees it.
final class SampleRow: KeyValueSource {
  let id: NSManagedObjectID
  var values: [String: Value] = [:]
  var toOne: [String: SampleRow] = [:]
  var toMany: [String: [SampleRow]] = [:]

  init(entity: NSEntityDescription, key: Int64) {
    id = NSManagedObjectID(entity: entity, key: .row(key), storeUUID: "sample")
  }

  var predicateIdentity: NSManagedObjectID? { id }

  func predicateOperand(forKey key: String) -> Operand {
    if let value = values[key] { return Operand(value) }
    if let row = toOne[key] { return .source(row) }
    let isToMany = id.entity.relationshipsByName[key]?.isToMany ?? false
    return isToMany ? .collection((toMany[key] ?? []).map(Operand.source)) : .null
  }

  func predicateValue(forKey key: String) -> Any? { predicateOperand(forKey: key).plainValue }

  func connect(_ name: String, _ inverse: String, _ other: SampleRow) {
    toMany[name, default: []].append(other)
    other.toMany[inverse, default: []].append(self)
  }

  func move(_ name: String, _ inverse: String, to other: SampleRow) {
    toOne[name] = other
    other.toMany[inverse, default: []].append(self)
  }
}

/// Random numbers that are the same in every run.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  var text: Value { mutating get { orNull(.text(pick(SampleRows.texts))) } }
  var whole: Int64 { mutating get { pick(SampleRows.wholes) } }
  var real: Double { mutating get { pick(SampleRows.reals) } }

  mutating func orNull(_ value: Value) -> Value {
    Int.random(in: 0..<6, using: &self) == 0 ? .null : value
  }
}
