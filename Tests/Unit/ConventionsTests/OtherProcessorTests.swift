import Foundation
import Testing

/// Who builds on one kind of processor learns here what the other kind would say of the C parts.
@Suite(.enabled(if: OtherProcessor.headers != nil, "needs libc6-dev-arm64-cross"))
struct OtherProcessorTests {
  @Test(arguments: ["CConfinement", "CMemoryAccesses", "CTaskLocals"])
  func `C compiles for ARM without a warning`(module: String) throws {
    let folder = "Sources/\(module)"
    let sources = House.ours.names(in: folder).filter { $0.hasSuffix(".c") }
    #expect(!sources.isEmpty)
    for source in sources {
      #expect(try OtherProcessor.complaints(about: "\(folder)/\(source)", in: folder) == "")
    }
  }

  /// A call that only Intel processors have: the check would see it.
  @Test func `what belongs to another processor is seen`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).c")
    try Data("#include <sys/syscall.h>\nlong fork_number(void) { return SYS_fork; }\n".utf8)
      .write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try OtherProcessor.complaints(about: file.path, in: "Sources").contains("SYS_fork"))
  }
}

private enum OtherProcessor {
  static let headers = ["/usr/aarch64-linux-gnu/include"].first {
    FileManager.default.fileExists(atPath: "\($0)/stdio.h")
  }

  /// What the compiler of the toolchain says of a file for ARM.
  static func complaints(about path: String, in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = House.ours.root
    process.arguments = [
      "clang", "--target=aarch64-linux-gnu", "-isystem", headers ?? "", "-Wall", "-Wextra",
      "-fsyntax-only", "-I", "\(folder)/include", path,
    ]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }
}
