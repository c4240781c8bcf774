import Foundation
import Testing

/// What threads and queues of a program do is no part of the actor in whose code it is written.
struct IsolationTests {
  @Test(arguments: [
    "runtime.thread(\"A\") { model.taps += 1 }", "runtime.queue(\"Q\").async { model.taps += 1 }",
    "runtime.concurrentQueue(\"Q\").async { model.taps += 1 }",
  ]) func `the compiler refuses to change the main actor's state there`(call: String) throws {
    #expect(try complaints(about: call).contains("main actor-isolated property 'taps'"))
    #expect(try complaints(about: "model.taps += 1").isEmpty)
  }

  private func complaints(about call: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    let text = """
      import Interleaving
      @MainActor final class Model { var taps = 0 }
      @MainActor func tap(_ model: Model, _ runtime: Runtime) { \(call) }
      """
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let modules = Bundle.main.bundleURL.appending(path: "Modules").path
    process.arguments = ["swiftc", "-swift-version", "6", "-typecheck", "-I", modules, file.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }
}
