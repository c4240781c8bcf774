import Foundation
import Testing

@testable import CommandLineTool
@testable import WorkbookKit

/// What a lesson says that the compiler says.
struct RefusedProgramTests {
  static let all = Catalogue.shipped.chapters.flatMap(\.scenarios).flatMap(\.refused)

  @Test func `some programs are refused`() { #expect(Self.all.count > 1) }

  @Test(arguments: all)
  func `the compiler refuses it in these words`(program: RefusedProgram) async throws {
    let work = FileManager.default.temporaryDirectory.appending(path: "refused \(UUID())")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    let file = work.appending(path: "Refused.swift")
    let text = "import CoreData\nimport WorkbookKit\n\n\(program.source)\n"
    try Data(text.utf8).write(to: file)
    let result = try await ExaminerBuild(for: "CoreData", at: .here).compile(
      [file], main: "", module: "Refused",
      options: program.isMainByDefault ? ["-default-isolation", "MainActor"] : [], in: work,
      to: work.appending(path: "program"))
    guard case .rejected(let words) = result else {
      Issue.record("\(program.name) compiles")
      return
    }
    let errors = words.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(errors.count == 1, "\(words)")
    #expect(errors.first?.contains("Refused.swift:") == true, "\(words)")
    #expect(errors.first?.contains(": error: \(program.diagnostic)") == true, "\(words)")
  }
}
