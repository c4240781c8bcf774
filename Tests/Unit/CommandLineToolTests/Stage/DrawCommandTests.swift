import Foundation
import Testing
import WorkbookKit

@testable import CommandLineTool

struct DrawCommandTests {
  private let desk = Desk()

  private func file(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: desk.folder, withIntermediateDirectories: true)
    return desk.folder + "/" + name
  }

  @Test func `a picture and a page are written`() throws {
    let (svg, html) = (try file("a.svg"), try file("a.html"))
    #expect(desk.perform("draw counting --svg '\(svg)' --html '\(html)'") == .done)
    #expect(desk.output.replacing("\n", with: " ").contains("Written: \(svg), \(html)"))
    #expect(try String(contentsOfFile: svg, encoding: .utf8).hasPrefix("<svg"))
    #expect(try String(contentsOfFile: html, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
  }

  @Test func `the same facts give the same file`() throws {
    let (one, two) = (try file("1.html"), try file("2.html"))
    #expect(desk.perform("draw counting --html '\(one)'") == .done)
    #expect(desk.perform("draw counting --html '\(two)'") == .done)
    #expect(FileManager.default.contents(atPath: one) == FileManager.default.contents(atPath: two))
  }

  @Test func `a file that is there is replaced only when that was said`() throws {
    let path = try file("kept.svg")
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(desk.perform("draw counting --svg '\(path)'") == .usage)
    #expect(desk.errors.contains("add --yes"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(desk.perform("draw counting --svg '\(path)' --yes") == .done)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("<svg"))
  }

  @Test func `where nothing can be written nothing is left behind`() throws {
    let folder = try file("a folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for path in [folder + "/not there/a.svg", folder + "/", "/proc/a.svg"] {
      #expect(desk.perform("draw counting --svg '\(path)' --yes") == .usage, "\(path)")
      #expect(desk.errors.contains("'\(path)' cannot be written"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    #expect(!desk.output.contains("Written"))
  }

  @Test(arguments: [
    ("draw counting", "'draw' needs --svg FILE or --html FILE"),
    ("draw cuonting --svg @", "there is no scenario 'cuonting'"),
    ("draw counting fixx --svg @", "there is no variant 'fixx'"),
    ("draw counting --svg", "'--svg' needs a value: FILE"),
    ("draw counting --code x --svg @", "'x' is not a replay code"),
    ("draw counting --svg @ --step 0", "a whole number above 0"),
    ("draw counting --svg @ --step 99", "a step of this order, 1 to"),
  ])
  func `what cannot be drawn is said with the way out`(line: String, problem: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).svg").path
    #expect(desk.perform(line.replacing("@", with: file)) == .usage)
    #expect(desk.errors.contains(problem))
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
