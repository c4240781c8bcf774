import Foundation

// Inside `CoreData`, too, arrows point one way: what is read and written as rows knows nothing of
// the objects and contexts above it.

extension House {
  /// What the folders below objects and contexts may name: folders, or single files of others.
  static let folderArrows: [String: [String]] = [
    "Platform": [],
    "Unchecked": ["Object/NSManagedObject.swift"],
    "Object/Values": ["Errors", "Model", "Object/IDs"],
    "Object/IDs": ["Model", "Object/Values", "Stores/Custom/GivenNames.swift", "Unchecked"],
    "Fetching/Parsing": ["Fetching/Evaluation", "Fetching/Predicates"],
    "Fetching/SQL": rowFloor + ["Fetching/Predicates", "Fetching/Requests", "Stores/SQLite"],
    "Migration/InPlace": rowFloor + ["Stores/SQLite", "Stores/StoreMetadata.swift"],
    "Stores/Rows": rowFloor + ["Fetching/Predicates/NSExpression.swift", "Stores/SQLite/Reading"],
    "Stores/InMemory": rowFloor + storeFiles,
    "Stores/SQLite": rowFloor + storeFiles + [
      "Fetching/SQL", "History/HistoryOpening.swift", "Migration/InPlace",
      "Migration/MigratedFile.swift", "Choices/StoreCosts.swift", "Stores/StoreFiles.swift",
      "Stores/StoreOptions.swift",
    ],
  ]

  /// What every kind of row stands on.
  private static let rowFloor = [
    "Diagnostics/Facts", "Errors", "Fetching/Evaluation",
    "Fetching/Requests/NSExpressionDescription.swift", "History/HistoryRecorder.swift", "Model",
    "Object/IDs", "Object/Values", "Platform", "Stores/Rows", "Unchecked",
  ]

  private static let storeFiles = ["Stores/StoreMetadata.swift"]

  /// Names of types in a folder that may not know them.
  func folderArrowsTheWrongWay() -> [String] {
    let room = "Sources/CoreData/"
    let files = swiftFiles(below: "Sources/CoreData")
    var homes: [String: String] = [:]
    for file in files {
      for name in namesDeclared(in: file) { homes[name] = String(file.dropFirst(room.count)) }
    }
    return Self.folderArrows.sorted { $0.key < $1.key }.flatMap { folder, allowed in
      files.filter { $0.hasPrefix("\(room)\(folder)/") }.flatMap { file in
        namesUsed(in: file).compactMap { name -> String? in
          guard let home = homes[name], !home.hasPrefix(folder + "/"),
            !allowed.contains(where: { home == $0 || home.hasPrefix($0 + "/") })
          else { return nil }
          return "\(file) names \(name): no arrow runs from \(folder) to \(home)"
        }
      }
    }
  }

  private func namesDeclared(in file: String) -> [String] {
    let declaration =
      #/^(?:public |open |final |indirect |@\w+ )*(?:class|struct|enum|protocol|typealias) (\w+)/#
      .anchorsMatchLineEndings()
    return text(of: file).matches(of: declaration).map { String($0.1) }
  }

  /// The capitalised words of a file's code, comments and texts aside.
  private func namesUsed(in file: String) -> [String] {
    let code = text(of: file).split(separator: "\n").map { line in
      line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        .replacing(#/"(?:\\.|[^"\\])*"/#, with: "")
    }
    let words = code.joined(separator: "\n").matches(of: #/\b[A-Z]\w+\b/#).map { String($0.0) }
    return Set(words).sorted()
  }
}
