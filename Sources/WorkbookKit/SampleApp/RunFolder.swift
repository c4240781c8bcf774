public import Foundation
public import Interleaving
internal import Synchronization

/// A folder for one run, gone with the last of those that know it. Threads of a run that never ends
/// know it as long as the process is there; what is left then goes when the process exits.
public final class RunFolder: Sendable {
  public let url: URL

  private static let left = Mutex<Set<URL>>([])
  private static let isCleanedUp: Void = {
    atexit { for url in RunFolder.left.withLock(\.self) { RunFolder.remove(url) } }
  }()

  /// With a runtime, there at least until its run ends.
  public init(in runtime: Runtime? = nil) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "workbook-run-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    Self.isCleanedUp
    _ = Self.left.withLock { $0.insert(url) }
    runtime?.atEnd { withExtendedLifetime(self) {} }
  }

  deinit {
    Self.remove(url)
    _ = Self.left.withLock { $0.remove(url) }
  }

  private static func remove(_ url: URL) { try? FileManager.default.removeItem(at: url) }

  /// A file in it, which need not be there.
  public func file(_ name: String) -> URL { url.appending(path: name) }
}
