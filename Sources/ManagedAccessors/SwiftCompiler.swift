internal import Foundation

/// The Swift compiler of this machine.
struct SwiftCompiler {
  private let path: String

  /// What to do when a compiler cannot do what `@NSManaged` needs.
  static let otherWay =
    "Generate classes with accessors of their own from the model instead: "
    + "'workbook accessors MODEL FOLDER'."

  init() throws(ManagedAccessorError) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let found = folders.map({ "\($0)/swiftc" })
        .first(where: FileManager.default.isExecutableFile)
    else {
      throw ManagedAccessorError(
        place: "", problem: "no 'swiftc' is on the PATH",
        wayOut: "Install Swift, or add its folder to the PATH.")
    }
    path = found
  }

  /// What it prints; its complaints are an error.
  @discardableResult
  func run(_ arguments: [String], in folder: URL) throws -> String {
    let (output, errors) = (folder.appending(path: ".out"), folder.appending(path: ".errors"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let said = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      throw ManagedAccessorError(complaint: said)
    }
    return String(decoding: try Data(contentsOf: output), as: UTF8.self)
  }
}

extension ManagedAccessorError {
  /// The first error of a compiler, which names the file and line of a declaration.
  fileprivate init(complaint: String) {
    let first = complaint.split(separator: "\n").first { $0.contains(": error: ") } ?? ""
    let parts = first.split(separator: ":", maxSplits: 2).map(String.init)
    let message = first.components(separatedBy: ": error: ").last ?? ""
    let fileName = parts.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? ""
    self.init(
      place: parts.count == 3 ? "\(fileName):\(parts[1])" : "",
      problem: message.isEmpty ? "the compiler failed: \(complaint.prefix(500))" : message,
      wayOut: "A managed property has a type of Foundation or Core Data, or a class of the same "
        + "module. Otherwise: " + SwiftCompiler.otherWay)
  }
}
