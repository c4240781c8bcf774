import Foundation
import Testing

@testable import CoreData

/// Inputs that led the fuzzers to new code, kept beside them in `Tests/Programs/Fuzzing`.
struct `Inputs that fuzzing found` {
  private static let fuzzing = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Programs/Fuzzing")

  /// One JSON string a line, because inputs hold what no text file can.
  private static func corpus(_ name: String) throws -> [String] {
    let text = try String(contentsOf: fuzzing.appending(path: name), encoding: .utf8)
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(String.self, from: Data($0.utf8))
    }
  }

  @Test func `a format is refused, or written back as a text that means the same`() throws {
    let model = ChatModel.make()
    let names = SchemaNames(model: model)
    let room = try #require(model.entitiesByName["Room"])
    let arguments: [Any?] = ["name", 2, [1, 2.5] as [Any]]
    let formats = try Self.corpus("Predicates/corpus.txt")
    var read = 0
    for format in formats {
      for used in 0...arguments.count {
        guard
          let predicate = try? NSPredicate(
            parsing: format, arguments: Array(arguments.prefix(used)))
        else { continue }
        read += 1
        let text = predicate.description
        #expect(try NSPredicate(parsing: text).description == text, "\(format)")
        _ = predicate.evaluate(
          with: ["name": "Ann", "age": 7, "tags": ["a"]], substitutionVariables: ["x": 1])
        let query = StoreQuery(entity: room, predicate: predicate)
        _ = try? SQLTranslation.statement(for: query, as: .ids, names: names)
      }
    }
    #expect(formats.count == 150)
    #expect(read > 30)
  }

  @Test func `a model is refused, or fit for use`() throws {
    let models = try Self.corpus("Models/corpus.txt")
    var read = 0
    for text in models {
      let url = URL(fileURLWithPath: "/contents")
      guard let model = try? ModelReader.model(from: Data(text.utf8), at: url) else { continue }
      read += 1
      let copy = try #require(model.copy() as? NSManagedObjectModel)
      #expect(copy.entityVersionHashesByName == model.entityVersionHashesByName)
      _ = AccessorGenerator(model: model).files
      let names = SchemaNames(model: model)
      #expect(model.entities.allSatisfy { names.number(of: $0) > 0 })
    }
    #expect(models.count == 40)
    #expect(read > 0)
  }
}
