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
