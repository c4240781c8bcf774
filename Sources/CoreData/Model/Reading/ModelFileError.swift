public import Foundation

/// Why a file is no model, and where.
public struct ModelFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, told apart.
  public enum Reason: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable(String)
    /// The file is not XML.
    case notXML(String)
    /// The file is XML of another kind.
    case notAModel(root: String)
    /// The model is compiled; only its source can be read.
    case compiled
    /// The folder holds no version of the model.
    case noVersion
    /// The folder holds several versions and does not say which is current.
    case severalVersions([String])
    /// An element lacks something it must say.
    case missing(attribute: String, element: String)
    /// An attribute has a type that there is not.
    case unknownType(String, attribute: String)
    /// A relationship has a delete rule that there is not.
    case unknownRule(String, relationship: String)
    /// An element names an entity that the model lacks.
    case unknownEntity(String, element: String)
    /// An element names a property that the entity lacks.
    case unknownProperty(String, entity: String, element: String)
    /// Something that must be a number is none.
    case badNumber(String, attribute: String, element: String)
    /// A default value is not of its attribute's type.
    case badDefault(String, attribute: String)
    /// A predicate cannot be read.
    case badPredicate(String)
    /// An element that is not known at its place.
    case unknownElement(String, parent: String)
    /// An attribute that is not known in its element.
    case unknownAttribute(String, element: String)
    /// Something that must be YES or NO is neither.
    case notYesOrNo(String, attribute: String, element: String)
    /// A word that is not one of those that may stand there.
    case unknownWord(String, attribute: String, element: String, known: [String])
    /// An index by an expression.
    case expressionIndex
    /// Something is said twice.
    case repeated(String)
    /// An entity is its own ancestor.
    case inheritanceCycle(String)
    /// What was read does not fit together.
    case problems([ModelProblem])
  }

  /// The file or folder.
  public let url: URL
  /// The line in it, counted from 1; nil where the whole file is meant.
  public let line: Int?
  /// What is wrong there.
  public let reason: Reason

  /// Where it is wrong, what is wrong, and what would be right.
  public var description: String {
    let place = line.map { ":\($0)" } ?? ""
    return "\(url.path)\(place): \(words)"
  }

  private var words: String {
    switch reason {
    case .unreadable(let why): "cannot be read: \(why)"
    case .notXML(let why): "is no well-formed XML: \(why)"
    case .notAModel(let root):
      "the outermost element is <\(root)>; a model's contents begin with <model>"
    case .compiled:
      "is a compiled model; give the .xcdatamodeld or .xcdatamodel it was made from"
    case .noVersion: "holds no .xcdatamodel folder"
    case .severalVersions(let names):
      "does not say which version is current (.xccurrentversion); it holds "
        + names.joined(separator: ", ")
    case .missing(let attribute, let element): "<\(element)> needs the attribute '\(attribute)'"
    case .unknownType(let type, let attribute):
      "the attribute '\(attribute)' has the type '\(type)'; known are "
        + NSAttributeType.spellings.keys.sorted().joined(separator: ", ")
    case .unknownRule(let rule, let relationship):
      "the relationship '\(relationship)' has the deletion rule '\(rule)'; known are "
        + NSDeleteRule.spellings.keys.sorted().joined(separator: ", ")
    case .unknownEntity(let name, let element):
      "<\(element)> names the entity '\(name)', which the model does not have"
    case .unknownProperty(let name, let entity, let element):
      "<\(element)> names '\(name)', which is no property of '\(entity)'"
    case .badNumber(let text, let attribute, let element):
      "'\(attribute)' of <\(element)> is '\(text)', which is no number"
    case .badDefault(let text, let attribute):
      "'\(text)' cannot be the default of '\(attribute)'"
    case .badPredicate(let why): why
    case .unknownElement(let name, let parent):
      "<\(name)> inside <\(parent)> means nothing here; take it out of the model, or the model "
        + "would promise what is not kept"
    case .unknownAttribute(let name, let element):
      "'\(name)' of <\(element)> means nothing here; take it out of the model, or the model would "
        + "promise what is not kept"
    case .notYesOrNo(let text, let attribute, let element):
      "'\(attribute)' of <\(element)> is '\(text)'; it may be YES or NO"
    case .unknownWord(let text, let attribute, let element, let known):
      "'\(attribute)' of <\(element)> is '\(text)'; known are \(known.joined(separator: ", "))"
    case .expressionIndex:
      "an index by an expression cannot be kept here; index a property, for example a derived "
        + "attribute with the same expression"
    case .repeated(let name): "'\(name)' is declared twice"
    case .inheritanceCycle(let name): "'\(name)' inherits from itself"
    case .problems(let problems): problems.map(\.text).joined(separator: " ")
    }
  }
}
