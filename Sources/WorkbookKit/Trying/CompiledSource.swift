internal import CoreData
internal import Foundation
internal import ManagedAccessors

/// The files as Linux compiles them.
///
///     @objc(Item)        spaces: there is no Objective-C
///     .onQueue(.main)    .onQueue(DispatchQueue.main): both Dispatch and its stand-in have one
///     #keyPath(Item.at)  "at", which is what it stands for
///     dynamic var        spaces: it means nothing here, and hides accesses from the compiler
///     @NSManaged var     accessors in a module of their own, as no run time makes them
///     Items.xcdatamodeld the classes that Xcode generates, and the model beside the program
struct CompiledSource {
  let files: [URL]
  /// The text of the module with accessors.
  let accessors: String?
  private let copies: URL
  private let originals: URL

  /// Writes what has to be written into a folder of its own.
  init(_ source: TriedSource, module: String, in work: URL) throws {
    copies = work.appending(path: "copies")
    originals = source.files[0].deletingLastPathComponent()
    for model in source.models {
      // A folder of versions is asked for by the name that it has in an app.
      let name = model.deletingPathExtension().lastPathComponent
      let places = [model.lastPathComponent, "\(name).momd"].prefix(
        model.pathExtension == "xcdatamodeld" ? 2 : 1)
      for place in places.map({ work.appending(path: $0) }) {
        try? FileManager.default.removeItem(at: place)
        try FileManager.default.copyItem(at: model, to: place)
      }
    }
    // One that cannot be read is told of by the container that asks for it.
    let classes = source.models.compactMap { try? ModelFolder($0).contents().text() }.map {
      XcodeClasses(contents: $0).text(declared: source.declared)
    }.joined()
    var texts = zip(source.files, source.texts).map { ($0.lastPathComponent, $1) }
    let isPlain = texts.allSatisfy {
      !ManagedAccessors.concern($0.1) && Self.plain($0.1) == $0.1
    }
    guard !classes.isEmpty || !isPlain else {
      files = source.files
      accessors = nil
      return
    }
    do {
      if !classes.isEmpty { texts.append(("GeneratedClasses.swift", classes)) }
      accessors =
        texts.contains { $0.1.contains("@NSManaged") }
        ? try ManagedAccessors(module: module, sources: texts.map { (name: $0.0, text: $0.1) })
          .companionText() : nil
      try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
      let copies = copies
      files = try texts.map { name, text in
        let file = copies.appending(path: name)
        try ManagedAccessors.plainText(Self.plain(text), named: name).write(
          to: file, atomically: false, encoding: .utf8)
        return file
      }
    } catch let error as ManagedAccessorError {
      let place = error.place.isEmpty ? "\(source.files[0].lastPathComponent):1" : error.place
      throw UncompiledSource(
        words: "\(originals.appending(path: place).plainPath):1: error: \(error.problem). "
          + error.wayOut)
    }
  }

  private static var queueOfMain: Regex<(Substring, Substring)> {
    #/(\.(?:onQueue|notOnQueue|onQueueAsBarrier)\(\s*)\.main\b/#.wordBoundaryKind(.simple)
  }

  private static var dynamicMember: Regex<(Substring, Substring)> {
    #/\bdynamic( +(?:\w+(?:\(set\))? +)*(?:var|subscript)\b)/#.wordBoundaryKind(.simple)
  }

  /// The condition of a `dispatchPrecondition` says which main it means, and a property is stored.
  private static func plain(_ text: String) -> String {
    text.replacing(dynamicMember) { match in
      let before = text[..<match.range.lowerBound].reversed().prefix { !$0.isNewline }
      let isQuoted = before.contains("\"")
      return isQuoted ? String(match.output.0) : "       \(match.output.1)"
    }.replacing(queueOfMain) { "\($0.output.1)DispatchQueue.main" }
      .replacing(pathOfKeys) { match in
        let keys = match.output.1.split(separator: ".").drop { $0.first?.isUppercase == true }
        let path = "\"\(keys.joined(separator: "."))\""
        return path + String(repeating: " ", count: match.output.0.count - path.count)
      }
  }

  private static var pathOfKeys: Regex<(Substring, Substring)> {
    #/#keyPath\(\s*([A-Za-z_][\w.]*)\s*\)/#
  }

  /// The lines of the copies are those of the originals.
  var options: [String] { ["-debug-prefix-map", "\(copies.plainPath)=\(Self.folder(originals))"] }

  private static func folder(_ url: URL) -> String {
    let path = url.plainPath
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// What is said of a copy, said of the original.
  func original(_ words: String) -> String {
    words.replacing(copies.plainPath, with: Self.folder(originals))
  }
}

/// What is wrong with files before a compiler sees them.
struct UncompiledSource: Error {
  let words: String
}

extension TriedSource {
  /// The models that lie beside files of Core Data.
  fileprivate var models: [URL] {
    guard imports.contains("CoreData") else { return [] }
    let models = beside.filter {
      ["xcdatamodeld", "xcdatamodel", "momd"].contains($0.pathExtension)
    }
    // What was made of a folder of versions that is there, too, would have its classes twice.
    let versions = models.filter { $0.pathExtension == "xcdatamodeld" }
      .map { $0.deletingPathExtension() }
    return models.filter {
      $0.pathExtension != "momd" || !versions.contains($0.deletingPathExtension())
    }
  }

  private var beside: [URL] {
    let folder = files[0].deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.plainPath)) ?? []
    return names.sorted().map { folder.appending(path: $0) }
  }
}
