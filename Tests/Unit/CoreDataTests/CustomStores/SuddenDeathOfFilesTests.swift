import CoreData
import Foundation
import LongTests
import PseudoTerminal
import Testing

/// A writer of binary and XML stores is killed at moments that a seed decides: the file is wholly
/// the one of the last save that returned, or the one of the save that was under way.
@Suite(.long) struct `Sudden death of files that are written whole` {
  private static let microseconds = (0..<12).map { 500 + $0 * 7_919 % 60_000 }

  @Test(arguments: ["binary", "xml"], microseconds)
  func `Q2: a killed writer leaves the old file or the new one`(
    type: String, microseconds: Int
  ) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appendingPathComponent("notes")
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: BuiltProgram.path(of: "CrashingWriter"))
    writer.arguments = [store.path, String(microseconds), type]
    let output = Pipe()
    writer.standardOutput = output
    try writer.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    writer.waitUntilExit()
    #expect(writer.terminationStatus == SIGKILL)
    let returned = text.split(separator: "\n").compactMap { Int($0) }.last ?? 0

    let note = NSEntityDescription()
    note.name = "Note"
    note.properties = [
      ChatModel.attribute("batch", .integer64AttributeType),
      ChatModel.attribute("text", .stringAttributeType),
    ]
    let model = NSManagedObjectModel()
    model.entities = [note]
    let context = try ForeignStack(
      model: model, url: store, type: type == "xml" ? .xml : .binary
    ).context()
    try context.performAndWait {
      let notes = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
      let batches = Dictionary(grouping: notes) { $0.value(forKey: "batch") as? Int ?? 0 }
      let last = batches.keys.max() ?? 0
      #expect(last == returned || last == returned + 1)
      #expect(batches.count == last && batches.values.allSatisfy { $0.count == 20 })
      for (batch, notes) in batches {
        #expect(notes.allSatisfy { $0["text"] == (batch == last ? "new" : "old") })
      }
    }
  }
}
