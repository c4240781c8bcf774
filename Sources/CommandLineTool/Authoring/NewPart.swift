internal import Foundation
internal import WorkbookKit

/// A chapter, scenario or exercise that an author adds: the working example of the tests under
/// another name, and a line in each list. All of it is worked out before the first file is written.
struct NewPart {
  let package: URL
  /// The texts to write, by path from the package.
  private(set) var files: [(path: String, text: String)] = []

  private init(_ package: URL) { self.package = package }

  /// Why there is nothing to write.
  struct Refusal: Error, Equatable {
    let problem: String
    let wayOut: String
  }

  // MARK: The three kinds

  static func chapter(_ name: PartName, in package: URL) throws -> NewPart {
    var part = NewPart(package)
    let number = try part.entries(of: "chapters").count + 1
    let folder = "Chapters/\(number.twoDigits)-\(name.type)"
    try part.refuse(name)
    try part.copy("Tests/Fixtures/TemplateChapter", to: folder) {
      name.instead(of: .countingThreads, in: $0)
        .replacing("number: 0", with: "number: \(number)")
    }
    try part.addToManifest(
      "chapters", folder: "\(number.twoDigits)-\(name.type)", module: name.type)
    try part.edit(catalogue) { text in
      "internal import \(name.type)\n"
        + (try text.inserting("      .\(name.property),\n", before: "    ],\n    exercises:"))
    }
    try part.edit("README.md") { text in
      let row = "| \(number) | `\(name.id)` | Why two threads that count lose a count |\n"
      return try text.inserting(row, behindLast: #/\| \d+ \| `.*\n/#)
    }
    return part
  }

  static func scenario(_ name: PartName, in chapter: Chapter, at package: URL) throws -> NewPart {
    var part = NewPart(package)
    let folder = try part.folder(of: chapter)
    let path = "\(folder)/Scenario/\(name.type).swift"
    let rename = { (text: String) in
      name.instead(of: .lostCount, in: text)
        .replacing("counting-threads/\(name.id)", with: "\(chapter.id)/\(name.id)")
    }
    guard !part.exists(path), !chapter.scenarios.contains(where: { $0.name == name.id }) else {
      throw Refusal(
        problem: "chapter '\(chapter.id)' has a scenario '\(name.id)'", wayOut: "name another one")
    }
    part.files.append(
      (path, rename(try part.text("Tests/Fixtures/TemplateChapter/Scenario/LostCount.swift"))))
    try part.addToList("scenarios", ".\(name.property)", of: chapter, below: folder)
    let example = try part.text("Tests/Fixtures/TemplateChapter/Lesson.md").sections
    let sections = ["Lost count", "What helps?", "Lost count, repaired"]
    try part.addToLesson(
      rename(sections.compactMap { example[$0] }.joined()), folder)
    return part
  }

  static func exercise(_ name: PartName, in chapter: Chapter, at package: URL) throws -> NewPart {
    var part = NewPart(package)
    let exercises = try part.entries(of: "exercises")
    let folder = "\((exercises.count + 1).twoDigits)-\(name.type)"
    try part.refuse(name)
    let rename = { (text: String) in
      name.instead(of: .templateExercise, in: text.replacing("00-TemplateExercise", with: folder))
        .replacing("`counting-threads`", with: "`\(chapter.id)`")
    }
    for home in ["Exercises", "Sources/Graders"] {
      try part.copy(
        "Tests/Fixtures/TemplateExercise/\(home)/00-TemplateExercise", to: "\(home)/\(folder)",
        rename)
    }
    if let other = exercises.last {
      let test = try part.text("Tests/Unit/ExerciseTests/\(other)Tests.swift")
      part.files.append(
        ("Tests/Unit/ExerciseTests/\(name.type)Tests.swift", test.replacing(other, with: name.type))
      )
    }
    try part.addToManifest("exercises", folder: folder, module: name.type)
    try part.edit(catalogue) { text in
      "internal import \(name.type)\n"
        + (try text.inserting("      \(name.type).exercise,\n", before: "    ],\n    tracks:"))
    }
    let home = try part.folder(of: chapter)
    try part.addToList("exercises", "\"\(name.id)\"", of: chapter, below: home)
    try part.addToLesson(
      """
      ## \(name.title)
      Say in a line what goes wrong, and how long it takes to repair.
      > **Repair** \(name.id). Repair it, or go on and come back.


      """, home)
    return part
  }

  // MARK: Writing

  /// Writes everything; what is new first, so that no list names what is not there.
  func write() throws {
    for (path, text) in files {
      let file = package.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
    }
  }

  private static let catalogue = "Sources/CommandLineTool/Session/ShippedCatalogue.swift"
}

// MARK: Looking and changing

extension NewPart {
  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: package.appending(path: path).path)
  }

  private func text(_ path: String) throws -> String {
    if let changed = files.first(where: { $0.path == path }) { return changed.text }
    do {
      return try String(contentsOf: package.appending(path: path), encoding: .utf8)
    } catch {
      throw Refusal(
        problem: "'\(path)' cannot be read", wayOut: "work in a whole checkout of the workbook")
    }
  }

  private mutating func edit(_ path: String, _ change: (String) throws -> String) throws {
    let changed: String
    do {
      changed = try change(try text(path))
    } catch is TextNotFound {
      throw Refusal(
        problem: "'\(path)' is not written as expected, so there is no place for the new line",
        wayOut: "put its lists back into the form that 'git diff' shows, and try again")
    }
    files.removeAll { $0.path == path }
    files.append((path, changed))
  }

  private mutating func copy(
    _ source: String, to folder: String, _ rename: (String) -> String
  ) throws {
    let root = package.appending(path: source)
    let names = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
    for name in names.sorted() {
      guard name.hasSuffix(".swift") || name.hasSuffix(".md") else { continue }
      files.append(("\(folder)/\(rename(name))", rename(try text("\(source)/\(name)"))))
    }
    guard !files.isEmpty else {
      throw Refusal(
        problem: "the example in '\(source)' is not there",
        wayOut: "work in a whole checkout of the workbook")
    }
  }

  /// The modules of one of the manifest's lists.
  private func entries(of list: String) throws -> [String] {
    let lines = try text("Package.swift").components(separatedBy: "\n")
      .drop { !$0.hasPrefix("let \(list):") }.prefix { $0 != "]" }
    return lines.compactMap { $0.firstMatch(of: #/module: "(\w+)"/#).map { String($0.1) } }
  }

  /// A module has a name of its own among all targets.
  private func refuse(_ name: PartName) throws {
    let manifest = try text("Package.swift")
    let isTaken =
      try ["\"\(name.type)\"", "\"\(name.type)Tests\""].contains { manifest.contains($0) }
      || entries(of: "chapters").contains(name.type) || Self.systemModules.contains(name.type)
    if isTaken {
      throw Refusal(
        problem: "there is a module '\(name.type)' already", wayOut: "name it differently")
    }
  }

  private static let systemModules: Set<String> = [
    "Dispatch", "Foundation", "Glibc", "Observation", "Regex", "Swift", "Synchronization",
  ]

  private func folder(of chapter: Chapter) throws -> String {
    let folders =
      (try? FileManager.default.contentsOfDirectory(
        atPath: package.appending(path: "Chapters").path)) ?? []
    guard let folder = folders.first(where: { $0.hasPrefix(chapter.number.twoDigits + "-") }) else {
      throw Refusal(
        problem: "chapter '\(chapter.id)' has no folder below 'Chapters'",
        wayOut: "work in a whole checkout of the workbook")
    }
    return "Chapters/\(folder)"
  }

  private mutating func addToManifest(_ list: String, folder: String, module: String) throws {
    try edit("Package.swift") { text in
      guard let start = text.range(of: "let \(list):") else { throw TextNotFound() }
      let head = text[..<start.lowerBound]
      return try head
        + String(text[start.lowerBound...]).inserting(
          "  (folder: \"\(folder)\", module: \"\(module)\"),\n", before: "]\n")
    }
  }

  /// Adds to a list of the chapter's declaration, wherever in its folder that is.
  private mutating func addToList(
    _ list: String, _ element: String, of chapter: Chapter, below folder: String
  ) throws {
    let scenarios = "\(folder)/Scenario"
    let names =
      (try? FileManager.default.contentsOfDirectory(
        atPath: package.appending(path: scenarios).path)) ?? []
    let declaration = try names.sorted().map { "\(scenarios)/\($0)" }.first {
      try text($0).contains("Chapter(\n    \"\(chapter.id)\"")
    }
    guard let declaration else {
      throw Refusal(
        problem: "no file in '\(scenarios)' declares Chapter(\"\(chapter.id)\", ...)",
        wayOut: "declare it as the other chapters are")
    }
    try edit(declaration) { text in
      guard let start = text.range(of: "\(list): ["),
        let end = text.range(of: "]", range: start.upperBound..<text.endIndex)
      else { throw TextNotFound() }
      let isEmpty = text[start.upperBound..<end.lowerBound].allSatisfy(\.isWhitespace)
      let body = text[..<end.lowerBound].trimmed
      return body + (isEmpty || body.hasSuffix(",") ? " " : ", ") + element
        + text[end.lowerBound...]
    }
  }

  /// Behind what is there, and before what a chapter ends with.
  /// New steps are deep until their author gives them a place among the few of the core.
  private mutating func addToLesson(_ sections: String, _ folder: String) throws {
    let deep = sections.replacing(#/## .+\n/#) { "\($0.output)<!-- deep -->\n" }
    try edit("\(folder)/Lesson.md") {
      try $0.inserting(deep, before: "## In your own app\n")
    }
  }
}

extension PartName {
  // What the examples in the tests are called.
  fileprivate static let countingThreads = PartName("counting-threads")!
  fileprivate static let lostCount = PartName("lost-count")!
  fileprivate static let templateExercise = PartName("template-exercise")!
}

/// The place for a new line is not there.
private struct TextNotFound: Error {}

extension String {
  fileprivate func inserting(_ text: String, before anchor: String) throws -> String {
    guard let place = range(of: anchor) else { throw TextNotFound() }
    return self[..<place.lowerBound] + text + self[place.lowerBound...]
  }

  fileprivate func inserting(_ text: String, behindLast pattern: some RegexComponent) throws
    -> String
  {
    guard let place = ranges(of: pattern).last else { throw TextNotFound() }
    return self[..<place.upperBound] + text + self[place.upperBound...]
  }

  /// A lesson's sections by title, each with its heading.
  fileprivate var sections: [String: String] {
    var sections: [String: String] = [:]
    for section in ("\n" + self).components(separatedBy: "\n## ").dropFirst() {
      sections[String(section.prefix { $0 != "\n" })] = "## \(section)\n"
    }
    return sections
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension Int {
  fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
