internal import Foundation

/// Where a SQLite store lives.
enum DatabasePlace: Equatable, Sendable {
  case file(String)
  /// `/dev/null`: memory of one coordinator.
  case privateMemory
  /// `/dev/null/NAME`: memory that the coordinators of a process share.
  case sharedMemory(String)

  init(_ url: URL?) {
    let path = url?.path ?? "/dev/null"
    if path == "/dev/null" {
      self = .privateMemory
    } else if path.hasPrefix("/dev/null/") {
      self = .sharedMemory(String(path.dropFirst("/dev/null/".count)))
    } else {
      self = .file(path)
    }
  }

  /// What SQLite is told to open.
  var uri: String {
    switch self {
    case .file(let path): path
    case .privateMemory: ":memory:"
    case .sharedMemory(let name):
      "file:/" + (name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name)
        + "?vfs=memdb"
    }
  }

  /// Where its file is.
  var url: URL? { if case .file(let path) = self { URL(fileURLWithPath: path) } else { nil } }

  var isFile: Bool { if case .file = self { true } else { false } }
}
