import Foundation
import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool
@testable import Pages

struct BookTests {
  private static let chapters = Catalogue.shipped.chapters.map(\.id)

  @Test(.long, arguments: chapters)
  func `a chapter's page asks what the walk asks, and knows the same answers`(_ id: String) throws {
    let chapter = try #require(Catalogue.shipped.chapter(id))
    let html = try ShippedBook.page("\(id).html")
    #expect(html.utf8.count < 400_000)
    let asked = chapter.path.compactMap(\.question).filter { !$0.options.isEmpty }
    #expect(html.matches(of: #/class="verdict"/#).count >= asked.count)
    let sections = html.components(separatedBy: "<section class=\"step\"").dropFirst()
    #expect(sections.count == chapter.path.count)
    for (whole, step) in zip(sections, chapter.path) {
      let questions = whole.components(separatedBy: "<div class=\"question second\"")
      #expect(questions.count == (step.promise == nil ? 1 : 2))
      let section = questions[0]
      #expect(section.hasPrefix(" id=\"\(step.id)\""))
      // Who promises it stands behind the last answer.
      let last = questions[questions.count - 1]
      let promise = last.firstRange(of: "What it rests on: ")
      if case .repair? = step.question?.kind {
      } else if step.question != nil {
        let fold = try #require(last.firstRange(of: "<details class=\"answer\">"))
        #expect(try #require(promise).lowerBound > fold.lowerBound, "\(step.id)")
      }
      #expect(whole.matches(of: #/What it rests on: /#).count <= 1)
      guard let question = step.question, !question.takesSeveral else { continue }
      let right = section.matches(of: #/data-key="([^"]+)" data-right/#).map { String($0.1) }
      let truth = try question.truth().right
      if question.takesOrder {
        let orders = section.firstMatch(of: #/data-orders="([^"]+)"/#)?.1.split(separator: "|")
        #expect(orders?.count == truth.count, "\(step.id)")
      } else {
        #expect(Set(right) == truth, "\(step.id)")
      }
      // What stands behind the answer is folded.
      let fold = try #require(
        section.firstRange(of: "<details class=\"answer\">")
          ?? (step.reveal.isEmpty ? section.startIndex..<section.startIndex : nil))
      for case .prose(let text) in step.reveal {
        let word = String(text.prefix { $0.isLetter || $0 == " " })
        guard word.count > 12 else { continue }
        let place = try #require(section.firstRange(of: word), "\(step.id)")
        #expect(place.lowerBound > fold.lowerBound, "\(step.id)")
      }
    }
  }

  @Test(.long) func `code in an option is code`() throws {
    let choice = try ShippedBook.page("history.html").matches(of: #/class="key">\w<\/span> [^<]*`/#)
    #expect(choice.isEmpty)
  }

  @Test(.long) func `the book is small, and its links lead to its own pages`() throws {
    let files = try ShippedBook.files.get()
    #expect(files.map(\.name) == ["index.html"] + Self.chapters.map { "\($0).html" })
    #expect(files.reduce(0) { $0 + $1.html.utf8.count } < 6_000_000)
    for file in files {
      for link in file.html.matches(of: #/href="([^"]*)"/#).map({ String($0.1) })
      where !link.hasPrefix("https://") && !link.hasPrefix("#") {
        let parts = link.split(separator: "#")
        let target = files.first { $0.name == String(parts[0]) }
        #expect(target != nil, "\(file.name): \(link)")
        let step = parts.dropFirst().first.map { "id=\"\($0)\"" }
        #expect(step.map { target?.html.contains($0) ?? false } ?? true, "\(link)")
      }
    }
  }

  @Test func `the doors in front of the book are those of the README`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../README.md")
    let readme = try String(contentsOf: root, encoding: .utf8)
    for door in Door.all { #expect(readme.contains(door.command), "\(door.words)") }
  }

  @Test(arguments: chapters)
  func `a handout has the rule, a picture and the chart`(_ id: String) throws {
    let chapter = try #require(Catalogue.shipped.chapter(id))
    let html = try Handout(chapter, symptoms: [(sign: "<stands> still", meaning: "a & b")]).html()
    #expect(html.contains("<h2>The rule</h2>"))
    #expect(html.contains("class=\"lanes"))
    #expect(html.contains("<strong>&lt;stands&gt; still</strong>"))
    #expect(html.contains("a &amp; b"))
    #expect(html.utf8.count < 300_000)
  }

  @Test(.long, .long, .enabled(if: Tidy.path != nil, "tidy is not installed: apt-get install tidy"))
  func `tidy finds no error in any kind of page`() throws {
    let catalogue = Catalogue.shipped
    var pages = try ShippedBook.files.get().map(\.html)
    for chapter in catalogue.chapters {
      pages.append(try ScenarioSheet(try #require(chapter.mainScenario).bug).html)
      pages.append(try Handout(chapter, symptoms: []).html())
    }
    pages.append(try ScenarioSheet(Scenario.hostile.bug).html)
    for page in pages { #expect(try Tidy.errors(in: page) == []) }
    #expect(try Tidy.errors(in: pages[0] + "<section><nonsense></b>") != [])
  }
}

/// Debian's checker of HTML.
enum Tidy {
  static let path = ["/usr/bin/tidy"].first { FileManager.default.isExecutableFile(atPath: $0) }

  static func errors(in html: String) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).html")
    try Data(html.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: path ?? "/usr/bin/tidy")
    process.arguments = ["-q", "-e", file.path]
    let output = Pipe()
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init).filter { $0.contains("Error:") }
  }
}
