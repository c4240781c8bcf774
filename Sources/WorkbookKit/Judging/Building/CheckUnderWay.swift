internal import Foundation

/// Another process that a check has to wait for, as far as the kernel tells of it.
public struct CheckUnderWay: Sendable, Hashable, CustomStringConvertible {
  public let process: Int32
  /// As it was started; empty where the kernel does not say.
  public let command: String
  /// Whether it was stopped, so that it will not go on by itself.
  public let isStopped: Bool

  init(process: Int32) {
    self.process = process
    let words = (Self.kernelText("/proc/\(process)/cmdline") ?? "").split(separator: "\0")
    let program = words.first.map { $0.split(separator: "/").last ?? $0 }
    command = ((program.map { [$0] } ?? []) + words.dropFirst()).joined(separator: " ")
    let state = Self.kernelText("/proc/\(process)/stat").flatMap { text in
      text.lastIndex(of: ")").map { text[$0...].dropFirst(2).prefix(1) }
    }
    isStopped = state == "T"
  }

  public var description: String {
    let name = "process \(process)" + (command.isEmpty ? "" : " (\(command))")
    return isStopped ? "\(name), which is stopped; 'kill -CONT \(process)' lets it go on" : name
  }

  private static func kernelText(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
