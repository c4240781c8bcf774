import Testing
import WorkbookKit

struct SandboxTests {
  private func sandbox(_ moves: PlayMove...) throws -> Sandbox {
    let sandbox = try Sandbox()
    for move in moves { _ = try sandbox.play(move) }
    return sandbox
  }

  @Test func `the inspector shows what each context knows`() throws {
    let sandbox = try sandbox(
      .insert(context: "main", entity: "room", name: "r"),
      .set(context: "main", object: "r", key: "name", value: "Swift"))
    #expect(
      sandbox.show().map(\.text) == [
        "object  main          worker", "r       + name=Swift  -",
      ])
    _ = try sandbox.play(.save(context: "main"))
    _ = try sandbox.play(.fetch(context: "worker", entity: "room"))
    _ = try sandbox.play(.set(context: "worker", object: "r", key: "name", value: "C"))
    #expect(
      sandbox.show().map(\.text) == [
        "object  main        worker", "r       name=Swift  * name=C",
      ])
  }

  @Test func `an ID is temporary until the save`() throws {
    let sandbox = try sandbox(.insert(context: "main", entity: "room", name: "r"))
    #expect(sandbox.ids().map(\.text).last == "r       temporary ID  -")
    _ = try sandbox.play(.save(context: "main"))
    #expect(sandbox.ids().map(\.text).last?.hasPrefix("r       permanent ID p") == true)
  }

  @Test func `a deletion shows also where the object is a fault`() throws {
    let sandbox = try sandbox(
      .insert(context: "main", entity: "room", name: "r"), .save(context: "main"),
      .fetch(context: "worker", entity: "room"), .refresh(context: "worker", object: "r"),
      .delete(context: "worker", object: "r"))
    #expect(sandbox.show().map(\.text).last?.hasSuffix("x fault") == true)
  }

  @Test func `a peer learns of a save only by merging`() throws {
    let sandbox = try sandbox(
      .stack(.peers), .insert(context: "main", entity: "message", name: "m"),
      .save(context: "main"), .fetch(context: "worker", entity: "message"),
      .set(context: "worker", object: "m", key: "text", value: "hi"), .save(context: "worker"))
    #expect(sandbox.show().map(\.text).last == "m             text=hi")
    _ = try sandbox.play(.merge(from: "worker", into: "main"))
    #expect(sandbox.show().map(\.text).last == "m       text=hi  text=hi")
  }

  @Test func `a list follows its context, in sections`() throws {
    let sandbox = try sandbox(
      .stack(.peers), .follow(context: "main", entity: "message"),
      .insert(context: "worker", entity: "room", name: "r"),
      .set(context: "worker", object: "r", key: "name", value: "Pier"),
      .insert(context: "worker", entity: "message", name: "m"),
      .set(context: "worker", object: "m", key: "room", value: "r"), .save(context: "worker"))
    let list = { sandbox.show().map(\.text).suffix(2) }
    #expect(list() == ["The list of messages in main:", "  nothing"])
    _ = try sandbox.play(.merge(from: "worker", into: "main"))
    #expect(list() == ["The list of messages in main:", "  Pier: m"])
  }

  @Test func `versions tell who has read what, and a conflict shows both sides`() throws {
    let sandbox = try sandbox(
      .stack(.peers), .insert(context: "main", entity: "room", name: "r"), .save(context: "main"),
      .fetch(context: "worker", entity: "room"),
      .set(context: "worker", object: "r", key: "topic", value: "Fish"),
      .set(context: "main", object: "r", key: "topic", value: "Boats"), .save(context: "worker"))
    #expect(
      sandbox.versions().map(\.text) == [
        "object  main  worker  row cache  store", "r       1     2       2          2",
      ])
    let fault = #expect(throws: PlayFault.self) { try sandbox.play(.save(context: "main")) }
    let picture = try #require(fault).picture(width: 76, isAccessible: false).map(\.text)
    #expect(picture.contains("  topic     nil   \"Boats\" *  \"Fish\" *"))
    #expect(picture.contains { $0.hasPrefix("  rollback") })
  }

  @Test func `undo plays the moves before it again`() throws {
    let sandbox = try sandbox(
      .insert(context: "main", entity: "room", name: "r"),
      .set(context: "main", object: "r", key: "name", value: "Swift"), .save(context: "main"))
    let saved = sandbox.show()
    _ = try sandbox.play(.delete(context: "main", object: "r"))
    try sandbox.undo(to: 3)
    #expect(sandbox.show() == saved)
    try sandbox.undo(to: 0)
    #expect(sandbox.moves.isEmpty)
    #expect(throws: PlayFault.noSuchStep(1, of: 0)) { try sandbox.undo(to: 1) }
  }

  @Test func `a move that is not possible changes nothing`() throws {
    let sandbox = try sandbox(.insert(context: "main", entity: "room", name: "r"))
    let before = sandbox.show()
    #expect(throws: PlayFault.unknownObject("r", context: "worker")) {
      try sandbox.play(.delete(context: "worker", object: "r"))
    }
    #expect(throws: PlayFault.nameTaken("r")) {
      try sandbox.play(.insert(context: "main", entity: "room", name: "r"))
    }
    #expect(throws: PlayFault.unknownContext("root", known: ["main", "worker"])) {
      try sandbox.play(.save(context: "root"))
    }
    #expect(sandbox.show() == before)
    #expect(sandbox.moves.count == 1)
  }
}
