import Foundation

/// The package seen as a house: its folders, its manifest and who imports whom.
///
/// Every rule is a function that returns sentences about what is wrong, so that the rules
/// themselves can be tested on houses built badly on purpose.
struct House {
  let root: URL

  /// The house this file lives in.
  static let ours = House(
    root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent())

  /// The only names allowed at the top, dotfiles aside.
  static let topLevelNames = [
    "Chapters", "Exercises", "Package.swift", "README.md", "Sources", "Tests",
  ]

  /// Which of our modules a module may import. `chapter` stands for every chapter's module,
  /// `exercise` for every exercise's.
  static let arrows: [String: Set<String>] = [
    "CSQLite": [],
    "CEditline": [],
    "Interleaving": [],
    "CConfinement": [],
    "CTaskLocals": [],
    "InterleavingTesting": ["CTaskLocals", "Interleaving"],
    "CMemoryAccesses": [],
    "ControlledDispatch": ["Interleaving"],
    "StyledText": [],
    "Terminal": ["CEditline", "StyledText"],
    "ManagedAccessors": [],
    "CoreData": ["CSQLite", "Interleaving"],
    "WorkbookKit": [
      "CConfinement", "ControlledDispatch", "CoreData", "Interleaving", "ManagedAccessors",
      "StyledText",
    ],
    "Pages": ["WorkbookKit", "StyledText", "CoreData", "Interleaving"],
    "chapter": ["WorkbookKit", "ControlledDispatch", "CoreData", "Interleaving"],
    "exercise": ["WorkbookKit", "ControlledDispatch", "CoreData", "Interleaving"],
    "CommandLineTool": [
      "Terminal", "CSQLite", "CEditline", "chapter", "exercise", "WorkbookKit", "Pages",
      "StyledText",
      "CoreData", "Interleaving", "ManagedAccessors",
    ],
    "Benchmarks": ["CSQLite", "CoreData", "Interleaving"],
  ]

  // MARK: What is there

  /// The flags that an editor gives to answers lie beside the exercises.
  static let editorFlags = "compile_flags.txt"

  func names(in folder: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder)) ?? []
    return all.filter { !$0.hasPrefix(".") && $0 != Self.editorFlags }.sorted()
  }

  func text(of path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  /// The Swift files below a folder, as paths from the root.
  func swiftFiles(below folder: String) -> [String] {
    let start = root.appending(path: folder)
    let found = FileManager.default.enumerator(atPath: start.path)
    let paths = (found?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".swift") }
    return paths.sorted().map { "\(folder)/\($0)" }
  }

  /// The `(folder:, module:)` lines of one of the manifest's lists.
  func manifestEntries(_ list: String) -> [(folder: String, module: String)] {
    let manifest = text(of: "Package.swift")
    let body = try? Regex(#"let \#(list)[^=]*= \[([^\]]*)\]"#)
    guard let body, let list = manifest.firstMatch(of: body) else { return [] }
    return String(list.output[1].substring ?? "")
      .matches(of: #/folder: "([^"]+)", module: "([^"]+)"/#)
      .map { (String($0.1), String($0.2)) }
  }

  var chapters: [(folder: String, module: String)] { manifestEntries("chapters") }
  var exercises: [(folder: String, module: String)] { manifestEntries("exercises") }

  /// What grades the answers to exercises, which are modules of their own.
  static let graders = "Graders"

  /// The folders in `Sources/` that are one module each.
  var modules: [String] { names(in: "Sources").filter { $0 != Self.graders } }
}

// MARK: The rules

extension House {
  func everyBrokenRule() -> [String] {
    surplusTopLevelNames() + foldersMissingFromTheManifest() + incompleteChapters()
      + incompleteExercises() + arrowsTheWrongWay() + dependenciesTheWrongWay()
      + foldersWithoutASubject() + looksIntoSentences() + namesOfTwoThings()
      + filesOutsideOfRooms() + uncheckedOutsideOfItsPlaces()
      + uncheckedFieldsOutsideOfTheirPlaces() + folderArrowsTheWrongWay()
  }

  func surplusTopLevelNames() -> [String] {
    names(in: "").filter { !Self.topLevelNames.contains($0) }
      .map { "the top level holds \($0): find it a home in one of the six agreed names" }
  }

  func foldersMissingFromTheManifest() -> [String] {
    func missing(_ folder: String, _ entries: [(folder: String, module: String)]) -> [String] {
      names(in: folder).filter { name in !entries.contains { $0.folder == name } }
        .map { "\(folder)/\($0) is not in Package.swift: add its line to the list" }
    }
    return missing("Chapters", chapters) + missing("Exercises", exercises)
      + missing("Sources/\(Self.graders)", exercises)
      + modules.filter { !text(of: "Package.swift").contains("\"\($0)\"") }
      .map { "Sources/\($0) is not in Package.swift" }
  }

  func incompleteChapters() -> [String] {
    names(in: "Chapters").flatMap { chapter -> [String] in
      var wrong: [String] = []
      if text(of: "Chapters/\(chapter)/Lesson.md").isEmpty { wrong.append("no Lesson.md") }
      if swiftFiles(below: "Chapters/\(chapter)/Scenario").isEmpty { wrong.append("no scenario") }
      if swiftFiles(below: "Chapters/\(chapter)/Tests").isEmpty { wrong.append("no tests") }
      return wrong.map { "Chapters/\(chapter) has \($0)" }
    }
  }

  func incompleteExercises() -> [String] {
    names(in: "Exercises").flatMap { exercise -> [String] in
      var wrong: [String] = []
      let graders = "Sources/\(Self.graders)/\(exercise)"
      for part in ["Task", "Solutions", "Museum"]
      where swiftFiles(below: "\(graders)/\(part)").isEmpty {
        wrong.append("nothing in \(graders)/\(part)")
      }
      let answer = "\(exercise.drop { $0 != "-" }.dropFirst()).swift"
      let things = names(in: "Exercises/\(exercise)")
      for thing in ["Exercise.md", answer] where !things.contains(thing) {
        wrong.append("no \(thing)")
      }
      // Where an answer has several files, a piece of ours names the others.
      let others = text(of: "\(graders)/Museum/AsShipped.swift").matches(
        of: #/(?m)^// FILE: (.+)$/#
      ).map { String($0.output.1) }
      wrong += things.filter {
        $0 != "Exercise.md" && !isOfReader($0, answer) && !others.contains($0)
      }
      .map { "\($0), which is not for its reader" }
      return wrong.map { "Exercises/\(exercise) has \($0)" }
    }
  }

  /// The file itself, and what a reset has kept of it.
  private func isOfReader(_ name: String, _ answer: String) -> Bool {
    name == answer || name.hasPrefix("\(answer).~")
  }

  /// Imports that run against the arrows of the design.
  func arrowsTheWrongWay() -> [String] {
    let chapterModules = Set(chapters.map(\.module))
    let exerciseModules = Set(exercises.map(\.module))
    func role(of module: String) -> String {
      if chapterModules.contains(module) { return "chapter" }
      return exerciseModules.contains(module) ? "exercise" : module
    }
    var homes: [(folder: String, role: String)] = modules.map { ("Sources/\($0)", $0) }
    homes += chapters.map { ("Chapters/\($0.folder)/Scenario", "chapter") }
    for (folder, _) in exercises {
      homes.append(("Sources/\(Self.graders)/\(folder)", "exercise"))
      homes.append(("Exercises/\(folder)", "exercise"))
    }
    return homes.flatMap { home in
      swiftFiles(below: home.folder).flatMap { file in
        imports(of: file).compactMap { imported -> String? in
          let role = role(of: imported)
          guard Self.arrows[role] != nil else { return nil }
          // Compiled into the modules of answers, and not into the one it lies in.
          if file.contains("/Names/") { return nil }
          // An answer imports the contract of its own exercise, and of no other.
          if home.folder.hasSuffix("-\(imported)"), !file.contains("/Task/") { return nil }
          if Self.arrows[home.role]?.contains(role) == true { return nil }
          return "\(file) imports \(imported): no arrow runs from \(home.role) to \(role)"
        }
      }
    }
  }

  /// Dependencies in the manifest that run against the arrows of the design.
  func dependenciesTheWrongWay() -> [String] {
    let targets = text(of: "Package.swift").matches(
      of: #/[tT]arget\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]/#)
    return targets.flatMap { target -> [String] in
      guard let allowed = Self.arrows[String(target.1)] else { return [] }
      return target.2.matches(of: #/"(\w+)"/#).map { String($0.1) }
        .filter { Self.arrows[$0] != nil && !allowed.contains($0) }
        .map { "Package.swift lets \(target.1) depend on \($0): no arrow runs that way" }
    }
  }

  /// Names that say nothing about what is inside.
  func foldersWithoutASubject() -> [String] {
    let empty = ["Utils", "Utilities", "Helpers", "Common", "Misc"]
    return ["Sources", "Tests", "Chapters", "Exercises"].flatMap { top in
      swiftFiles(below: top).filter { path in
        path.split(separator: "/").contains { part in
          empty.contains { part == $0 || part == "\($0).swift" }
        }
      }.map { "\($0): name the folder or file after its subject" }
    }
  }

  /// The modules named at the head of a file. Further down, a line that begins with `import` stands
  /// in a string: generated code.
  private func imports(of file: String) -> [String] {
    let head = text(of: file).split(separator: "\n").lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .prefix { line in
        line.contains("import ") || line.hasPrefix("//") || line.hasPrefix("#")
          || line.hasPrefix("@")
      }
    return head.filter { !$0.hasPrefix("//") }.compactMap { line in
      line.firstMatch(
        of: #/\bimport\s+(?:(?:class|struct|enum|protocol|func)\s+)?(\w+)/#
      ).map { String($0.1) }
    }
  }
}
