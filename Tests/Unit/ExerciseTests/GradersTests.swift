import Foundation
import Testing

@testable import CommandLineTool
@testable import WorkbookKit

/// What grades the answers, with nothing built but the product: our own answers are text until one
/// of them is asked for.
struct GradersTests {
  @Test(arguments: Catalogue.shipped.exercises.map(\.id))
  func `one right answer and the file as shipped are told what they are`(id: String) async throws {
    let grading = try await Judge().gradeTwo(of: exercise(id))
    #expect(grading.judged.map(\.card.name).last == "AsShipped")
    #expect(grading.judged.map(\.card.verdict).first == .pass)
    expectAsListed(grading)
  }

  @Test(arguments: Catalogue.shipped.exercises.map(\.id))
  func `each answer of ours has a file of its name, and each file is listed`(id: String) throws {
    let exercise = try exercise(id)
    let cards = exercise.solutions + exercise.museum
    let files = try exercise.folder.sampleFiles()
    #expect(Set(files.map(\.path)) == Set(cards.map { exercise.file(of: $0).path }))
    for card in cards {
      let text = try exercise.file(of: card).text()
      #expect(text.contains(try Regex("(struct|class|actor) \(card.name)\\b")), "\(card.name)")
    }
  }

  /// What a piece is named for must be in it, or it is no example of it.
  @Test(arguments: Catalogue.shipped.exercises.map(\.id))
  func `a piece uses what its name says`(id: String) throws {
    let exercise = try exercise(id)
    for card in exercise.solutions + exercise.museum {
      // Without remarks, and without the name itself.
      let text = try exercise.file(of: card).text().replacing(#/(?m)^\s*//.*$/#, with: "")
        .replacing(card.name, with: "")
      for (word, uses) in Self.namesakes where card.name.contains(word) {
        #expect(uses.contains { text.contains($0) }, "\(card.name) has none of \(uses)")
      }
    }
  }

  private static let namesakes: [(word: String, uses: [String])] = [
    ("Undo", ["undoManager"]), ("Dispatch", ["DispatchQueue"]), ("Semaphore", ["Semaphore("]),
    ("AGroup", ["DispatchGroup"]), ("Barrier", ["barrier"]), ("Operation", ["Operation"]),
    ("InATask", ["Task"]), ("ChainOfTasks", ["Task"]), ("Actor", ["actor "]),
    ("Stream", ["Stream"]), ("Locks", ["ock"]), ("Sleeps", ["sleep"]), ("Polls", ["while"]),
    ("Yields", ["yield"]), ("Resets", ["reset()"]), ("RollsBack", ["rollback()"]),
    ("RollsTheViewBack", ["rollback()"]), ("Refreshes", ["refresh(", "refreshAllObjects"]),
    ("Pools", ["autoreleasepool"]), ("InAChild", [".parent ="]), ("APolicy", ["mergePolicy"]),
    ("AConstraint", ["uniquenessConstraints"]), ("Prefetch", ["Prefetching"]),
    ("AGeneration", ["setQueryGenerationFrom"]), ("Obtain", ["obtainPermanentIDs"]),
    ("TheURL", ["uriRepresentation"]), ("Prints", ["print("]), ("ASet", ["Set("]),
    ("Swallows", ["try?"]),
    ("UpdatesTheRow", ["NSBatchUpdateRequest"]), ("InsertsRows", ["NSBatchInsertRequest"]),
    ("Snapshots", ["napshot"]), ("Deletes", ["delete"]),
    ("Merges", ["merge", "mergesChanges", "MergesChanges"]), ("AString", ["String?"]),
  ]

  /// As a check says `not started`, and as `reset` does.
  @Test(arguments: Catalogue.shipped.exercises.map(\.id))
  func `what is shipped to the reader is the piece of that name`(id: String) throws {
    let folder = try exercise(id).folder
    let shipped = try folder.pristineText()
    #expect(shipped.contains("import \(folder.module)\n"))
    #expect(shipped.contains(#/(struct|class|actor) Answer\b/#))
  }

  @Test func `no line of ours is linked into the workbook`() throws {
    let program = try Data(contentsOf: PackageLocation.here.binaries.appending(path: "workbook"))
    // As debug information names the files that a program is made of.
    func isMade(of file: String) -> Bool { program.range(of: Data("/\(file)".utf8)) != nil }
    #expect(isMade(of: "01-ImportHistory/Task/Trials.swift"))
    #expect(!isMade(of: "01-ImportHistory/Museum/AsShipped.swift"))
  }

  private func exercise(_ id: String) throws -> any CheckedExercise {
    try #require(Catalogue.shipped.exercise(id))
  }
}
