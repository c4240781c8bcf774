internal import Foundation

/// Every word that a model file may contain. What is not here is refused with its place: a model
/// must not promise what is not kept.
struct ModelVocabulary {
  /// Attributes that mean something to the reader.
  var understood: Set<String> = []
  /// The same, with `YES` or `NO` as their values.
  var flags: Set<String> = []
  /// Attributes that Xcode writes and that have no meaning here; `DIFFERENCES.md` lists them.
  var passedOver: Set<String> = []
  var children: Set<String> = []

  static let words: [String: ModelVocabulary] = [
    "model": ModelVocabulary(
      understood: ["userDefinedModelVersionIdentifier"],
      passedOver: [
        "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion",
        "minimumToolsVersion", "macOSVersion", "iOSVersion", "sourceLanguage", "usedWithCloudKit",
        "usedWithSwiftData",
      ],
      children: ["entity", "composite", "configuration", "fetchRequest", "elements"]),
    "entity": ModelVocabulary(
      understood: [
        "name", "representedClassName", "parentEntity", "versionHashModifier", "elementID",
        "coreSpotlightDisplayNameExpression",
      ],
      flags: ["isAbstract"],
      passedOver: ["syncable", "codeGenerationType"],
      children: [
        "attribute", "relationship", "fetchedProperty", "uniquenessConstraints", "fetchIndex",
        "compoundIndexes", "userInfo",
      ]),
    "attribute": ModelVocabulary(
      understood: [
        "name", "attributeType", "defaultValueString", "defaultDateTimeInterval",
        "minValueString", "maxValueString", "minDateTimeInterval", "maxDateTimeInterval",
        "regularExpressionString", "valueTransformerName", "derivationExpression", "composite",
        "versionHashModifier", "elementID",
      ],
      flags: [
        "optional", "transient", "derived", "indexed", "allowsExternalBinaryDataStorage",
        "preserveAfterDeletion",
      ],
      passedOver: [
        "usesScalarValueType", "customClassName", "syncable", "spotlightIndexingEnabled",
        "storedInTruthFile", "allowsCloudEncryption",
      ],
      children: ["userInfo"]),
    "relationship": ModelVocabulary(
      understood: [
        "name", "minCount", "maxCount", "deletionRule", "destinationEntity", "inverseName",
        "versionHashModifier", "elementID",
      ],
      flags: ["optional", "transient", "toMany", "ordered", "indexed"],
      passedOver: ["inverseEntity", "syncable", "spotlightIndexingEnabled", "storedInTruthFile"],
      children: ["userInfo"]),
    "fetchedProperty": ModelVocabulary(
      understood: ["name", "versionHashModifier", "elementID"],
      flags: ["optional", "transient"],
      passedOver: ["syncable", "spotlightIndexingEnabled", "storedInTruthFile"],
      children: ["fetchRequest", "userInfo"]),
    "fetchRequest": ModelVocabulary(
      understood: [
        "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "resultType",
      ],
      flags: [
        "includeSubentities", "includesSubentities", "includePropertyValues",
        "includesPropertyValues", "includePendingChanges", "includesPendingChanges",
        "returnObjectsAsFaults", "returnsObjectsAsFaults", "returnDistinctResults",
        "returnsDistinctResults",
      ]),
    "fetchIndex": ModelVocabulary(
      understood: ["name", "partialIndexPredicateString"], children: ["fetchIndexElement"]),
    "fetchIndexElement": ModelVocabulary(
      understood: ["property", "expression", "expressionType", "type", "order"]),
    "compoundIndexes": ModelVocabulary(children: ["compoundIndex"]),
    "compoundIndex": ModelVocabulary(children: ["index"]),
    "index": ModelVocabulary(understood: ["value"]),
    "uniquenessConstraints": ModelVocabulary(children: ["uniquenessConstraint"]),
    "uniquenessConstraint": ModelVocabulary(children: ["constraint"]),
    "constraint": ModelVocabulary(understood: ["value"]),
    "composite": ModelVocabulary(understood: ["name"], children: ["attribute", "userInfo"]),
    "configuration": ModelVocabulary(
      understood: ["name"], passedOver: ["usedWithCloudKit"], children: ["memberEntity"]),
    "memberEntity": ModelVocabulary(understood: ["name"]),
    "userInfo": ModelVocabulary(children: ["entry"]),
    "entry": ModelVocabulary(understood: ["key", "value"]),
    // Where things stand in Xcode's picture of the model.
    "elements": ModelVocabulary(children: ["element"]),
    "element": ModelVocabulary(
      passedOver: ["name", "positionX", "positionY", "width", "height"]),
  ]

  /// What Xcode writes and what has no meaning here, as `DIFFERENCES.md` lists it.
  static var allPassedOver: [String] {
    words.filter { !$0.value.passedOver.isEmpty }.sorted { $0.key < $1.key }.map { name, words in
      "- `\(name)`: " + words.passedOver.sorted().map { "`\($0)`" }.joined(separator: ", ")
    }
  }
}

extension ModelReader {
  /// Refuses an element with a word that is not known here, or with a flag that is none.
  func checkWords(of element: ModelElement) throws(ModelFileError) {
    guard let known = ModelVocabulary.words[element.name] else { return }
    for name in element.attributes.keys.sorted() {
      if known.flags.contains(name) {
        let text = element[name] ?? ""
        guard text == "YES" || text == "NO" else {
          throw error(element, .notYesOrNo(text, attribute: name, element: element.name))
        }
      } else if !known.understood.contains(name), !known.passedOver.contains(name) {
        throw error(element, .unknownAttribute(name, element: element.name))
      }
    }
    for child in element.children {
      guard known.children.contains(child.name) else {
        throw error(child, .unknownElement(child.name, parent: element.name))
      }
      try checkWords(of: child)
    }
  }
}

extension NSAttributeType {
  /// The types as a model file spells them.
  static let spellings: [String: NSAttributeType] = [
    "Undefined": .undefinedAttributeType, "Integer 16": .integer16AttributeType,
    "Integer 32": .integer32AttributeType, "Integer 64": .integer64AttributeType,
    "Decimal": .decimalAttributeType, "Double": .doubleAttributeType,
    "Float": .floatAttributeType, "String": .stringAttributeType,
    "Boolean": .booleanAttributeType, "Date": .dateAttributeType,
    "Binary": .binaryDataAttributeType, "UUID": .UUIDAttributeType, "URI": .URIAttributeType,
    "Transformable": .transformableAttributeType, "ObjectID": .objectIDAttributeType,
    "Composite": .compositeAttributeType,
  ]
}

extension NSDeleteRule {
  /// The rules as a model file spells them.
  static let spellings: [String: NSDeleteRule] = [
    "No Action": .noActionDeleteRule, "Nullify": .nullifyDeleteRule,
    "Cascade": .cascadeDeleteRule, "Deny": .denyDeleteRule,
  ]
}
