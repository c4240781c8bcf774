/// Finds the classes of a file, and what they declare as `@NSManaged`.
struct ManagedFileReader {
  private let tokens: [Token]
  private let lines: LineTable
  private var place = 0
  private var file: ManagedFile
  /// What encloses the current place, outermost first; nil for braces that are no class.
  private var enclosing: [Int?] = []
  /// What the next brace opens.
  private var opening: Int?
  /// The name in the `@objc(...)` before the next class.
  private var objectiveCName: String?

  static func read(name: String, text: String) throws(ManagedAccessorError) -> ManagedFile {
    var reader = ManagedFileReader(name: name, text: text)
    try reader.readAll()
    return reader.file
  }

  private init(name: String, text: String) {
    tokens = Token.all(in: CodeMask(text))
    lines = LineTable(text)
    file = ManagedFile(name: name, text: text)
  }

  private var word: String { place < tokens.count ? tokens[place].text : "" }

  private mutating func readAll() throws(ManagedAccessorError) {
    while place < tokens.count {
      switch word {
      case "{":
        enclosing.append(opening)
        opening = nil
      case "}":
        _ = enclosing.popLast()
      case "@": try readAttribute()
      case "class", "extension": readType()
      case "func", "var", "init", "struct", "enum": objectiveCName = nil
      default: break
      }
      place += 1
    }
  }

  // MARK: Attributes

  private mutating func readAttribute() throws(ManagedAccessorError) {
    let start = place
    place += 1
    switch word {
    case "objc", "objcMembers":
      var argument = ""
      if peek("(") {
        place += 1
        while place + 1 < tokens.count, !peek(")") {
          place += 1
          argument += word
        }
        place += 1
      }
      file.objectiveCAttributes.append(
        tokens[start].range.lowerBound..<tokens[place].range.upperBound)
      // A method's name has colons, which no class has.
      if !argument.isEmpty, !argument.contains(":") { objectiveCName = argument }
    case "NSManaged": try readManaged()
    default: break
    }
  }

  private func peek(_ text: String) -> Bool {
    place + 1 < tokens.count && tokens[place + 1].text == text
  }

  // MARK: Types

  /// The words after `class` that make it a modifier.
  private static let modified: Set<String> = [
    "func", "var", "let", "subscript", "override", "final", "internal", "public", "private",
  ]

  private mutating func readType() {
    let keyword = word
    let isImport = place > 0 && tokens[place - 1].text == "import"
    guard !isImport, place + 1 < tokens.count, tokens[place + 1].isWord,
      !Self.modified.contains(tokens[place + 1].text)
    else { return }
    place += 1
    var type = ManagedType(name: word, isExtension: keyword == "extension")
    if keyword == "class" { type.objectiveCName = objectiveCName.flatMap { $0 == word ? nil : $0 } }
    objectiveCName = nil
    // Nested classes are not entered, so that managed members there are found to have no owner.
    let isNested = !enclosing.isEmpty || peek(".")
    while place + 1 < tokens.count, !peek("{") { place += 1 }
    if isNested { return }
    opening = file.types.count
    file.types.append(type)
  }

  // MARK: Members

  private mutating func readManaged() throws(ManagedAccessorError) {
    let line = lines.line(of: tokens[place].range.lowerBound)
    objectiveCName = nil
    guard let owner = enclosing.last ?? nil else {
      throw failure(
        line, "'@NSManaged' outside a class of its own, or in a nested class",
        "Declare the class at the top level of the file")
    }
    var isPrivate = false
    while place + 1 < tokens.count, word != "var", word != "func" {
      place += 1
      switch word {
      case "@":
        if peek("objc") || peek("objcMembers") {
          try readAttribute()
        } else {
          place += 1
          if peek("(") { skipParentheses() }
        }
      case "private", "fileprivate":
        // `private(set)` is about the setter only.
        if peek("(") { skipParentheses() } else { isPrivate = true }
      case "public", "internal", "open", "package":
        if peek("(") { skipParentheses() }
      case "{", "}", "let":
        throw failure(
          line, "'@NSManaged' without a variable or method", "Declare a 'var' or 'func'")
      default: break
      }
    }
    objectiveCName = nil
    let isMethod = word == "func"
    place += 1
    let name = word
    place += 1
    let rest = isMethod ? textOfLine() : try propertyType(line, name)
    file.types[owner].members.append(
      ManagedMember(
        name: name, kind: isMethod ? .method(signature: rest) : .property(type: rest),
        isPrivate: isPrivate, line: line))
  }

  private mutating func skipParentheses() {
    while place + 1 < tokens.count, word != ")" { place += 1 }
  }

  private mutating func propertyType(
    _ line: Int, _ name: String
  ) throws(ManagedAccessorError) -> String {
    guard word == ":" else {
      throw failure(
        line, "'@NSManaged var \(name)' without a type",
        "Declare one variable at a time, with its type")
    }
    place += 1
    return textOfLine()
  }

  /// What follows, up to the end of the line that closes all brackets.
  private mutating func textOfLine() -> String {
    let start = place
    var depth = 0
    while place < tokens.count {
      if ["(", "[", "<"].contains(word) { depth += 1 }
      if [")", "]", ">"].contains(word) { depth -= 1 }
      if depth <= 0, word == "\n" || word == ";" || word == "}" || word == "{" { break }
      place += 1
    }
    let range = tokens[start].range.lowerBound..<tokens[place - 1].range.upperBound
    place -= 1
    return String(decoding: Array(file.text.utf8)[range], as: UTF8.self)
  }

  private func failure(_ line: Int, _ problem: String, _ wayOut: String) -> ManagedAccessorError {
    ManagedAccessorError(place: "\(file.name):\(line)", problem: problem, wayOut: wayOut + ".")
  }
}

/// Where the lines of a text begin.
struct LineTable {
  private let starts: [Int]

  init(_ text: String) {
    starts =
      [0]
      + text.utf8.enumerated().filter { $0.element == UInt8(ascii: "\n") }
      .map { $0.offset + 1 }
  }

  /// The number of the line, from 1, that holds a byte.
  func line(of byte: Int) -> Int { starts.prefix { $0 <= byte }.count }
}
