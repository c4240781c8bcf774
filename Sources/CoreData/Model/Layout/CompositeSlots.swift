/// Where the parts of a composite attribute are kept, and the dictionary that they make together.
struct CompositeSlots: Sendable {
  private indirect enum Part: Sendable {
    case value(Int)
    case composite(CompositeSlots)
  }

  private var parts: [(name: String, part: Part)] = []

  /// - Parameter places: the slots of the parts that hold values, by key path.
  init(of composite: NSCompositeAttributeDescription, path: String, places: [String: Int]) {
    for element in composite.elements {
      let name = "\(path).\(element.name)"
      if let inner = element as? NSCompositeAttributeDescription {
        parts.append(
          (element.name, .composite(CompositeSlots(of: inner, path: name, places: places))))
      } else if let slot = places[name] {
        parts.append((element.name, .value(slot)))
      }
    }
  }

  /// The values as a dictionary; nil if there are none.
  func dictionary(_ value: (Int) -> Any?) -> [String: Any]? {
    var dictionary: [String: Any] = [:]
    for (name, part) in parts {
      switch part {
      case .value(let slot): dictionary[name] = value(slot)
      case .composite(let inner): dictionary[name] = inner.dictionary(value)
      }
    }
    return dictionary.isEmpty ? nil : dictionary
  }

  /// Calls `body` with every slot and the value that the dictionary has for it.
  func visit(_ dictionary: [String: Any]?, _ body: (Int, Any?) -> Void) {
    for (name, part) in parts {
      switch part {
      case .value(let slot): body(slot, dictionary?[name])
      case .composite(let inner): inner.visit(dictionary?[name] as? [String: Any], body)
      }
    }
  }

  var slots: [Int] {
    parts.flatMap { _, part in
      switch part {
      case .value(let slot): [slot]
      case .composite(let inner): inner.slots
      }
    }
  }
}
