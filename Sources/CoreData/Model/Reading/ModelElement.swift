internal import Foundation

/// An XML element with the line on which it begins.
final class ModelElement {
  let name: String
  let attributes: [String: String]
  let line: Int
  private(set) var children: [ModelElement] = []
  /// What stands between its tags, without what its children say.
  var text = ""

  init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// Whether an attribute says YES.
  func isSet(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

  func append(_ child: ModelElement) { children.append(child) }

  func children(_ name: String) -> [ModelElement] { children.filter { $0.name == name } }

  /// The outermost element of a file.
  static func root(of data: Data, from url: URL) throws(ModelFileError) -> ModelElement {
    var scanner = ModelScanner(Array(data))
    do {
      return try scanner.root()
    } catch {
      throw ModelFileError(url: url, line: error.line, reason: .notXML(error.words))
    }
  }
}
