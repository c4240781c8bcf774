import Foundation
import PseudoTerminal
import Testing

/// Another process on a store file, spoken to in lines.
final class OtherProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  var id: Int32 { process.processIdentifier }

  init(on store: URL, timeout: Double = 5, keepsHistory: Bool = false) throws {
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path(of: "StorePeer"))
    process.arguments = [store.path, String(timeout)] + (keepsHistory ? ["history"] : [])
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Gives a command without waiting for the answer.
  func tell(_ command: String) { input.fileHandleForWriting.write(Data("\(command)\n".utf8)) }

  /// The next line it says.
  func answer() throws -> String {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte.first != 10 {
      try #require(!byte.isEmpty, "the other process has ended")
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  func ask(_ command: String) throws -> String {
    tell(command)
    return try answer()
  }
}
