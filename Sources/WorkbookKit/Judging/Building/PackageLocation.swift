public import Foundation

/// Where the package lies and where SwiftPM put what it built.
public struct PackageLocation: Sendable, Hashable {
  /// The folder of `Package.swift`.
  public let package: URL
  /// SwiftPM's folder of binaries, object files and modules.
  public let binaries: URL
  /// Ours to write in, and safe to delete.
  let checks: URL

  /// What checks build goes into SwiftPM's folder, unless another one is given.
  public init(package: URL, binaries: URL, checks: URL? = nil) {
    // Canonical, because the compiler takes one module under two names for two modules.
    self.package = package.resolvingSymlinksInPath()
    self.binaries = binaries.resolvingSymlinksInPath()
    self.checks = checks ?? package.appending(path: ".build/checks")
  }

  /// The package this program was built from, and the folder it was started from.
  public static let here = PackageLocation(
    package: (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() },
    binaries: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent())

  /// Where the programs of one exercise are built.
  func checks(of exercise: String) -> URL { checks.appending(path: exercise) }
}

extension URL {
  /// The path without percent signs, for programs.
  var plainPath: String { path(percentEncoded: false) }

  var modificationDate: Date? {
    try? FileManager.default.attributesOfItem(atPath: plainPath)[.modificationDate] as? Date
  }
}
