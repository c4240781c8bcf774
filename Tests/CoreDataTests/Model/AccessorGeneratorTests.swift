import Foundation
import Testing

@testable import CoreData

@Suite struct AccessorGeneratorTests {
  private func generator() throws -> AccessorGenerator {
    AccessorGenerator(
      model: try ModelReader.model(
        from: Data(SampleModelFile.chat.utf8), at: SampleModelFile.url))
  }

  @Test func `each entity with a class gets a machine file and a human file`() throws {
    #expect(
      try generator().files.map(\.name) == [
        "Member.swift", "QuietRoom.swift", "Room.swift", "_Member.swift", "_QuietRoom.swift",
        "_Room.swift",
      ])
  }

  @Test func `accessors name the slots of the entity`() throws {
    let file = try #require(generator().files.first { $0.name == "_QuietRoom.swift" })
    #expect(
      file.text == """
        // Generated from the entity "QuietRoom"; do not edit, the next generation overwrites it.
        // What you add to the class goes into QuietRoom.swift.
        import CoreData
        import Foundation

        class _QuietRoom: Room {
          class func fetchRequest() -> NSFetchRequest<QuietRoom> {
            NSFetchRequest<QuietRoom>(entityName: "QuietRoom")
          }

          var `in`: Bool {
            get { attribute(4) }
            set { setAttribute(4, to: newValue) }
          }
        }

        """)
  }

  @Test func `relationships come as sets or, ordered, as arrays`() throws {
    let text = try #require(generator().files.first { $0.name == "_Room.swift" }).text
    #expect(text.contains("var members: Set<Member> {"))
    #expect(text.contains("get { related(many: 0) }"))
    #expect(text.contains("var messages: [NSManagedObject] {"))
    #expect(text.contains("get { related(ordered: 1) }"))
    #expect(text.contains("func addToMembers(_ member: Member) { add(member, toMany: 0) }"))
  }

  @Test func `a human file that exists stays, a machine file is written anew`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("Accessors-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let generator = try generator()
    #expect(try generator.write(to: folder).count == 6)
    let mine = folder.appendingPathComponent("Room.swift")
    try Data("// mine".utf8).write(to: mine)
    #expect(
      try generator.write(to: folder) == ["_Member.swift", "_QuietRoom.swift", "_Room.swift"])
    #expect(try String(contentsOf: mine, encoding: .utf8) == "// mine")
  }
}
