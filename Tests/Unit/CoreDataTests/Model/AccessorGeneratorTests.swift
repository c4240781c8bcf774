import Foundation
import Testing

@testable import CoreData

struct AccessorGeneratorTests {
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

  @Test func `accessors have keys that know the version of the model`() throws {
    let file = try #require(generator().files.first { $0.name == "_QuietRoom.swift" })
    let model = try ModelReader.model(
      from: Data(SampleModelFile.chat.utf8), at: SampleModelFile.url)
    defer { withExtendedLifetime(model) {} }
    let entity = try #require(model.entitiesByName["QuietRoom"])
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
            get { attribute(Keys.`in`) }
            set { setAttribute(Keys.`in`, to: newValue) }
          }

          var primitiveIn: Bool {
            get { primitive(Keys.`in`) ?? false }
            set { setPrimitive(Keys.`in`, to: newValue) }
          }

          private enum Keys {
            static let version: StaticString = "\(entity.versionName)"
            static let `in` = PropertyKey("in", version: version)
          }
        }

        """)
  }

  @Test func `relationships come as sets or, ordered, as arrays`() throws {
    let text = try #require(generator().files.first { $0.name == "_Room.swift" }).text
    #expect(text.contains("var members: Set<Member> {"))
    #expect(text.contains("get { related(many: Keys.members) }"))
    #expect(text.contains("var messages: [NSManagedObject] {"))
    #expect(text.contains("get { related(ordered: Keys.messages) }"))
    #expect(text.contains("func addToMembers(_ value: Member) {"))
    #expect(text.contains("func removeFromMembers(_ values: NSSet) {"))
    #expect(text.contains("func insertIntoMessages(_ value: NSManagedObject, at index: Int) {"))
  }

  @Test func `relationships come as Xcode writes them, if that is wanted`() throws {
    let model = try ModelReader.model(
      from: Data(SampleModelFile.chat.utf8), at: SampleModelFile.url)
    let files = AccessorGenerator(model: model, style: .foundation).files
    let text = try #require(files.first { $0.name == "_Room.swift" }).text
    #expect(text.contains("var members: NSSet? {"))
    #expect(text.contains("var messages: NSOrderedSet? {"))
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
