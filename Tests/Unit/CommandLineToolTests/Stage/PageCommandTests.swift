import Foundation
import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool

struct PageCommandTests {
  private let desk = Desk(catalogue: .shipped)
  private let place = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID())").path

  @Test(.long) func `a book is written into a folder, and again only when told`() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let chapters = ["basics", "temporary-ids"].compactMap { Catalogue.shipped.chapter($0) }
    let desk = Desk(catalogue: Catalogue(chapters))
    #expect(desk.perform("page '\(place)'") == .done)
    let names = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
    #expect(names == ["basics.html", "index.html", "temporary-ids.html"])
    #expect(desk.perform("page '\(place)'") == .usage)
    #expect(desk.errors.contains("add --yes"))
    #expect(desk.perform("page '\(place)' --yes") == .done)
  }

  @Test func `a chapter is one page, and a handout one sheet`() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    #expect(desk.perform("page '\(place)' temporary-ids") == .done)
    #expect(try String(contentsOfFile: place, encoding: .utf8).contains("Temporary IDs"))
    #expect(desk.perform("page '\(place)'") == .usage)
    #expect(desk.errors.contains("is a file, not a folder"))
    #expect(desk.perform("handout deadlocks --html '\(place)' --yes") == .done)
    #expect(try String(contentsOfFile: place, encoding: .utf8).contains("stands still, no CPU"))
  }

  @Test(arguments: [
    ("page '@/a/b'", "cannot be made"), ("page '@/a' nowhere", "there is no chapter 'nowhere'"),
    ("page '@/a/b.html' deadlocks", "cannot be written"), ("page", "'page' needs FILE"),
    ("handout deadlocks", "'handout' needs --html FILE"),
    ("handout nowhere --html '@'", "there is no chapter 'nowhere'"),
  ])
  func `what cannot be written is said, and nothing is left`(line: String, problem: String) {
    #expect(desk.perform(line.replacing("@", with: place)) == .usage)
    #expect(desk.errors.contains(problem))
    #expect(!FileManager.default.fileExists(atPath: place))
  }
}
