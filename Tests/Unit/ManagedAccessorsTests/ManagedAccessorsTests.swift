import Foundation
import LongTests
import ManagedAccessors
import PseudoTerminal
import Testing

/// `@NSManaged` classes get their accessors from a module of their own.
struct ManagedAccessorsTests {
  private func accessors(_ text: String) throws -> ManagedAccessors {
    try ManagedAccessors(module: "Model", sources: [(name: "Thing.swift", text: text)])
  }

  @Test(.long, .enabled(if: Build.isPossible, "needs swiftc and the objects of this build"))
  func `classes that Xcode wrote work in debug and in release`() throws {
    for options in [["-Onone"], ["-O", "-wmo"]] {
      let build = try Build(options)
      #expect(try build.run() == XcodeProject.printed, "\(options)")
    }
  }

  @Test func `what only looks like a managed member is none`() throws {
    #expect(throws: ManagedAccessorError.self) {
      try accessors(
        """
        // @NSManaged var a: Int
        /* /* @NSManaged */ class B: NSManagedObject { @NSManaged var b: Int } */
        class Thing { let text = #"@NSManaged var c: \\#("@NSManaged")"# }
        """)
    }
  }

  @Test(arguments: [
    ("class Outer { class Thing: NSManagedObject {\n@NSManaged var a: Int\n} }", "Thing.swift:2"),
    ("class Thing: NSManagedObject {\n\n@NSManaged var a, b: Int\n}", "Thing.swift:3"),
    ("class Thing: NSManagedObject {\n@NSManaged let a: Int\n}", "Thing.swift:2"),
  ])
  func `a member that cannot have accessors is an error with its place`(
    text: String, place: String
  ) throws {
    let error = try #require(throws: ManagedAccessorError.self) { try accessors(text) }
    #expect(error.place == place)
    #expect(!error.wayOut.isEmpty)
  }

  @Test(
    .enabled(if: Build.hasCompiler),
    arguments: [
      "class Thing: NSManagedObject {\n@NSManaged var a: Unknown\n}",
      "class Thing: NSManagedObject {\n@NSManaged func grow(_ by: Int)\n}",
      "class Thing: NSManagedObject {\n@NSManaged var a: [Thing]\n}",
    ])
  func `a type that no accessor can have is an error with its place and another way`(
    text: String
  ) throws {
    let error = try #require(throws: ManagedAccessorError.self) {
      try accessors(text).companionText()
    }
    #expect(error.place == "Thing.swift:2")
    #expect(error.wayOut.contains("@NSManaged") || error.wayOut.contains("accessors"))
  }

  @Test func `a copy is without Objective-C, and keeps the name`() throws {
    let accessors = try accessors(
      """
      @objc(OldThing) @objcMembers class Thing: NSManagedObject {
        @objc @NSManaged var a: Int // @objc stays in a comment
        @objc(doIt:) func doIt(_ x: Int) {}
      }
      """)
    let copy = try #require(accessors.copies.first).text
    #expect(accessors.needsCopies)
    #expect(
      copy.contains("class Thing: NSManagedObject {\n   @NSManaged var a: Int // @objc stays"))
    #expect(copy.contains("   func doIt(_ x: Int) {}"))
    #expect(copy.contains("public enum OldThing: ManagedObjectClassName {"))
  }

  @Test func `classes without Objective-C are not copied`() throws {
    let accessors = try accessors("class Thing: NSManagedObject {\n@NSManaged var a: Int\n}")
    #expect(!accessors.needsCopies)
  }
}

/// A program built from the project, by the compiler of this machine and from the objects of the
/// build that these tests are part of.
private struct Build {
  private let folder: URL
  private let options: [String]

  private static let binaries = URL(filePath: BuiltProgram.path(of: "."))

  static var hasCompiler: Bool { compiler != nil }
  static var isPossible: Bool { hasCompiler && !objects.isEmpty }

  private static var compiler: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/swiftc" }.first(where: FileManager.default.isExecutableFile)
  }

  private static var objects: [String] {
    ["CoreData", "Interleaving"].flatMap { module in
      let build = binaries.appending(path: "\(module).build")
      // Object files of sources that are gone stay in the folder; the list has those that are there.
      let list = build.appending(path: "sources")
      let sources = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
      return sources.split(separator: "\n").map {
        build.appending(path: URL(filePath: String($0)).lastPathComponent + ".o").path
      }
    }
  }

  init(_ options: [String]) throws {
    self.options = options
    folder = FileManager.default.temporaryDirectory.appending(path: "managed-\(UUID())")
    let xcode = folder.appending(path: "Model")
    try FileManager.default.createDirectory(at: xcode, withIntermediateDirectories: true)
    for (name, text) in XcodeProject.sources {
      try Data(text.utf8).write(to: xcode.appending(path: name))
    }
    try Data(XcodeProject.model.utf8).write(to: folder.appending(path: "contents"))
    try Data(XcodeProject.program.utf8).write(to: folder.appending(path: "main.swift"))
    _ = try ManagedAccessors(module: "Model", sources: xcode).write(to: folder)
  }

  func run() throws -> String {
    defer { try? FileManager.default.removeItem(at: folder) }
    try compile("ModelAccessors", ["ModelAccessors/ModelAccessors.swift"])
    try compile("Model", XcodeProject.sources.keys.sorted().map { "ModelWithoutObjectiveC/\($0)" })
    try swiftc(
      ["main.swift", "Model.o", "ModelAccessors.o", "-o", "program", "-lsqlite3"] + Self.objects)
    return try output(of: folder.appending(path: "program").path, [folder.path + "/contents"])
  }

  private func compile(_ module: String, _ sources: [String]) throws {
    try swiftc(
      [
        "-emit-module", "-emit-object", "-parse-as-library", "-module-name", module, "-wmo",
        "-o", "\(module).o",
      ] + sources)
  }

  private func swiftc(_ arguments: [String]) throws {
    let map = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/CSQLite/module.modulemap")
    let common = [
      "-swift-version", "6", "-I", Self.binaries.appending(path: "Modules").path, "-I", ".",
      "-Xcc", "-fmodule-map-file=\(map.path)",
      "-module-cache-path", Self.binaries.appending(path: "ModuleCache").path,
    ]
    _ = try output(of: Self.compiler ?? "", options + common + arguments)
  }

  private func output(of program: String, _ arguments: [String]) throws -> String {
    let file = folder.appending(path: "output")
    try Data().write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let handle = try FileHandle(forWritingTo: file)
    (process.standardOutput, process.standardError) = (handle, handle)
    try process.run()
    process.waitUntilExit()
    let said = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    try #require(process.terminationStatus == 0, "\(said)")
    return said
  }
}
