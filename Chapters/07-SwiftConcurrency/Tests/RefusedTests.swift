import Foundation
import Testing
import WorkbookKit

@testable import SwiftConcurrency

/// What the lesson says that the compiler refuses, it refuses, in these words.
struct RefusedTests {
  /// A block of the lesson that shows lines of code and the error for them.
  struct Refused: Sendable {
    let code: [String]
    let error: String
  }

  private static let refused: [Refused] = {
    let lesson = (try? Chapter.swiftConcurrency.lessonText()) ?? ""
    return lesson.split(separator: "```").compactMap { block in
      let lines = block.split(separator: "\n").map(String.init)
      guard lines.first == "text", let error = lines.firstIndex(where: { $0.hasPrefix("error: ") })
      else { return nil }
      // A long error goes on in indented lines.
      let words = lines[error...].map { $0.trimmingPrefix { $0 == " " } }
      return Refused(code: Array(lines[1..<error]), error: words.joined(separator: " "))
    }
  }()

  @Test func `the lesson shows two errors of the compiler`() {
    #expect(Self.refused.count == 2)
  }

  @Test(arguments: refused.indices)
  func `the compiler refuses what the lesson says, in these words`(_ index: Int) throws {
    let refused = Self.refused[index]
    let said = try compile(refused.code)
    let errors = said.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(errors.count == 1)
    #expect(errors.first?.contains(refused.error) == true, "\(said)")
  }

  @Test func `the code around them compiles`() throws {
    #expect(try compile(["_ = room.name"]) == "")
  }

  /// What the compiler says to these lines in a function of the main actor.
  private func compile(_ lines: [String]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    let code = """
      class ManagedObject {}
      final class Room: ManagedObject { var name = "" }
      @MainActor final class Header { var title = "" }
      @MainActor func example(room: Room, header: Header) {
      \(lines.joined(separator: "\n"))
      }
      """
    try Data(code.utf8).write(to: file)
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", file.path(),
    ]
    let output = Pipe()
    compiler.standardError = output
    try compiler.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    compiler.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }
}
