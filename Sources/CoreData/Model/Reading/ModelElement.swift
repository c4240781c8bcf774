internal import Foundation
internal import FoundationXML

/// An XML element with the line on which its opening tag ends; Xcode writes a tag on one line.
final class ModelElement {
  let name: String
  let attributes: [String: String]
  let line: Int
  fileprivate(set) var children: [ModelElement] = []

  init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// Whether an attribute says YES.
  func isSet(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

  func children(_ name: String) -> [ModelElement] { children.filter { $0.name == name } }

  /// The outermost element of a file.
  static func root(of data: Data, from url: URL) throws(ModelFileError) -> ModelElement {
    let reader = ElementReader()
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    guard parser.parse(), let root = reader.root else {
      let why = parser.parserError.map { "error \(($0 as NSError).code)" } ?? "it is empty"
      let line = parser.lineNumber > 0 ? parser.lineNumber : nil
      throw ModelFileError(url: url, line: line, reason: .notXML(why))
    }
    return root
  }
}

private final class ElementReader: NSObject, XMLParserDelegate {
  private(set) var root: ModelElement?
  private var open: [ModelElement] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let element = ModelElement(name: name, attributes: attributes, line: parser.lineNumber)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    _ = open.popLast()
  }
}
