public import Foundation

/// Writes typed Swift classes for the entities of a model.
///
/// Each class comes in two files: `_Room.swift` with the accessors is written anew every time;
/// `Room.swift` with an empty subclass is written once and then belongs to its editor.
public struct AccessorGenerator {
  /// The types of to-many relationships.
  public enum Style: Sendable {
    /// `Set` and, ordered, arrays.
    case swift
    /// `NSSet?` and `NSOrderedSet?`, as Xcode generates them.
    case foundation
  }

  private let model: NSManagedObjectModel
  private let style: Style

  /// A generator for a model. It works on a copy; the model stays as it is.
  ///
  /// ```swift
  /// let model = try NSManagedObjectModel(reading: url)
  /// try AccessorGenerator(model: model).write(to: folder)
  /// ```
  ///
  /// - Parameters:
  ///   - model: the entities to write classes for.
  ///   - style: the types of to-many relationships.
  public init(model: NSManagedObjectModel, style: Style = .swift) {
    let copy = model.copy() as? NSManagedObjectModel ?? model
    copy.freeze()
    self.model = copy
    self.style = style
  }

  /// A file that can be written.
  public struct File: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Its text.
    public let text: String
    /// Whether a person may have changed the file, so that an existing one has to stay.
    public let isHuman: Bool
  }

  /// All files, sorted by name. Entities without a class of their own have none.
  public var files: [File] {
    model.entities.filter { $0.accessorClass != nil }.flatMap { entity in
      [
        File(name: "\(entity.machineClass).swift", text: machineText(entity), isHuman: false),
        File(name: "\(entity.humanClass).swift", text: humanText(entity), isHuman: true),
      ]
    }
    .sorted { $0.name < $1.name }
  }

  /// Writes the files into a folder, which is made if need be. Files that a person may have changed
  /// are left as they are.
  ///
  /// ```swift
  /// for name in try AccessorGenerator(model: model).write(to: folder) { print("wrote", name) }
  /// ```
  ///
  /// - Parameter folder: where the files go.
  /// - Returns: the names of those that were written.
  /// - Throws: the error of Foundation if a file cannot be written.
  @discardableResult
  public func write(to folder: URL) throws -> [String] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var written: [String] = []
    for file in files {
      let url = folder.appendingPathComponent(file.name)
      if file.isHuman && FileManager.default.fileExists(atPath: url.path) { continue }
      try Data(file.text.utf8).write(to: url, options: .atomic)
      written.append(file.name)
    }
    return written
  }

  private func imports(_ modules: String...) -> String {
    modules.map { "import \($0)" }.joined(separator: "\n")
  }

  private func humanText(_ entity: NSEntityDescription) -> String {
    """
    \(imports("CoreData"))

    class \(entity.humanClass): \(entity.machineClass) {
    }

    """
  }

  private func machineText(_ entity: NSEntityDescription) -> String {
    let parent = entity.superentity.flatMap(\.accessorClass) ?? "NSManagedObject"
    let name = entity.name ?? ""
    let properties = entity.ownProperties.sorted { $0.name < $1.name }
    let accessors = properties.compactMap { AccessorText($0, in: entity, style: style) }
    return """
      // Generated from the entity "\(name)"; do not edit, the next generation overwrites it.
      // What you add to the class goes into \(entity.humanClass).swift.
      \(imports("CoreData", "Foundation"))

      class \(entity.machineClass): \(parent) {
        class func fetchRequest() -> NSFetchRequest<\(entity.humanClass)> {
          NSFetchRequest<\(entity.humanClass)>(entityName: "\(name)")
        }

      \(accessors.map(\.text).joined(separator: "\n\n"))

        private enum Keys {
          static let version: StaticString = "\(entity.versionName)"
      \(accessors.map(\.keyText).joined(separator: "\n"))
        }
      }

      """
  }
}

extension NSEntityDescription {
  /// The class of the objects without its module; nil if they are plain managed objects.
  var accessorClass: String? {
    let name = managedObjectClassName.split(separator: ".").last.map(String.init) ?? ""
    return name.isEmpty || name == "NSManagedObject" ? nil : name
  }

  var humanClass: String { accessorClass ?? "NSManagedObject" }
  var machineClass: String { "_" + humanClass }
}
