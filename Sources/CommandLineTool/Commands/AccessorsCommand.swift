internal import CoreData
internal import WorkbookKit

/// Writes Swift classes for a model, beside it unless a folder is named.
struct AccessorsCommand: Command {
  var model: String
  var folder: String?
  var usesNSSet: Bool

  static let syntax = Syntax(
    name: "accessors", operands: [.required(.file), .optional(.file)],
    flags: [
      .init(name: "--nsset", summary: "to-many relationships as NSSet, as Xcode writes them"),
      .init(name: "--nsmanaged", summary: "accessors for classes with '@NSManaged'"),
      .init(name: "--module", value: "NAME", summary: "--nsmanaged: the module of the classes"),
    ],
    summary: "write typed Swift classes for a model, beside it or into a folder",
    details: "Classes with an underscore are replaced each time; the others are yours. With "
      + "--nsmanaged it takes a folder of model classes that Xcode generated or you wrote, and "
      + "writes the module with their accessors beside it.",
    examples: [
      "accessors Chat.xcdatamodeld", "accessors Chat.xcdatamodeld Sources/Model",
      "accessors --nsmanaged Sources/Model",
    ],
    make: { arguments in
      let (input, folder) = (arguments[0] ?? "", arguments[1])
      guard arguments.has("--nsmanaged") else {
        return AccessorsCommand(
          model: input, folder: folder, usesNSSet: arguments.has("--nsset"))
      }
      return ManagedAccessorsCommand(
        sources: input, module: arguments.flags["--module"], folder: folder)
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let url = URL(filePath: model)
    guard TextFile.exists(model), let parsed = NSManagedObjectModel(contentsOf: url) else {
      throw CommandFailure(
        problem: "'\(model)' is no model that can be read",
        wayOut: "name an .xcdatamodeld, .xcdatamodel or its contents", status: .usage)
    }
    let target = folder.map { URL(filePath: $0) } ?? url.deletingLastPathComponent()
    let written: [String]
    do {
      written = try AccessorGenerator(
        model: parsed, style: usesNSSet ? .foundation : .swift
      ).write(to: target)
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
