internal import CoreData
internal import Foundation
internal import WorkbookKit

extension Session {
  /// Writes Swift classes for a model, beside it unless a folder is named.
  func accessors(
    _ path: String, into folder: String?, style: AccessorGenerator.Style
  ) throws -> ExitStatus {
    let url = URL(filePath: path)
    guard TextFile.exists(path), let model = NSManagedObjectModel(contentsOf: url) else {
      throw CommandFailure(
        problem: "'\(path)' is no model that can be read",
        wayOut: "name an .xcdatamodeld, .xcdatamodel or its contents", status: .usage)
    }
    let target = folder.map { URL(filePath: $0) } ?? url.deletingLastPathComponent()
    let written: [String]
    do {
      written = try AccessorGenerator(model: model, style: style).write(to: target)
    } catch {
      throw CommandFailure(
        problem: "the classes cannot be written into '\(target.path)': \(error)",
        wayOut: "name a folder of yours after the model", status: .usage)
    }
    console.show(written.map { TextLine($0) })
    console.tell("\(written.count.of("file")) written into '\(target.path)'.", .faint)
    return .done
  }
}
