public import Foundation

/// Why a file is no model, and where.
public struct ModelFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, told apart.
  public enum Reason: Hashable, Sendable {
    case unreadable(String)
    case notXML(String)
    case notAModel(root: String)
    case compiled
    case noVersion
    case severalVersions([String])
    case missing(attribute: String, element: String)
    case unknownType(String, attribute: String)
    case unknownRule(String, relationship: String)
    case unknownEntity(String, element: String)
    case unknownProperty(String, entity: String, element: String)
    case badNumber(String, attribute: String, element: String)
    case badDefault(String, attribute: String)
    case badPredicate(String)
    case unknownElement(String, parent: String)
    case unknownAttribute(String, element: String)
    case notYesOrNo(String, attribute: String, element: String)
    case unknownWord(String, attribute: String, element: String, known: [String])
    case expressionIndex
    case repeated(String)
    case inheritanceCycle(String)
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
        + "would promise what nobody keeps"
    case .unknownAttribute(let name, let element):
      "'\(name)' of <\(element)> means nothing here; take it out of the model, or the model would "
        + "promise what nobody keeps"
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
