import CoreData
import Foundation
import LongTests
import PseudoTerminal
import Testing

/// A process that migrates a store in stages is killed, or meets another one that does. The store
/// always has one version as a whole, each handler has done all or nothing, and a later migration
/// does what is left: also a handler's work that comes after the step.
@Suite(.long) struct `Sudden death of stages` {
  private static let count = 200

  /// Notes, as the writer's versions have them.
  private func model(_ version: Int) -> NSManagedObjectModel {
    let note = NSEntityDescription()
    note.name = "Note"
    note.properties = [
      ChatModel.attribute(version == 3 ? "round" : "batch", .integer64AttributeType),
      ChatModel.attribute("text", .stringAttributeType),
    ]
    if version > 1 {
      let title = ChatModel.attribute("title", .stringAttributeType)
      title.isOptional = version == 2
      note.properties.append(title)
    }
    let model = NSManagedObjectModel()
    model.entities = [note]
    return model
  }

  private func withStore(_ body: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("notes.sqlite")
    let stack = try ForeignStack(model: model(1), url: url)
    let context = stack.context()
    try context.performAndWait {
      for number in 0..<Self.count {
        context.insert("Note", ["batch": number, "text": "note \(number)"])
      }
      try context.save()
    }
    try stack.close()
    try body(url)
  }

  private func migrator(_ url: URL, _ arguments: [String]) throws -> (Process, Pipe, Pipe) {
    let migrator = Process()
    migrator.executableURL = URL(fileURLWithPath: BuiltProgram.path(of: "CrashingWriter"))
    migrator.arguments = [url.path] + arguments
    let (input, output) = (Pipe(), Pipe())
    (migrator.standardInput, migrator.standardOutput) = (input, output)
    try migrator.run()
    return (migrator, input, output)
  }

  private func run(_ url: URL, _ arguments: [String]) throws -> (String, status: Int32) {
    let (migrator, _, output) = try migrator(url, arguments)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    migrator.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), migrator.terminationStatus)
  }

  /// The version of the store and whose titles it has; an issue if not all notes have the same.
  private func state(of url: URL) throws -> String {
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: url)
    let version = try #require(
      (1...3).first {
        model($0).isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
      })
    let stack = try ForeignStack(model: model(version), url: url)
    defer { try? stack.close() }
    let context = stack.context()
    return try context.performAndWait {
      let notes = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
      let numbers = notes.compactMap { $0.value(forKey: version == 3 ? "round" : "batch") as? Int }
      #expect(Set(numbers).count == Self.count)
      #expect(zip(notes, numbers).allSatisfy { $0["text"] == "note \($1)" })
      let titles = notes.map { note in
        guard version > 1, let title = note["title"] else { return "no" }
        return title.replacing(" of \(note["text"] ?? "")", with: "")
      }
      #expect(Set(titles).count == 1)
      return "\(version), \(titles.first ?? "") titles"
    }
  }

  @Test(arguments: [
    ("will", "2, no titles"), ("filled", "2, first titles"), ("did", "3, first titles"),
    ("written", "3, last titles"), ("opened", "3, last titles"),
  ])
  func `one that is killed in a phase of a stage leaves a whole version, and is gone on with`(
    _ sample: (phase: String, left: String)
  ) throws {
    try withStore { url in
      let killed = try run(url, ["0", "stages", sample.phase])
      #expect(killed.status == SIGKILL)
      let left = try state(of: url)
      #expect(left == sample.left)
      let later = try run(url, ["0", "stages"])
      #expect(later.0 == "migrated\n")
      let end = try state(of: url)
      #expect(end == "3, last titles")
    }
  }

  @Test(arguments: (0..<24).map { 1_000 + $0 * 7_919 % 90_000 })
  func `one that is killed at any moment leaves a whole version, and is gone on with`(
    microseconds: Int
  ) throws {
    try withStore { url in
      let (words, status) = try run(url, [String(microseconds), "stages"])
      #expect(status == SIGKILL || words == "migrated\n")
      let left = try state(of: url)
      #expect(!left.hasPrefix("1, first"))
      let later = try run(url, ["0", "stages"])
      #expect(later.0 == "migrated\n")
      let end = try state(of: url)
      #expect(end == "3, last titles")
    }
  }

  @Test func `of two migrators at once the second is refused, and loses nothing`() throws {
    try withStore { url in
      let (first, input, output) = try migrator(url, ["0", "stages", "stop"])
      let words = output.fileHandleForReading.availableData
      #expect(words == Data("stopped\n".utf8))
      let second = try run(url, ["0", "stages"])
      #expect(second.0 == "refused 134110\n")
      try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
      try input.fileHandleForWriting.close()
      first.waitUntilExit()
      let end = try state(of: url)
      #expect(end == "3, last titles")
      let later = try run(url, ["0", "stages"])
      #expect(later.0 == "migrated\n")
    }
  }
}
