import Foundation

// One name for one thing, and a room for every file.

extension House {
  /// Types of one name in two modules: a reader who knows one would take it for the other.
  func namesOfTwoThings() -> [String] {
    var modules: [String: Set<String>] = [:]
    for module in self.modules {
      for file in swiftFiles(below: "Sources/\(module)") {
        for name in typesDeclared(in: file) { modules[name, default: []].insert(module) }
      }
    }
    return modules.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { name, modules in
      "\(name) is declared in \(modules.sorted().joined(separator: " and ")): "
        + "rename one after what it is"
    }
  }

  /// The types at the top level of a file, without those that no other file can see.
  private func typesDeclared(in file: String) -> [String] {
    let declaration =
      #/^(?:public |open |package |final |indirect |@\w+ )*(?:class|struct|enum|protocol|actor) (\w+)/#
      .anchorsMatchLineEndings()
    // Stands in for one of the library's, in each module that needs it.
    let standIns = ["Mutex"]
    return text(of: file).matches(of: declaration).map { String($0.1) }
      .filter { !standIns.contains($0) }
  }

  /// Files beside the folders of a module that has folders. Only `main.swift` has to be there.
  func filesOutsideOfRooms() -> [String] {
    modules.flatMap { module -> [String] in
      let parts = names(in: "Sources/\(module)")
      let hasRooms = parts.contains { !$0.contains(".") }
      guard hasRooms else { return [] }
      return parts.filter { $0.hasSuffix(".swift") && $0 != "main.swift" }
        .map { "Sources/\(module)/\($0) lies outside of the module's folders" }
    }
  }

  /// Where `CoreData` may leave the checks of the language: tricks with tests of their own, a
  /// reference that its owner keeps, and the constant that SQLite defines by a cast.
  static let uncheckedPlaces = [
    "Sources/CoreData/Unchecked/", "Sources/CoreData/Model/Layout/EntityPlan.swift",
    "Sources/CoreData/Stores/SQLite/Database/SQLiteStatement.swift",
  ]

  /// Fields whose accesses are not checked for overlaps: those of a context, its registry, its
  /// objects and the pages of rows. `.github/CONTRIBUTING.md` has the command that checks them.
  static let uncheckedFields = [
    "Sources/CoreData/Context/NSManagedObjectContext.swift",
    "Sources/CoreData/Context/Changes/ContextEvents.swift",
    "Sources/CoreData/Context/Registry/", "Sources/CoreData/Object/NSManagedObject.swift",
    "Sources/CoreData/Object/ObjectStorage.swift", "Sources/CoreData/Stores/Rows/RowPage.swift",
  ]

  func uncheckedFieldsOutsideOfTheirPlaces() -> [String] {
    swiftFiles(below: "Sources").filter { file in
      !Self.uncheckedFields.contains { file.hasPrefix($0) }
        && text(of: file).contains("@exclusivity(unchecked)")
    }.map { "\($0) has a field with @exclusivity(unchecked): keep to the few files that have" }
  }

  /// References that are not counted, and bits taken for something else, outside of the few files
  /// that are there for it.
  func uncheckedOutsideOfItsPlaces() -> [String] {
    let signs = ["Unmanaged", "unsafeBitCast", "unowned(unsafe)", "_withUnsafeGuaranteedRef"]
    return swiftFiles(below: "Sources/CoreData").flatMap { file -> [String] in
      if Self.uncheckedPlaces.contains(where: { file.hasPrefix($0) }) { return [] }
      let text = text(of: file)
      return signs.filter { text.contains($0) }
        .map { "\(file) uses \($0): put it behind a type in Sources/CoreData/Unchecked" }
    }
  }
}
