import Foundation
import LongTests
import Testing

@testable import CommandLineTool
@testable import WorkbookKit

struct DoctorTests {
  @Test(
    arguments: [
      ([Confinement.calls, .files], nil, nil),
      ([.calls], "no Landlock", "not kept from writing outside their folder:"),
      ([], "no seccomp and no Landlock", "not kept from starting programs,"),
    ] as [([Confinement], String?, String?)])
  func `it says what this kernel does not keep answers from`(
    offered: [Confinement], means: String?, open: String?
  ) {
    let fact = MachineCheck.confinement(offered: offered)
    #expect(fact.isGood == (means == nil))
    for words in [means, open].compactMap(\.self) {
      #expect(fact.wayOut?.contains(words) == true, "\(fact)")
    }
  }

  @Test func `a pack belongs to what is done for a room`() {
    let desk = Desk()
    #expect(desk.perform("doctor --pack room.tar.gz") == .usage)
    #expect(desk.errors.contains("'doctor --pack' needs --room"))
  }
}

/// What thirty laptops get that have the toolchain and no network.
@Suite(.long) final class RoomPackTests {
  private let place = FileManager.default.temporaryDirectory.appending(path: "room \(UUID())")
  private var root: URL { place.appending(path: RoomPack.folder) }

  init() throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: place) }

  @discardableResult
  private func run(_ command: String) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = place
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_STATE_HOME": place.path]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }

  @Test func `it starts anywhere, shows its sources and checks, without a network`() throws {
    let here = PackageLocation.here
    let pack = RoomPack(
      package: here.package, binaries: here.binaries, exercises: Catalogue.shipped.exercises)
    #expect(try pack.write(to: place.appending(path: "pack.tar.gz").path) > 0)
    #expect(try run("tar -xf pack.tar.gz").status == 0)
    #expect(!FileManager.default.fileExists(atPath: root.appending(path: ".git").path))
    for exercise in Catalogue.shipped.exercises {
      let folder = ExerciseFolder(exercise.folder.url.lastPathComponent, in: root)
      #expect(try folder.state() == .untouched, "\(exercise.id)")
    }
    let exercise = try #require(Catalogue.shipped.exercise("refused-rename"))
    let answer = try exercise.folder.answerText(of: exercise.file(of: exercise.solutions[0]))
    try answer.write(
      to: ExerciseFolder(exercise.folder.url.lastPathComponent, in: root).answer,
      atomically: false, encoding: .utf8)

    // Where a process may do without a network.
    let alone = try run("unshare -rn true").status == 0 ? "unshare -rn " : ""
    let program = "cd \(RoomPack.folder) && \(alone)\(pack.short)/workbook"
    #expect(try run("\(program) version").output == "workbook 1.0\n")
    #expect(try run("\(program) source deadlocks").output.contains("performAndWait"))
    let checked = try run("\(program) check refused-rename")
    #expect(checked.status == 0)
    #expect(checked.output.contains("PASS"), "\(checked.output)")
  }
}
