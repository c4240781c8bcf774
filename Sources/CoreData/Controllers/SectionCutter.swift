/// Cuts a list into sections, where the name changes from one object to the next.
struct SectionCutter {
  private var names: [String] = []
  private var starts: [Int] = []
  private var known: Set<String> = []

  /// The number of the section that is being filled.
  var last: Int { names.count - 1 }

  /// Says what section the object at the position, and all behind it, belong to, until the next
  /// call. A name that comes back later is an error: the objects are not sorted by section.
  mutating func enter(
    _ name: String, at position: Int
  ) throws(FetchedContent.SectionOutOfOrder) {
    if name == names.last { return }
    guard known.insert(name).inserted else {
      throw FetchedContent.SectionOutOfOrder(name: name, position: position)
    }
    names.append(name)
    starts.append(position)
  }

  /// The sections of so many objects.
  func sections(of count: Int) -> [FetchedContent.Section] {
    names.indices.map { index in
      FetchedContent.Section(
        name: names[index],
        range: starts[index]..<(index == last ? count : starts[index + 1]))
    }
  }
}

/// The names of the sections of objects. Those of numbers are put in words once for each number.
struct SectionNames {
  private struct Number: Hashable {
    let value: Int64
    let type: NSAttributeType?
  }

  private let rules: ListRules
  private var reader: AttributeReader?
  private var words: [Number: String] = [:]

  init(_ rules: ListRules) {
    self.rules = rules
    reader = rules.sectionNameKeyPath.map { AttributeReader([$0]) }
  }

  mutating func name(of object: NSManagedObject) -> String {
    guard let slot = reader?.plainSlot(of: object) else { return rules.sectionName(of: object) }
    switch object.current(slot) {
    case .null: return ""
    case .text(let text): return text
    case .integer(let value):
      let number = Number(value: value, type: object.idScope.layout.types[slot])
      if let known = words[number] { return known }
      let new = rules.sectionName(of: object)
      words[number] = new
      return new
    default: return rules.sectionName(of: object)
    }
  }
}
