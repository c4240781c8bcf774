import Foundation
import Testing
import WorkbookKit

@testable import CommandLineTool

/// What `new` writes, in a copy of what it reads. That the result builds and passes every test is
/// shown by a step of `.ci/run`, in the checkout itself.
struct AuthoringTests {
  @Test func `a name has four spellings`() throws {
    let name = try named("live-lists")
    #expect(name.type == "LiveLists")
    #expect(name.property == "liveLists")
    #expect(name.title == "Live lists")
    #expect(name.instead(of: try named("lost-count"), in: "LostCount") == "LiveLists")
  }

  @Test(arguments: [
    "", "Live", "live_lists", "live lists", "-live", "live-", "live--lists", "7-lives", "live-2",
    "../escape", "class", "ünicode",
  ])
  func `what cannot name a type is no name`(word: String) { #expect(PartName(word) == nil) }

  @Test func `a chapter comes into all lists`() throws {
    let copy = try Checkout()
    let count = Catalogue.shipped.chapters.count
    try NewPart.chapter(try named("live-news"), in: copy.root).write()
    let name = numbered(count + 1, "LiveNews")
    let folder = "Chapters/\(name)"
    #expect(
      copy.files(in: folder) == [
        "Lesson.md", "Scenario/LiveNews.swift", "Scenario/LostCount.swift",
        "Tests/LiveNewsTests.swift",
      ])
    let declaration = copy.text("\(folder)/Scenario/LiveNews.swift")
    #expect(declaration.contains("static let liveNews = Chapter("))
    #expect(declaration.contains("\"live-news\", number: \(count + 1), title: \"Live news\","))
    #expect(
      copy.text("Package.swift").contains("(folder: \"\(name)\", module: \"LiveNews\"),"))
    let catalogue = copy.text("Sources/CommandLineTool/Session/ShippedCatalogue.swift")
    #expect(catalogue.contains("import LiveNews\n"))
    #expect(catalogue.contains("      .liveNews,\n    ],"))
    #expect(copy.text("README.md").contains("| \(count + 1) | `live-news` |"))
    #expect(!copy.text("\(folder)/Lesson.md").contains("ounting"))
  }

  @Test func `a new chapter can be shown to a room as it is`() throws {
    let copy = try Checkout()
    let count = Catalogue.shipped.chapters.count
    try NewPart.chapter(try named("live-news"), in: copy.root).write()
    let lesson = copy.text("Chapters/\(numbered(count + 1, "LiveNews"))/Lesson.md")
    let minutes = lesson.matches(of: #/<!-- stage (\d+) min\./#).compactMap { Int($0.1) }
    #expect(minutes.count >= 2)
    #expect((6...8).contains(minutes.reduce(0, +)))
  }

  @Test func `a scenario comes into its chapter's list and lesson`() throws {
    let copy = try Checkout()
    let chapter = try #require(Catalogue.shipped.chapter("basics"))
    try NewPart.scenario(try named("two-doors"), in: chapter, at: copy.root).write()
    #expect(copy.files(in: "Chapters/01-Basics/Scenario").contains("TwoDoors.swift"))
    #expect(
      copy.text("Chapters/01-Basics/Scenario/TwoDoors.swift").contains("\"basics/two-doors\""))
    #expect(copy.text("Chapters/01-Basics/Scenario/Basics.swift").contains(", .twoDoors"))
    let lesson = copy.text("Chapters/01-Basics/Lesson.md")
    #expect(lesson.contains("## Two doors\n"))
    #expect(lesson.contains("## Two doors, repaired\n"))
    #expect(lesson.contains("```swift basics/two-doors bug\n"))
  }

  @Test func `an exercise comes into its chapter, with a test of its own`() throws {
    let copy = try Checkout()
    let count = Catalogue.shipped.exercises.count
    let chapter = try #require(Catalogue.shipped.chapter("basics"))
    try NewPart.exercise(try named("open-door"), in: chapter, at: copy.root).write()
    let folder = numbered(count + 1, "OpenDoor")
    #expect(copy.files(in: "Exercises/\(folder)") == ["Exercise.md", "OpenDoor.swift"])
    let files = copy.files(in: "Sources/Graders/\(folder)")
    #expect(files.contains("Task/OpenDoorTask.swift"))
    #expect(files.contains("Museum/AsShipped.swift"))
    #expect(
      copy.text("Sources/Graders/\(folder)/Museum/AsShipped.swift").contains("import OpenDoor\n"))
    #expect(copy.text("Package.swift").contains("(folder: \"\(folder)\", module: \"OpenDoor\"),"))
    #expect(copy.text("Tests/Unit/ExerciseTests/OpenDoorTests.swift").contains("import OpenDoor\n"))
    #expect(copy.text("Chapters/01-Basics/Lesson.md").contains("> **Repair** open-door."))
    #expect(copy.text("Chapters/01-Basics/Scenario/Basics.swift").contains(", \"open-door\"]"))
  }

  @Test func `what is there already is refused, and nothing is written`() throws {
    let copy = try Checkout()
    let basics = try #require(Catalogue.shipped.chapter("basics"))
    for name in ["deadlocks", "outbox", "core-data", "foundation"] {
      #expect(throws: NewPart.Refusal.self) {
        try NewPart.chapter(try named(name), in: copy.root)
      }
    }
    let scenario = try named(basics.scenarios[0].name)
    #expect(throws: NewPart.Refusal.self) {
      try NewPart.scenario(scenario, in: basics, at: copy.root)
    }
  }

  @Test func `a manifest in another form is refused`() throws {
    let copy = try Checkout()
    try Data("import PackageDescription".utf8).write(
      to: copy.root.appending(path: "Package.swift"))
    #expect(throws: NewPart.Refusal.self) {
      try NewPart.chapter(try named("live-news"), in: copy.root)
    }
  }

  @Test(arguments: [
    ("new chapter", "'new' needs NAME"), ("new thing one", "'thing'"),
    ("new chapter Upper", "cannot be the name of a new chapter"),
    ("new scenario two-doors/one/more", "cannot be the name"),
    ("new scenario nowhere/one", "nowhere"),
  ])
  func `a command that cannot be meant so is answered`(line: String, words: String) {
    let desk = Desk(catalogue: .shipped)
    #expect(desk.perform(line) == .usage)
    #expect(desk.errors.contains(words), "\(desk.errors)")
  }
}

/// `09-Name`, `10-Name`
private func numbered(_ number: Int, _ name: String) -> String {
  (number < 10 ? "0" : "") + "\(number)-\(name)"
}

private func named(_ id: String) throws -> PartName { try #require(PartName(id)) }

/// What `new` reads, in a folder of its own.
private final class Checkout {
  let root = FileManager.default.temporaryDirectory.appending(path: "checkout-\(UUID())")

  init() throws {
    let parts = [
      "Package.swift", "README.md", "Chapters", "Tests/Fixtures/TemplateChapter",
      "Tests/Fixtures/TemplateExercise", "Tests/Unit/ExerciseTests",
      "Sources/CommandLineTool/Session/ShippedCatalogue.swift",
    ]
    for part in parts {
      let target = root.appending(path: part)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        // A copy of what a link leads to: what is written here must not go where it leads.
        at: PackageLocation.here.package.appending(path: part).resolvingSymlinksInPath(),
        to: target)
    }
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func text(_ path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  func files(in folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (all?.allObjects as? [String] ?? []).filter { $0.contains(".") }.sorted()
  }
}
