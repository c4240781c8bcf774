internal import Foundation

extension ModelReader {
  func attribute(_ element: ModelElement) throws(ModelFileError) -> NSAttributeDescription {
    let name = try required("name", of: element)
    let spelling = element["attributeType"] ?? "Undefined"
    guard let type = NSAttributeType.spellings[spelling] else {
      throw error(element, .unknownType(spelling, attribute: name))
    }
    if type == .compositeAttributeType { return try composite(element, inside: []) }
    let attribute =
      element.isSet("derived") ? try derived(element) : NSAttributeDescription()
    attribute.attributeType = type
    attribute.valueTransformerName = element["valueTransformerName"]
    attribute.allowsExternalBinaryDataStorage = element.isSet("allowsExternalBinaryDataStorage")
    attribute.preservesValueInHistoryOnDeletion = element.isSet("preserveAfterDeletion")
    attribute.defaultValue = try defaultValue(of: type, element, name)
    try limit(attribute, by: element)
    return attribute
  }

  /// - Parameter outer: the composites that this one is part of.
  private func composite(
    _ element: ModelElement, inside outer: [String]
  ) throws(ModelFileError) -> NSCompositeAttributeDescription {
    let name = try required("composite", of: element)
    guard let declaration = composites[name] else {
      throw error(
        element,
        .unknownWord(
          name, attribute: "composite", element: element.name, known: composites.keys.sorted()))
    }
    if outer.contains(name) { throw error(declaration, .inheritanceCycle(name)) }
    let attribute = NSCompositeAttributeDescription()
    for part in declaration.children("attribute") {
      let isComposite = part["attributeType"] == "Composite"
      let made =
        isComposite ? try composite(part, inside: outer + [name]) : try self.attribute(part)
      try describe(made, by: part)
      attribute.elements.append(made)
    }
    return attribute
  }

  private func derived(
    _ element: ModelElement
  ) throws(ModelFileError) -> NSDerivedAttributeDescription {
    let attribute = NSDerivedAttributeDescription()
    guard let format = element["derivationExpression"] else { return attribute }
    do {
      attribute.derivationExpression = try NSExpression(parsing: format)
    } catch {
      throw self.error(element, .badPredicate("\(error)"))
    }
    return attribute
  }

  private func defaultValue(
    of type: NSAttributeType, _ element: ModelElement, _ name: String
  ) throws(ModelFileError) -> Any? {
    if type == .dateAttributeType {
      return try number("defaultDateTimeInterval", of: element)
        .map { Date(timeIntervalSinceReferenceDate: $0) }
    }
    guard let text = element["defaultValueString"] else { return nil }
    guard let value = Self.value(text, of: type) else {
      throw error(element, .badDefault(text, attribute: name))
    }
    return value
  }

  private static func value(_ text: String, of type: NSAttributeType) -> Any? {
    switch type {
    case .integer16AttributeType: Int16(text).map { NSNumber(value: $0) }
    case .integer32AttributeType: Int32(text).map { NSNumber(value: $0) }
    case .integer64AttributeType: Int64(text).map { NSNumber(value: $0) }
    case .doubleAttributeType: Double(text).map { NSNumber(value: $0) }
    case .floatAttributeType: Float(text).map { NSNumber(value: $0) }
    case .decimalAttributeType: Decimal(string: text).map { NSDecimalNumber(decimal: $0) }
    case .booleanAttributeType: ["YES": true, "NO": false][text].map { NSNumber(value: $0) }
    case .UUIDAttributeType: UUID(uuidString: text)
    case .URIAttributeType: URL(string: text)
    case .stringAttributeType: text
    default: nil
    }
  }

  /// Most large integers have no double of the same amount.
  private func exactNumber(
    _ name: String, of element: ModelElement
  ) throws(ModelFileError) -> Any? {
    if let whole = element[name].flatMap({ Int64($0) }) { return whole }
    return try number(name, of: element)
  }

  /// Turns the limits of a file into validation predicates, each with the error code that breaking
  /// it gives.
  private func limit(
    _ attribute: NSAttributeDescription, by element: ModelElement
  ) throws(ModelFileError) {
    var limits: [(format: String, value: Any, code: Int)] = []
    switch attribute.attributeType {
    case .dateAttributeType:
      if let least = try number("minDateTimeInterval", of: element) {
        let date = Date(timeIntervalSinceReferenceDate: least)
        limits.append(("SELF >= %@", date, NSValidationDateTooSoonError))
      }
      if let most = try number("maxDateTimeInterval", of: element) {
        let date = Date(timeIntervalSinceReferenceDate: most)
        limits.append(("SELF <= %@", date, NSValidationDateTooLateError))
      }
    case .stringAttributeType:
      if let least = try number("minValueString", of: element) {
        limits.append(("length >= %@", least, NSValidationStringTooShortError))
      }
      if let most = try number("maxValueString", of: element) {
        limits.append(("length <= %@", most, NSValidationStringTooLongError))
      }
      if let pattern = element["regularExpressionString"] {
        limits.append(("SELF MATCHES %@", pattern, NSValidationStringPatternMatchingError))
      }
    default:
      if let least = try exactNumber("minValueString", of: element) {
        limits.append(("SELF >= %@", least, NSValidationNumberTooSmallError))
      }
      if let most = try exactNumber("maxValueString", of: element) {
        limits.append(("SELF <= %@", most, NSValidationNumberTooLargeError))
      }
    }
    var predicates: [NSPredicate] = []
    for limit in limits {
      do {
        predicates.append(try NSPredicate(parsing: limit.format, arguments: [limit.value]))
      } catch {
        throw self.error(element, .badPredicate("\(error)"))
      }
    }
    attribute.setValidationPredicates(
      predicates, withValidationWarnings: limits.map { NSNumber(value: $0.code) })
  }
}
