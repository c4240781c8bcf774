internal import Foundation

/// Asks the compiler what it calls the accessors of managed members.
///
/// The names follow rules of their own, which only the compiler knows well. So it is given
/// the same declarations with bodies, each with a number in it, and prints the functions that it
/// makes of them.
struct SymbolProbe {
  /// The symbols of one member.
  struct Symbols: Equatable {
    var getter: String?
    var setter: String?
    var method: String?
  }

  let module: String
  let files: [ManagedFile]

  /// The symbols of all members, in the order of files, types and members.
  func symbols() throws -> [Symbols] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "probe-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let stub = folder.appending(path: "stub")
    let sources = folder.appending(path: "sources")
    try write(Self.stub, to: stub.appending(path: "CoreData.swift"))
    try write(Self.marker, to: sources.appending(path: "\(UUID()).swift"))
    for (file, text) in zip(files, texts()) {
      try write(text, to: sources.appending(path: file.name))
    }
    let compiler = try SwiftCompiler()
    try compiler.run(
      ["-emit-module", "-parse-as-library", "-module-name", "CoreData", "CoreData.swift"], in: stub)
    let names = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
    let printed = try compiler.run(
      ["-emit-silgen", "-wmo", "-parse-as-library", "-module-name", module, "-I", stub.path]
        + names + ["-o", "-"], in: sources)
    return try symbols(in: printed)
  }

  private func write(_ text: String, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  // MARK: What the compiler is asked

  /// As much of the module as the declarations of properties name.
  private static let stub = """
    open class NSManagedObject: Hashable {
      public static func == (one: NSManagedObject, other: NSManagedObject) -> Bool { true }
      public func hash(into hasher: inout Hasher) {}
    }
    open class NSManagedObjectID {}
    """

  private static let marker = "func managed(_ what: StaticString) -> Never { fatalError() }\n"

  private func texts() -> [String] {
    var number = 0
    return files.map { file in
      var text = "import CoreData\nimport Foundation\n"
      // An extension without managed members may be one of a class that the stub does not have.
      for type in file.types where !(type.isExtension && type.members.isEmpty) {
        let (start, end) =
          type.isExtension ? ("extension", "") : ("public class", ": NSManagedObject")
        text += "\(start) \(type.name)\(end) {\n"
        for member in type.members {
          text += "#sourceLocation(file: \"\(file.name)\", line: \(member.line))\n"
          text += declaration(of: member, number)
          number += 1
        }
        text += "}\n"
      }
      return text
    }
  }

  private func declaration(of member: ManagedMember, _ number: Int) -> String {
    let access = member.isPrivate ? "fileprivate " : ""
    return switch member.kind {
    case .property(let type):
      "\(access)var \(member.name): \(type) "
        + "{ get { managed(\"get \(number)\") } set { managed(\"set \(number)\") } }\n"
    case .method(let signature):
      "\(access)func \(member.name)\(signature) { managed(\"call \(number)\") }\n"
    }
  }

  // MARK: What it answers

  private func symbols(in printed: String) throws -> [Symbols] {
    let members = files.flatMap { file in
      file.types.flatMap { type in type.members.map { (file, type, $0) } }
    }
    var found = [Symbols](repeating: Symbols(), count: members.count)
    var function = ""
    for line in printed.split(separator: "\n") {
      if let name = line.firstMatch(of: #/^sil .*@(\$\S+) :/#) { function = String(name.1) }
      guard let mark = line.firstMatch(of: #/string_literal utf8 "(get|set|call) (\d+)"/#),
        let number = Int(mark.2), found.indices.contains(number)
      else { continue }
      switch mark.1 {
      case "get": found[number].getter = function
      case "set": found[number].setter = function
      default: found[number].method = function
      }
    }
    for (symbols, (file, type, member)) in zip(found, members) where !symbols.fit(member.kind) {
      throw ManagedAccessorError(
        place: "\(file.name):\(member.line)",
        problem: "this compiler does not say what it calls \(type.name).\(member.name)",
        wayOut: SwiftCompiler.otherWay)
    }
    return found
  }
}

extension SymbolProbe.Symbols {
  fileprivate func fit(_ kind: ManagedMember.Kind) -> Bool {
    switch kind {
    case .property: getter != nil && setter != nil
    case .method: method != nil
    }
  }
}
