import Foundation
import Testing

/// The pages that draw the house name what is there, all of it, and nothing that has gone.
@Suite("The map")
struct MapTests {
  private let house = House.ours

  /// `| `Module` | `Folder` | ...`, the module once for the rows of its folders.
  private func foldersDrawn() -> [String] {
    let page = house.text(of: ".github/ARCHITECTURE.md")
    var module = ""
    return page.matches(of: #/\n\| (?:`(\w+)`)? ?\| `([\w.]+)` \|/#.anchorsMatchLineEndings())
      .map { row in
        if let name = row.1 { module = String(name) }
        return "\(module)/\(row.2)"
      }
  }

  /// The folders of each module that is sorted into folders; headers of C aside.
  private func foldersThere() -> [String] {
    house.names(in: "Sources").filter { $0 != "Graders" }.flatMap { module in
      house.names(in: "Sources/\(module)")
        .filter { $0 != "include" && isFolder("Sources/\(module)/\($0)") }
        .map { "\(module)/\($0)" }
    }
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(
      atPath: house.root.appending(path: path).path, isDirectory: &isFolder)
    return isFolder.boolValue
  }

  @Test func `every folder of a module is drawn, and none that has gone`() {
    #expect(foldersDrawn().sorted() == foldersThere().sorted())
  }

  @Test func `the README's house has every module`() {
    let readme = house.text(of: "README.md")
    for module in house.names(in: "Sources") {
      #expect(readme.contains("  \(module)/"), "\(module)")
    }
  }

  @Test(arguments: ["README.md", ".github/CONTRIBUTING.md", ".github/ARCHITECTURE.md"])
  func `a path that is named is there`(page: String) {
    let paths = house.text(of: page).matches(
      of: #/(?:Sources|Tests|Chapters|Exercises|\.github|\.ci)/[\w./+-]+\w/#)
    #expect(!paths.isEmpty)
    for path in paths.map({ String($0.0) }) where !path.contains("NN-Name") {
      let file = house.root.appending(path: path).path
      #expect(FileManager.default.fileExists(atPath: file), "\(page): \(path)")
    }
  }

  @Test func `files that the three ways name are there`() {
    let page = house.text(of: ".github/ARCHITECTURE.md")
    let ways = page.components(separatedBy: "## Folders")[0]
    let files = house.swiftFiles(below: "Sources")
    for name in ways.matches(of: #/[\w+/]+\.swift/#).map({ String($0.0) }) {
      #expect(files.contains { $0.hasSuffix("/" + name) }, "\(name)")
    }
  }
}
