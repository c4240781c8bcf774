internal import Foundation
internal import ManagedAccessors
internal import WorkbookKit

extension Session {
  /// Writes the module with the accessors of `@NSManaged` members, and copies of the classes where
  /// Linux refuses their attributes.
  func managedAccessors(
    _ path: String, module: String?, into folder: String?
  ) throws -> ExitStatus {
    let sources = URL(filePath: path, directoryHint: .isDirectory)
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
