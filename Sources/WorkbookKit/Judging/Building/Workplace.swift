public import Foundation

/// Where the package lies and where SwiftPM put what it built.
public struct Workplace: Sendable, Hashable {
  /// The folder of `Package.swift`.
  public let package: URL
  /// SwiftPM's folder of binaries, object files and modules.
  public let binaries: URL

  public init(package: URL, binaries: URL) {
    // Canonical, because the compiler takes one module under two names for two modules.
    self.package = package.resolvingSymlinksInPath()
    self.binaries = binaries.resolvingSymlinksInPath()
  }

  /// The package this program was built from, and the folder it was started from.
  public static let here = Workplace(
    package: (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() },
    binaries: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent())

  /// The exercises, in order.
  public func exerciseFolders() -> [ExerciseFolder] {
    let folder = package.appending(path: "Exercises")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.plainPath)) ?? []
    return names.filter { $0.first?.isNumber == true }.sorted()
      .map { ExerciseFolder(folder.appending(path: $0)) }
  }

  /// Ours to write in; safe to delete.
  func checks(of exercise: String) -> URL { package.appending(path: ".build/checks/\(exercise)") }
}

extension URL {
  /// The path without percent signs, for programs.
  var plainPath: String { path(percentEncoded: false) }

  var modificationDate: Date? {
    try? FileManager.default.attributesOfItem(atPath: plainPath)[.modificationDate] as? Date
  }
}
