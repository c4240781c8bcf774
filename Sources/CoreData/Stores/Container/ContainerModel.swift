internal import Foundation

// A container that is given only a name looks for the model of that name itself.

extension NSPersistentContainer {
  /// A container for the model `name` (`.momd`, `.xcdatamodeld` or `.xcdatamodel`) in the
  /// resources of a bundle, beside the program, or in the working folder. Stops the program if
  /// there is none: without a model nothing of a stack can be made.
  public convenience init(name: String) {
    do {
      self.init(name: name, managedObjectModel: try Self.model(named: name, in: Self.modelFolders))
    } catch {
      misuse(error.localizedDescription)
    }
  }

  /// Where models are looked for, in this order.
  static var modelFolders: [URL] {
    let manager = FileManager.default
    let working = URL(fileURLWithPath: manager.currentDirectoryPath)
    let bundles = [Bundle.main] + Bundle.allBundles.filter { $0 != Bundle.main }
    let beside = Bundle.main.bundleURL
    // The package manager puts the resources of each target into a folder beside the program.
    let resources = (try? manager.contentsOfDirectory(at: beside, includingPropertiesForKeys: nil))
      .map { $0.filter { $0.pathExtension == "resources" }.sorted { $0.path < $1.path } }
    return bundles.compactMap(\.resourceURL) + [beside] + (resources ?? []) + [working]
  }

  /// The first model of that name in the folders.
  static func model(named name: String, in folders: [URL]) throws -> NSManagedObjectModel {
    for folder in folders {
      for kind in ["momd", "xcdatamodeld", "xcdatamodel"] {
        let place = folder.appendingPathComponent("\(name).\(kind)")
        if FileManager.default.fileExists(atPath: place.path) {
          return try NSManagedObjectModel(reading: place)
        }
      }
    }
    var searched: [String] = []
    for folder in folders.map(\.path) where !searched.contains(folder) { searched.append(folder) }
    throw CocoaError.coreData(
      .fileReadNoSuchFile, "The model \(name)",
      "was not found as .momd, .xcdatamodeld or .xcdatamodel in \(searched.joined(separator: ", "))",
      wayOut: "Put it into one of these folders, or use init(name:managedObjectModel:).")
  }
}
