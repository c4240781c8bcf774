import Foundation
import Terminal
import Testing
import WorkbookKit

@testable import CommandLineTool

/// Commands that read lines of their own, here from a pipe.
struct InteractionTests {
  @Test func `stepping makes the reader the scheduler`() {
    let desk = Desk("ann\nben\nundo\nhint\nben\nfinish\n")
    #expect(desk.perform("step counting") == .done)
    #expect(desk.output.contains("  1  ann reads count"))
    #expect(desk.output.contains("that way leads to 'one'"))
    #expect(desk.output.contains("one, FORBIDDEN: One was lost."))
  }

  @Test func `stepping says when the point of no return is passed, and what stands there`() {
    let desk = Desk("indexer\nimporter\nundo\nindexer\nstop\n", catalogue: .shipped)
    #expect(desk.perform("step deadlocks/crossed") == .done)
    let parts = desk.output.components(separatedBy: "From here on every order goes wrong.")
    #expect(parts.count == 2)
    #expect(parts[0].contains("importer enters queue import\n"))
    #expect(parts[0].contains("  1  importer enters queue import, which is idle"))
    #expect(parts[0].contains("\n       imports.performAndWait {\n"))
  }

  @Test func `where only one thread can go on it does, without being chosen`() {
    let desk = Desk("indexer\nimporter\nimporter\n", catalogue: .shipped)
    #expect(desk.perform("step deadlocks/crossed") == .done)
    #expect(desk.output.contains("hang, FORBIDDEN"))
    #expect(!desk.output.contains("\n  1  indexer waits for its turn on queue import"))
  }

  @Test func `who cannot go on cannot be chosen`() {
    let desk = Desk("nobody\n")
    #expect(desk.perform("step counting") == .usage)
    #expect(desk.errors.contains("no thread can go on as 'nobody'"))
  }

  @Test func `the sandbox plays a script and writes it down again`() throws {
    let script = "insert main room 'my room'\nset main 'my room' name 'a b'\n"
    let keeping = Desk()
    #expect(keeping.session.folder.prepare())
    let file = keeping.folder + "/moves.txt"
    let desk = Desk(script + "show\nsave-script '\(file)'\n")
    #expect(desk.perform("play") == .done)
    #expect(desk.output.contains("my room  + name=a b  -"))
    #expect(TextFile.read(file) == script)
  }

  @Test func `the sandbox reads a property, and says when there is nothing to save`() {
    let desk = Desk(
      "insert main room r\nset main r name Swift\nsave main\nsave main\nfetch worker room\n"
        + "refresh main r\nget main r name\nget main r name\nget main r color\n")
    #expect(desk.perform("play") == .usage)
    #expect(desk.output.contains("main has nothing to save\n"))
    #expect(desk.output.contains("r has name = Swift in main. It was a fault, and fired.\n"))
    #expect(desk.output.contains("r has name = Swift in main.\n"))
    #expect(desk.errors.contains("Room has no 'color'; it has name, topic"))
  }

  @Test func `the sandbox explains each of its words`() {
    let desk = Desk("help insert\nhelp help\nhelp fetch\n")
    #expect(desk.perform("play") == .done)
    #expect(desk.output.contains("insert CONTEXT VALUE OBJECT"))
    #expect(desk.output.contains("help [TOPIC]"))
    #expect(desk.output.contains("fetch CONTEXT VALUE"))
  }

  @Test func `the Tab key in the sandbox offers what is there`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.play(.insert(context: "main", entity: "room", name: "lobby"))
    let complete = { (text: String) in
      PlayCompletion(sandbox: sandbox).complete(.init(text: text)).candidates.map(\.text)
    }
    #expect(complete("ins") == ["insert"])
    #expect(complete("set m") == ["main"])
    #expect(complete("set main l") == ["lobby"])
    #expect(complete("set main lobby ") == ["name", "topic"])
    #expect(complete("fetch worker r") == ["room"])
    #expect(complete("stack p") == ["private-root", "peers"])
    #expect(complete("help sav") == ["save", "save-script"])
  }

  @Test func `a move that is not possible ends a piped sandbox`() {
    let desk = Desk("save nowhere\nshow\n")
    #expect(desk.perform("play") == .usage)
    #expect(desk.errors.contains("there is no context 'nowhere'; there is main, worker"))
    #expect(desk.output.isEmpty)
  }

  @Test func `a move is written as it is read`() throws {
    let moves: [PlayMove] = [
      .stack(.privateRoot), .insert(context: "main", entity: "Room", name: "a b"),
      .set(context: "main", object: "a b", key: "name", value: "it's"), .save(context: "main"),
      .merge(from: "worker", into: "main"), .refresh(context: "main", object: "a b"),
      .delete(context: "main", object: "a b"), .fetch(context: "worker", entity: "Room"),
    ]
    for move in moves {
      #expect(try PlayGrammar.parser.parse(Words.split(move.line))?.command == .move(move))
    }
  }
}
