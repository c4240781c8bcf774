internal import Foundation

/// Where a reader's progress, history and backups live: never in the package.
public struct StateFolder: Sendable, Hashable {
  public let path: String

  public init(path: String) {
    self.path = path
  }

  /// `$XDG_STATE_HOME/workbook`, or `~/.local/state/workbook` where that is unset or relative.
  public init(environment: [String: String]) {
    let stated = environment["XDG_STATE_HOME"] ?? ""
    let home = environment["HOME"] ?? NSHomeDirectory()
    let base = stated.hasPrefix("/") ? stated : "\(home)/.local/state"
    path = "\(base)/workbook"
  }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes the folder, readable by its owner only. False when it cannot be written to.
  public func prepare() -> Bool {
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return FileManager.default.isWritableFile(atPath: path)
  }
}
