import Testing

@testable import CoreData

struct VersionTableTests {
  @Test(arguments: RuntimeKind.both)
  func `the table shows who holds which version of a row`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      let one = try stack.add("Room", ["name": "one"])
      let two = try stack.add("Room", ["name": "two"])
      let (editor, reader) = (stack.context("editor"), stack.context("reader"))
      let room = try editor.performAndWait { try editor.existingObject(with: one) }
      let other = try reader.performAndWait { try reader.existingObject(with: one) }
      let fault = reader.performAndWait { reader.object(with: two) }
      try reader.change(one, ["name": "changed"])
      editor.performAndWait { room["name"] = "edited" }
      let table = VersionTable(of: [one, two], in: [editor, reader])
      #expect(
        table.description == """
          object    editor        reader      row cache   store
          Room p1   updated (1)   clean (2)   2           2
          Room p2   -             fault       1           1
          """)
      #expect(other.managedObjectContext === reader && fault.isFault)
    }
  }
}
