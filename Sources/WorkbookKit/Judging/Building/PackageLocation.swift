public import Foundation

/// Where the package lies and where SwiftPM put what it built.
public struct PackageLocation: Sendable, Hashable {
  /// The folder of `Package.swift`.
  public let package: URL
  /// SwiftPM's folder of binaries, object files and modules.
  public let binaries: URL
  /// Ours to write in, and safe to delete.
  let checks: URL
  /// The folder of `Package.swift` when the running program was built.
  let builtFrom: URL

  /// What checks build goes into SwiftPM's folder, unless another one is given.
  public init(package: URL, binaries: URL, checks: URL? = nil, builtFrom: URL? = nil) {
    // Canonical, because the compiler takes one module under two names for two modules.
    self.package = package.resolvingSymlinksInPath()
    self.binaries = binaries.resolvingSymlinksInPath()
    self.builtFrom = builtFrom ?? package
    self.checks = checks ?? package.appending(path: ".build/checks")
  }

  /// The package that this program lies in. It need not be the one that it was built from: the
  /// whole folder may have been moved or copied.
  public static let here = {
    let binaries = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let builtFrom = URL(filePath: #filePath).ancestors[5]
    // A program that was built into a folder of its own lies in no package.
    let around = binaries.ancestors.first { folder in
      ["Package.swift", "Exercises"].allSatisfy {
        FileManager.default.fileExists(atPath: folder.appending(path: $0).plainPath)
      }
    }
    return PackageLocation(package: around ?? builtFrom, binaries: binaries, builtFrom: builtFrom)
  }()

  /// Where a file of the package lies now, by the path that was written down when it was built.
  func place(of path: String) -> URL {
    let before = builtFrom.plainPath
    guard path.hasPrefix(before), package.plainPath != before else { return URL(filePath: path) }
    return package.appending(path: String(path.dropFirst(before.count)))
  }

  /// Where the programs of one exercise are built.
  func checks(of exercise: String) -> URL { checks.appending(path: exercise) }
}

extension URL {
  /// The location itself, the folder it is in, and so on up to the root.
  fileprivate var ancestors: [URL] {
    pathComponents.indices.reduce(into: [self]) { all, _ in
      all.append(all.last!.deletingLastPathComponent())
    }
  }

  /// The path without percent signs, for programs.
  var plainPath: String { path(percentEncoded: false) }

  var modificationDate: Date? {
    try? FileManager.default.attributesOfItem(atPath: plainPath)[.modificationDate] as? Date
  }
}
