import Foundation
import Testing

/// The doors for readers on a Mac: what they say has to be what the README's first command does.
@Suite("Containers")
struct ContainerTests {
  /// What `.devcontainer/devcontainer.json` says, as far as it is asked here.
  private struct Description: Decodable {
    let image: String
    let mounts: [String]
    let postCreateCommand: String
    let runArgs: [String]
    let containerEnv: [String: String]
  }

  private let readme = House.ours.text(of: "README.md")

  private func description() throws -> Description {
    let text = House.ours.text(of: ".devcontainer/devcontainer.json")
    return try JSONDecoder().decode(Description.self, from: Data(text.utf8))
  }

  /// The one-line commands below `### On a Mac`.
  private func commandsForAMac() throws -> [Substring] {
    let part = try #require(readme.components(separatedBy: "### On a Mac").last)
    let section = part.components(separatedBy: "\n## ")[0]
    return section.split(separator: "\n").filter { $0.contains(" run -it ") }
  }

  @Test func `both engines for containers have one line each`() throws {
    let commands = try commandsForAMac()
    #expect(commands.count == 2)
    for command in commands { #expect(command.contains(#"-v "$PWD":/workbook -w /workbook"#)) }
  }

  @Test func `every door has one image, which the workflow checks`() throws {
    let image = try description().image
    let version = try #require(image.wholeMatch(of: #/swift:(\d+\.\d+)-noble/#)).1
    for command in try commandsForAMac() { #expect(command.contains(" \(image) ")) }
    let workflow = House.ours.text(of: ".github/workflows/check.yml")
    #expect(workflow.contains("\"\(version)\""))
    #expect(workflow.contains("-noble"))
  }

  /// The image itself has no locale, without which pictures are drawn in ASCII.
  @Test func `behind every door pictures have their lines`() throws {
    #expect(try description().containerEnv["LANG"] == "C.UTF-8")
    for command in try commandsForAMac() { #expect(command.contains(" -e LANG=C.UTF-8 ")) }
  }

  @Test func `every door installs what the first command installs`() throws {
    let first = try #require(readme.firstMatch(of: #/apt-get install -y -qq ([\w -]+?) &&/#)).1
    #expect(try description().postCreateCommand.hasSuffix("install -y -qq \(first)"))
    for command in try commandsForAMac() {
      #expect(command.contains("apt-get install -y -qq \(first) &&"))
    }
  }

  @Test func `an assignment is graded where the workbook is checked`() throws {
    let grading = House.ours.text(of: ".github/assignment/grade.yml")
    #expect(grading.contains("image: \(try description().image)\n"))
    let first = try #require(readme.firstMatch(of: #/apt-get install -y -qq ([\w -]+?) &&/#)).1
    #expect(grading.contains("apt-get install -y -qq \(first)\n"))
    // What it says of the exit status is said by the grader.
    #expect(House.ours.text(of: ".github/assignment/grade").contains(" --json || status=1"))
  }

  @Test func `what was built and the reader's progress outlive the container`() throws {
    let mounts = try description().mounts
    #expect(mounts.contains { $0.contains("/.build,type=volume") })
    #expect(mounts.contains { $0.contains("/.local/state,type=volume") })
    let command = try #require(try commandsForAMac().first)
    #expect(command.contains(":/workbook/.build "))
    #expect(command.contains(":/root/.local/state "))
  }

  @Test func `answers may be watched in a container`() throws {
    #expect(try description().runArgs.contains("--cap-add=SYS_PTRACE"))
  }

  @Test func `another system is told where to go`() {
    let manifest = House.ours.text(of: "Package.swift")
    #expect(manifest.contains("#if !os(Linux)\n  #error("))
    #expect(manifest.contains("README.md, 'On a Mac'"))
  }
}
