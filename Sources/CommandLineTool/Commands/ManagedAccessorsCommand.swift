internal import Foundation
internal import ManagedAccessors
internal import WorkbookKit

/// Writes the module with the accessors of `@NSManaged` members, and copies of the classes where
/// Linux refuses their attributes: `accessors --nsmanaged`.
struct ManagedAccessorsCommand: Command {
  var sources: String
  var module: String?
  var folder: String?

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let sources = URL(filePath: sources, directoryHint: .isDirectory)
    let target = folder.map { URL(filePath: $0) } ?? sources.deletingLastPathComponent()
    let written: ManagedAccessors.Written
    do {
      written = try ManagedAccessors(
        module: module ?? sources.lastPathComponent, sources: sources
      ).write(to: target)
    } catch let error as ManagedAccessorError {
      throw CommandFailure(
        problem: error.place.isEmpty ? error.problem : "\(error.place): \(error.problem)",
        wayOut: error.wayOut, status: .usage)
    } catch {
      throw CommandFailure(
        problem: "the accessors cannot be written into '\(target.path)': \(error)",
        wayOut: "name a folder of yours after the one with the classes", status: .usage)
    }
    console.show(written.files.map { TextLine($0) })
    console.tell("Package.swift needs these targets:", .faint)
    console.show(written.targets.map { TextLine($0) })
    return .done
  }
}
