import Foundation
import Testing

@Suite("The house")
struct HouseTests {
  @Test func `our own house breaks none of its rules`() {
    #expect(House.ours.everyBrokenRule() == [])
  }

  /// A command that is in no list is compiled, and cannot be typed.
  @Test func `every command of the tool is in its table`() {
    let table = House.ours.text(of: "Sources/CommandLineTool/Grammar/CommandTable.swift")
    let written = House.ours.swiftFiles(below: "Sources/CommandLineTool")
      .filter { House.ours.text(of: $0).contains("static let syntax") }
      .map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
    #expect(written.count > 40)
    #expect(written.filter { !table.contains("  \($0).syntax,") } == [])
  }

  @Test func `every module has its arrows drawn`() {
    let drawn = Set(House.arrows.keys)
    #expect(House.ours.modules.filter { !drawn.contains($0) } == [])
  }

  @Test func `a seventh top-level name is a broken rule`() throws {
    let house = try BadHouse()
    try house.write("Scripts/build.swift", "print(1)")
    #expect(house.house.surplusTopLevelNames().count == 1)
    #expect(house.house.surplusTopLevelNames().first?.contains("Scripts") == true)
  }

  @Test func `dotfiles at the top are no business of the rule`() throws {
    let house = try BadHouse()
    try house.write(".hidden/thing", "")
    #expect(house.house.surplusTopLevelNames() == [])
  }

  @Test func `a chapter needs its line in the manifest`() throws {
    let house = try BadHouse()
    try house.write("Chapters/02-Forgotten/Lesson.md", "# Forgotten")
    #expect(
      house.house.foldersMissingFromTheManifest()
        == ["Chapters/02-Forgotten is not in Package.swift: add its line to the list"])
  }

  @Test(arguments: [
    ("Lesson.md", "no Lesson.md"), ("Scenario/One.swift", "no scenario"),
    ("Tests/OneTests.swift", "no tests"),
  ])
  func `a chapter has a lesson, a scenario and tests`(part: String, complaint: String) throws {
    let house = try BadHouse()
    for other in ["Lesson.md", "Scenario/One.swift", "Tests/OneTests.swift"] where other != part {
      try house.write("Chapters/01-One/\(other)", "// \(other)")
    }
    #expect(house.house.incompleteChapters() == ["Chapters/01-One has \(complaint)"])
  }

  @Test(arguments: [
    ("Sources/Interleaving/A.swift", "import CoreData"),
    ("Sources/CoreData/A.swift", "internal import WorkbookKit"),
    ("Sources/Terminal/A.swift", "public import WorkbookKit"),
    ("Sources/WorkbookKit/A.swift", "import Terminal"),
    ("Sources/WorkbookKit/A.swift", "@testable import KeepBoth"),
    ("Chapters/01-One/Scenario/A.swift", "import Terminal"),
    ("Chapters/01-One/Scenario/A.swift", "import struct KeepBoth.Answer"),
    ("Sources/Graders/01-KeepBoth/Task/A.swift", "import One"),
  ])
  func `an arrow that runs the other way is found`(file: String, line: String) throws {
    let house = try BadHouse()
    try house.write(file, "import Foundation\n\(line)\n")
    let broken = house.house.arrowsTheWrongWay()
    #expect(broken.count == 1, "\(broken)")
    #expect(broken.first?.hasPrefix(file) == true)
  }

  @Test func `a dependency that runs the other way is found`() throws {
    let house = try BadHouse()
    try house.write(
      "Package.swift",
      """
      .target(name: "Interleaving", dependencies: ["CoreData"]),
      .target(name: "CoreData", dependencies: ["CSQLite", "Interleaving"]),
      """)
    #expect(
      house.house.dependenciesTheWrongWay() == [
        "Package.swift lets Interleaving depend on CoreData: no arrow runs that way"
      ])
  }

  @Test func `the arrows of the design are allowed`() throws {
    let house = try BadHouse()
    try house.write("Sources/CommandLineTool/A.swift", "import One\nimport Terminal\n")
    try house.write("Chapters/01-One/Scenario/A.swift", "import WorkbookKit\nimport CoreData\n")
    try house.write("Exercises/01-KeepBoth/KeepBoth.swift", "import KeepBoth\nimport CoreData\n")
    #expect(house.house.arrowsTheWrongWay() == [])
  }

  @Test(arguments: [
    #"if event.label.hasPrefix("waits for") { }"#, #"detail?.contains("sleep") == true"#,
    #"event.fact.words.hasSuffix("Room p1")"#, #"member.wants.split(separator: " ")"#,
    #"guard step.text == "saves" else { return }"#,
  ])
  func `who looks into a sentence instead of asking the fact is found`(line: String) throws {
    let house = try BadHouse()
    try house.write("Sources/WorkbookKit/A.swift", "// One.\n\(line)\n")
    #expect(
      house.house.looksIntoSentences()
        == ["Sources/WorkbookKit/A.swift:2 looks into a sentence: ask the fact"])
  }

  @Test func `reading a file's text is no looking into a sentence`() throws {
    let house = try BadHouse()
    try house.write("Sources/WorkbookKit/A.swift", "let lines = text.split(separator: \"a\")\n")
    #expect(house.house.looksIntoSentences() == [])
  }

  @Test func `a folder called Helpers is a broken rule`() throws {
    let house = try BadHouse()
    try house.write("Sources/CoreData/Helpers/Things.swift", "")
    #expect(house.house.foldersWithoutASubject().count == 1)
  }

  @Test func `two modules may not give two things one name`() throws {
    let house = try BadHouse()
    try house.write("Sources/Terminal/Input/A.swift", "public struct Story {\n}\n")
    try house.write("Sources/WorkbookKit/B.swift", "@frozen enum Story {}\n")
    // Nested and private ones are named by what is around them.
    try house.write(
      "Sources/CoreData/Model/C.swift", "  struct Story {}\nprivate struct Story {}\n")
    #expect(
      house.house.namesOfTwoThings() == [
        "Story is declared in Terminal and WorkbookKit: rename one after what it is"
      ])
  }

  @Test func `a module with folders has no file beside them`() throws {
    let house = try BadHouse()
    try house.write("Sources/Terminal/Input/A.swift", "")
    try house.write("Sources/Terminal/Loose.swift", "")
    try house.write("Sources/StyledText/Only.swift", "")
    #expect(
      house.house.filesOutsideOfRooms() == [
        "Sources/Terminal/Loose.swift lies outside of the module's folders"
      ])
  }

  @Test func `an exercise's folder holds its task and its reader's file, and nothing else`() throws
  {
    let house = try BadHouse()
    let (reader, graders) = ("Exercises/01-KeepBoth", "Sources/Graders/01-KeepBoth")
    for path in ["\(reader)/Exercise.md", "\(reader)/KeepBoth.swift"]
      + ["Task", "Solutions", "Museum"].map({ "\(graders)/\($0)/A.swift" })
    {
      try house.write(path, "import CoreData")
    }
    // What a reset keeps is the reader's.
    try house.write("\(reader)/KeepBoth.swift.~1~", "")
    #expect(house.house.incompleteExercises() == [])
    try house.write("\(reader)/Answer.swift", "")
    #expect(
      house.house.incompleteExercises() == [
        "Exercises/01-KeepBoth has Answer.swift, which is not for its reader"
      ])
  }

  @Test func `rows know nothing of objects and contexts`() throws {
    let house = try BadHouse()
    try house.write("Sources/CoreData/Object/Thing.swift", "open class Thing {}\n")
    try house.write("Sources/CoreData/Object/IDs/ThingID.swift", "final class ThingID {}\n")
    try house.write(
      "Sources/CoreData/Stores/Rows/A.swift",
      """
      /// Not a Thing.
      struct Kept {
        var id: ThingID
        var name = "a Thing"
        weak var thing: Thing?
      }
      """)
    #expect(
      house.house.folderArrowsTheWrongWay() == [
        "Sources/CoreData/Stores/Rows/A.swift names Thing: "
          + "no arrow runs from Stores/Rows to Object/Thing.swift"
      ])
  }

  @Test func `the folders with arrows are there`() {
    for folder in House.folderArrows.keys {
      #expect(!House.ours.swiftFiles(below: "Sources/CoreData/\(folder)").isEmpty, "\(folder)")
    }
  }

  @Test(arguments: ["Unmanaged.passRetained(x)", "unsafeBitCast(x, to: Int.self)"])
  func `what is not checked has its places`(code: String) throws {
    let house = try BadHouse()
    try house.write("Sources/CoreData/Unchecked/A.swift", code)
    try house.write("Sources/CoreData/Object/A.swift", code)
    #expect(house.house.uncheckedOutsideOfItsPlaces().count == 1)
  }

  @Test func `fields that are not checked for overlaps are in few files`() throws {
    let house = try BadHouse()
    let field = "final class A { @exclusivity(unchecked) var a = 0 }"
    try house.write("Sources/CoreData/Context/Registry/A.swift", field)
    try house.write("Sources/CoreData/Saving/A.swift", field)
    #expect(house.house.uncheckedFieldsOutsideOfTheirPlaces().count == 1)
  }
}

/// A small house in a temporary folder, complete enough that only what a test adds is wrong.
private final class BadHouse {
  let house: House

  init() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "house-\(UUID())")
    house = House(root: root)
    try write(
      "Package.swift",
      """
      let chapters: [(folder: String, module: String)] = [
        (folder: "01-One", module: "One")
      ]
      let exercises: [(folder: String, module: String)] = [
        (folder: "01-KeepBoth", module: "KeepBoth")
      ]
      """)
  }

  deinit { try? FileManager.default.removeItem(at: house.root) }

  func write(_ path: String, _ text: String) throws {
    let file = house.root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
