internal import Foundation

/// The exercises as they lie in the package's folder.
public struct ExerciseShelf: Sendable {
  /// `Exercises/` of the package.
  public let path: String

  public init(path: String) {
    self.path = path
  }

  /// That of the package this program was built from; nil when it is gone.
  public static var here: ExerciseShelf? {
    let path = Workplace.here.package.appending(path: "Exercises").path
    return FileManager.default.fileExists(atPath: path) ? ExerciseShelf(path: path) : nil
  }

  /// All exercises, in the order of their folders' numbers.
  public func exercises() -> [Exercise] {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return folders.sorted().compactMap { folder in
      let sheet = try? String(contentsOfFile: "\(path)/\(folder)/Exercise.md", encoding: .utf8)
      return sheet.map { Exercise(folder: folder, sheet: $0) }
    }
  }

  public func exercise(_ id: String) -> Exercise? { exercises().first { $0.id == id } }

  /// Where the files of an exercise lie.
  public func folder(of exercise: Exercise) -> ExerciseFolder {
    ExerciseFolder(URL(filePath: "\(path)/\(exercise.folder)"))
  }
}

/// A short name for a text: equal texts have equal ones, and different texts practically never.
public enum ContentHash {
  /// FNV-1a in 64 bits, as sixteen hexadecimal digits.
  public static func of(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
