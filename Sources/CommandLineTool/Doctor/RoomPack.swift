internal import Foundation
internal import WorkbookKit

/// The sources and what was built of them in one file, for a room without a network.
///
/// Programs and modules find each other by where they lie, so that the folder may be unpacked
/// anywhere. Left out is what only SwiftPM, the tests and the debugger need.
struct RoomPack {
  /// The folder that comes out of it.
  static let folder = "workbook"

  let package: URL
  let binaries: URL
  let exercises: [any CheckedExercise]

  /// Writes it with `tar`, and says how large it is.
  func write(to file: String) throws -> Int {
    let staged = FileManager.default.temporaryDirectory.appending(path: "workbook-pack-\(UUID())")
    defer { try? FileManager.default.removeItem(at: staged) }
    for exercise in exercises { try putBack(exercise, in: staged) }
    do {
      // What comes later in it replaces what came before.
      try tar(
        ["-czf", URL(filePath: file).absoluteURL.path, "--transform", "s,^,\(Self.folder)/,SH"]
          + ["-C", package.path] + sources + built + ["-C", staged.path, "Exercises"])
    } catch {
      try? FileManager.default.removeItem(atPath: file)
      throw error
    }
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
    return size ?? 0
  }

  /// All but what was built, and what is not the reader's business.
  private var sources: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: package.path)
        .filter { !$0.hasPrefix(".build") && $0 != ".git" }.sorted()
    }
  }

  /// Each begins where everybody begins, whatever was tried here.
  private func putBack(_ exercise: any CheckedExercise, in staged: URL) throws {
    let folder = staged.appending(path: "Exercises/\(exercise.folder.url.lastPathComponent)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try exercise.folder.writeAsShipped(into: folder)
  }

  /// The program, what answers are compiled with, and the short way to both: `.build/debug`.
  private var built: [String] {
    get throws {
      let inside = package.path + "/"
      guard binaries.path.hasPrefix(inside) else { throw BuiltElsewhere(binaries: binaries.path) }
      let place = String(binaries.path.dropFirst(inside.count))
      let names = try FileManager.default.contentsOfDirectory(atPath: binaries.path)
      return names.filter(Self.isNeeded).sorted().map { "\(place)/\($0)" } + [short]
    }
  }

  /// `.build/debug`, which leads to the folder of this processor.
  var short: String {
    let folder = binaries.deletingLastPathComponent().deletingLastPathComponent()
    return "\(folder.lastPathComponent)/\(binaries.lastPathComponent)"
  }

  private static func isNeeded(_ name: String) -> Bool {
    name == "workbook" || name == "Modules" || name.hasSuffix(".resources")
      || name.hasSuffix(".build") && !name.contains("Tests.")
  }

  private func tar(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["tar"] + arguments
    let errors = Pipe()
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Refused(said: said) }
  }

  struct Refused: Error, CustomStringConvertible {
    let said: String
    var description: String {
      "'tar' could not write it: \(said.split(separator: "\n").first ?? "")"
    }
  }

  struct BuiltElsewhere: Error, CustomStringConvertible {
    let binaries: String
    var description: String { "the workbook was built outside of its folder, in '\(binaries)'" }
  }
}

extension RoomPack {
  init(of session: Session) {
    self.init(
      package: session.workplace.package, binaries: session.workplace.binaries,
      exercises: session.catalogue.exercises)
  }

  /// Writes it, and says what came of that.
  func fact(of file: String, _ console: Console) -> MachineFact {
    do {
      guard let size = try console.waitingFor("the pack is written", { try write(to: file) }) else {
        return MachineFact(
          subject: "pack", value: "you stopped it", wayOut: "again: doctor --room --pack FILE")
      }
      return MachineFact(
        subject: "pack",
        value: "\(file), \(size >> 20) MB; each laptop: tar -xf FILE, cd \(RoomPack.folder), "
          + "\(short)/workbook")
    } catch {
      return MachineFact(
        subject: "pack", value: "\(error)",
        wayOut: "name a file in a folder with room, and start with 'swift run workbook'")
    }
  }
}
