public import Foundation
public import Interleaving
internal import Synchronization

/// A folder for one run, gone with the last of those that know it. Threads of a run that never ends
/// know it as long as the process is there; what is left then goes when the process exits or, if it is
/// killed, with the next process that has such folders.
public final class RunFolder: Sendable {
  public let url: URL

  /// Where those of this process are.
  private static let place = Mutex<TemporaryFolder?>(nil)

  /// With a runtime, there at least until its run ends.
  public init(in runtime: Runtime? = nil) throws {
    url = try Self.placeOfProcess().appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    runtime?.atEnd { withExtendedLifetime(self) {} }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  private static func placeOfProcess() throws -> URL {
    try place.withLock { place in
      if let place { return place.url }
      let made = try TemporaryFolder(for: "run")
      place = made
      atexit { RunFolder.place.withLock { $0 = nil } }
      return made.url
    }
  }

  /// A file in it, which need not be there.
  public func file(_ name: String) -> URL { url.appending(path: name) }
}
