public import Foundation

/// Makes `@NSManaged` work for the model classes of a module.
///
/// Swift compiles `@NSManaged` on Linux and leaves the accessors to a run time that is not there.
/// They are written here, into a module of their own: beside the classes, a release build would
/// take them for the same functions declared twice.
public struct ManagedAccessors {
  private let module: String
  private let files: [ManagedFile]

  /// The module of the accessors.
  public var companion: String { module + "Accessors" }

  /// Reads the Swift files of a folder, which are the module's.
  public init(module: String, sources folder: URL) throws {
    let found = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    let names = found.filter { $0.hasSuffix(".swift") }.sorted()
    let texts = try names.map {
      (
        ($0 as NSString).lastPathComponent,
        try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
      )
    }
    try self.init(module: module, sources: texts)
  }

  /// Takes the files of a module as names and texts.
  public init(module: String, sources: [(name: String, text: String)]) throws {
    self.module = module
    files = try sources.map { try ManagedFileReader.read(name: $0.name, text: $0.text) }
    guard files.contains(where: { $0.types.contains { !$0.members.isEmpty } }) else {
      throw ManagedAccessorError(
        place: "", problem: "no class of \(module) has an '@NSManaged' member",
        wayOut: "Name the folder with the classes that Xcode generated or you wrote.")
    }
  }

  /// The text of the module with the accessors. It asks the compiler for their symbols.
  public func companionText() throws -> String {
    let symbols = try SymbolProbe(module: module, files: files).symbols()
    return try CompanionText(module: module, files: files, symbols: symbols).text()
  }

  /// What was written: the files, and the targets that a package needs for them.
  public struct Written: Equatable, Sendable {
    /// The paths below the folder.
    public let files: [String]
    /// Lines for the list of targets in `Package.swift`.
    public let targets: [String]
  }

  /// Writes the accessors into a folder of their own below this one, and the copies into another.
  public func write(to folder: URL) throws -> Written {
    var texts = ["\(companion)/\(companion).swift": try companionText()]
    let copied = module + "WithoutObjectiveC"
    if needsCopies {
      for file in copies { texts["\(copied)/\(file.name)"] = file.text }
    }
    for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
      let url = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
    }
    let coreData = ".product(name: \"CoreData\", package: \"workbook\")"
    let path = needsCopies ? ", path: \"Sources/\(copied)\"" : ""
    return Written(
      files: texts.keys.sorted(),
      targets: [
        ".target(name: \"\(companion)\", dependencies: [\(coreData)]),",
        ".target(name: \"\(module)\", dependencies: [\(coreData), \"\(companion)\"]\(path)),",
      ])
  }

  /// Whether the classes have attributes that Linux refuses, so that only copies can be built.
  public var needsCopies: Bool { files.contains { !$0.objectiveCAttributes.isEmpty } }

  /// The files without those attributes, by name.
  public var copies: [(name: String, text: String)] {
    files.map { ($0.name, $0.withoutObjectiveC) }
  }
}

extension ManagedAccessors {
  /// Whether a text has what `plainText(_:named:)` and the accessors are for.
  public static func concern(_ text: String) -> Bool {
    text.contains("@NSManaged") || text.contains("@objc")
  }

  /// A file's text without Objective-C, in which everything else stays in its place.
  public static func plainText(_ text: String, named name: String) throws -> String {
    try ManagedFileReader.read(name: name, text: text).blankedObjectiveC
  }
}

extension ManagedFile {
  /// The text without Objective-C.
  var withoutObjectiveC: String {
    var bytes = Array(text.utf8)
    for range in objectiveCAttributes.reversed() { bytes.removeSubrange(range) }
    return "// A copy without '@objc', which Linux does not know; edit the original.\n"
      + withNames(String(decoding: bytes, as: UTF8.self))
  }

  /// The same with spaces for what is not there.
  var blankedObjectiveC: String {
    var bytes = Array(text.utf8)
    for place in objectiveCAttributes.joined() where bytes[place] != UInt8(ascii: "\n") {
      bytes[place] = UInt8(ascii: " ")
    }
    return withNames(String(decoding: bytes, as: UTF8.self))
  }

  /// A class that has another name in Objective-C keeps it in an `enum` of that name, by which it is
  /// found.
  private func withNames(_ text: String) -> String {
    var copy = text
    for type in types {
      guard let name = type.objectiveCName else { continue }
      copy += """

        /// The name that models know `\(type.name)` by.
        public enum \(name): ManagedObjectClassName {
          public static var managedObjectClass: NSManagedObject.Type { \(type.name).self }
        }

        """
    }
    return copy
  }
}
