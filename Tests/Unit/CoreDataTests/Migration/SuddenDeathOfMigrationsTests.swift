import CoreData
import Foundation
import LongTests
import PseudoTerminal
import Testing

/// A process that migrates a store is killed, or meets another one that does. Whatever happens, the
/// store is wholly the old one or wholly the new one, and a later migration gets to its end.
@Suite(.long) struct `Sudden death of migrations` {
  private static let count = 400

  /// Four hundred notes of the first model of the writer.
  private func withStore(_ body: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("notes.sqlite")
    let stack = try ForeignStack(model: model(batch: "batch"), url: url)
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

  /// The model of the writer, or one in which notes have a mood, too.
  private func model(batch: String, mood: Bool = false) -> NSManagedObjectModel {
    let note = NSEntityDescription()
    note.name = "Note"
    note.properties = [
      ChatModel.attribute(batch, .integer64AttributeType),
      ChatModel.attribute("text", .stringAttributeType),
    ]
    if mood {
      note.properties.append(ChatModel.attribute("mood", .stringAttributeType, default: "calm"))
    }
    let model = NSManagedObjectModel()
    model.entities = [note]
    return model
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

  /// Runs a migrator to its end, or until it is killed; what it said.
  private func run(_ url: URL, _ arguments: [String]) throws -> (String, status: Int32) {
    let (migrator, _, output) = try migrator(url, arguments)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    migrator.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), migrator.terminationStatus)
  }

  /// Which of the two stores it is; an issue if it is neither as a whole.
  private func version(of url: URL) throws -> String {
    let hashes = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    let name =
      model(batch: "batch").isConfiguration(
        withName: nil, compatibleWithStoreMetadata: hashes) ? "batch" : "round"
    let stack = try ForeignStack(model: model(batch: name), url: url)
    defer { try? stack.close() }
    let context = stack.context()
    try context.performAndWait {
      let notes = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
      #expect(Set(notes.compactMap { $0.value(forKey: name) as? Int }).count == Self.count)
      #expect(notes.allSatisfy { $0["text"] == "note \($0.value(forKey: name) as? Int ?? -1)" })
    }
    return name
  }

  private func expectLaterMigration(of url: URL) throws {
    let found = try version(of: url)
    if found == "batch" { #expect(try run(url, ["0", "map"]).0 == "migrated\n") }
    #expect(try version(of: url) == "round")
    // Killed when the new store had taken its place, it has left a copy for the next opening.
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(batch: "round"))
    let store = try coordinator.addPersistentStore(
      type: .sqlite, at: url,
      options: [NSMigratePersistentStoresAutomaticallyOption: true as NSNumber])
    try coordinator.remove(store)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: url.deletingLastPathComponent().path)
    #expect(files.filter { !$0.hasPrefix("notes.sqlite") || $0.contains("migrated") } == [])
  }

  @Test(arguments: ["begin", "created", "connected", "validated", "waiting"])
  func `a migrator that is killed in a phase of a mapping leaves the old store`(
    phase: String
  ) throws {
    try withStore { url in
      #expect(try run(url, ["0", "map", phase]).status == SIGKILL)
      #expect(try version(of: url) == "batch")
      try expectLaterMigration(of: url)
    }
  }

  @Test func `what a killed migrator left goes with the next opening, unless it is used`() throws {
    try withStore { url in
      #expect(try run(url, ["0", "map"]).0 == "migrated\n")
      try Data("left".utf8).write(to: URL(fileURLWithPath: url.path + "-migrated-1"))
      try expectLaterMigration(of: url)
    }
    try withStore { url in
      let (writer, input, output) = try migrator(url, ["0", "map", "stop"])
      #expect(output.fileHandleForReading.availableData == Data("stopped\n".utf8))
      let folder = url.deletingLastPathComponent().path
      let before = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.contains("-migrated-") }.sorted()
      #expect(before != [])
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(batch: "batch"))
      let store = try coordinator.addPersistentStore(
        type: .sqlite, at: url,
        options: [NSMigratePersistentStoresAutomaticallyOption: true as NSNumber])
      try coordinator.remove(store)
      let after = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.contains("-migrated-") }.sorted()
      #expect(after == before)
      try input.fileHandleForWriting.close()
      writer.waitUntilExit()
    }
  }

  @Test(arguments: ["infer", "map"], (0..<16).map { 1_000 + $0 * 7_919 % 60_000 })
  func `a migrator that is killed at any moment leaves the old store or the new one`(
    kind: String, microseconds: Int
  ) throws {
    try withStore { url in
      let (words, status) = try run(url, [String(microseconds), kind])
      #expect(status == SIGKILL || words == "migrated\n")
      if words == "migrated\n" { #expect(try version(of: url) == "round") }
      try expectLaterMigration(of: url)
    }
  }

  @Test(arguments: (0..<24).map { 500 + $0 * 1_777 })
  func `one that is killed while it adds an attribute leaves the old store or the new one`(
    microseconds: Int
  ) throws {
    try withStore { url in
      let (words, status) = try run(url, [String(microseconds), "add"])
      #expect(status == SIGKILL || words == "migrated\n")
      let hashes = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: url)
      let isOld = model(batch: "batch").isConfiguration(
        withName: nil, compatibleWithStoreMetadata: hashes)
      #expect(!isOld || status == SIGKILL)
      let columns = try PlainDatabase(url).rows("SELECT name FROM pragma_table_info('ZNOTE')")
      #expect(columns.contains("ZMOOD") != isOld)
      if isOld {
        #expect(try version(of: url) == "batch")
        #expect(try run(url, ["0", "add"]).0 == "migrated\n")
      }
      let stack = try ForeignStack(model: model(batch: "batch", mood: true), url: url)
      defer { try? stack.close() }
      let context = stack.context()
      try context.performAndWait {
        let notes = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
        #expect(Set(notes.compactMap { $0.value(forKey: "batch") as? Int }).count == Self.count)
        #expect(notes.allSatisfy { $0["mood"] == "calm" })
      }
    }
  }

  @Test func `of two migrators at once the second is refused, and loses nothing`() throws {
    try withStore { url in
      let (first, input, output) = try migrator(url, ["0", "map", "stop"])
      #expect(output.fileHandleForReading.availableData == Data("stopped\n".utf8))
      #expect(try run(url, ["0", "map"]).0 == "refused 134110\n")
      #expect(try version(of: url) == "batch")
      try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
      try input.fileHandleForWriting.close()
      first.waitUntilExit()
      #expect(try version(of: url) == "round")
      #expect(try run(url, ["0", "map"]).0 == "refused 134100\n")
      #expect(try run(url, ["0", "infer"]).0 == "migrated\n")
      #expect(try version(of: url) == "round")
    }
  }

  @Test func `two that infer at once take turns`() throws {
    try withStore { url in
      let both = try (0..<2).map { _ in try migrator(url, ["0", "infer"]) }
      for (migrator, _, output) in both {
        let words = output.fileHandleForReading.readDataToEndOfFile()
        migrator.waitUntilExit()
        #expect(String(decoding: words, as: UTF8.self) == "migrated\n")
      }
      #expect(try version(of: url) == "round")
    }
  }
}
