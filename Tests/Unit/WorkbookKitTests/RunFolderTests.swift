import Foundation
import Testing
import WorkbookKit

struct RunFolderTests {
  @Test func `what a killed process has left goes with the next one, and its own when it exits`()
    async throws
  {
    let told = FileManager.default.temporaryDirectory.appending(path: "told-\(UUID()).txt").path
    defer { try? FileManager.default.removeItem(atPath: told) }
    await #expect(processExitsWith: .success) { [told = told as String] in
      let left = FileManager.default.temporaryDirectory.appending(path: "workbook-run-\(UUID())")
      try FileManager.default.createDirectory(
        at: left.appending(path: "stores"), withIntermediateDirectories: true)
      try Data().write(to: left.appending(path: "lock"))
      let own = try RunFolder()
      #expect(!FileManager.default.fileExists(atPath: left.path))
      try Data("rows".utf8).write(to: own.file("store"))
      try Data(own.file("store").path.utf8).write(to: URL(fileURLWithPath: told))
      // As a thread of a run that never ends.
      _ = Unmanaged.passRetained(own)
    }
    let store = try String(contentsOfFile: told, encoding: .utf8)
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test func `a folder is gone with the last of those that know it`() throws {
    var folder: RunFolder? = try RunFolder()
    let path = try #require(folder).url.path
    #expect(FileManager.default.fileExists(atPath: path))
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
