internal import Foundation

/// A module that SwiftPM built, ready to be linked once more.
struct BuiltModule {
  let name: String
  let objects: [URL]

  /// Reads SwiftPM's own list: object files of sources that are no more may still lie about.
  init(_ name: String, at workplace: PackageLocation) throws {
    self.name = name
    let map = workplace.binaries.appending(path: "\(name).build/output-file-map.json")
    let module = workplace.binaries.appending(path: "Modules/\(name).swiftmodule")
    guard let data = try? Data(contentsOf: map), module.modificationDate != nil,
      let entries = try? JSONDecoder().decode([String: Products].self, from: data)
    else { throw ModuleTrouble(module: name, trouble: .missing) }

    let built = Self.lastBuilt(in: map.deletingLastPathComponent())
    var objects: [URL] = []
    // What stands under no name is the module as a whole, which a release build never writes.
    for (source, products) in entries.sorted(by: { $0.key < $1.key }) where !source.isEmpty {
      guard let object = products.object.map(workplace.place) else { continue }
      guard let built, object.modificationDate != nil else {
        throw ModuleTrouble(module: name, trouble: .missing)
      }
      let source = workplace.place(of: source)
      guard let written = source.modificationDate, written <= built else {
        throw ModuleTrouble(module: name, trouble: .stale(source: source.plainPath))
      }
      objects.append(object)
    }
    self.objects = objects
  }

  /// What SwiftPM built of a module in C. It has no list of it.
  static func objects(ofC name: String, at workplace: PackageLocation) throws -> [URL] {
    let folder = workplace.binaries.appending(path: "\(name).build")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.plainPath)) ?? []
    let objects = files.filter { $0.hasSuffix(".o") }.sorted()
    guard !objects.isEmpty else { throw ModuleTrouble(module: name, trouble: .missing) }
    return objects.map { folder.appending(path: $0) }
  }

  /// The compiler leaves an object file alone that would not change, so the newest of all that
  /// it wrote tells when it ran. SwiftPM writes the list whenever it plans.
  private static func lastBuilt(in folder: URL) -> Date? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.plainPath)) ?? []
    return names.filter { $0 != "output-file-map.json" }
      .compactMap { folder.appending(path: $0).modificationDate }.max()
  }

  private struct Products: Decodable { var object: String? }

}

extension Fingerprint {
  /// Changes whenever one of the object files is built anew.
  init(ofBuilt objects: [URL]) {
    for object in objects {
      combine("\(object.plainPath) \(object.modificationDate?.timeIntervalSince1970 ?? 0)")
    }
  }
}

/// Why the modules of the workbook cannot be used for building an answer.
struct ModuleTrouble: Error, CustomStringConvertible {
  enum Trouble {
    case missing
    case stale(source: String)
  }
  let module: String
  let trouble: Trouble

  var description: String {
    let what =
      switch trouble {
      case .missing: "the module '\(module)' has not been built"
      case .stale(let source): "the module '\(module)' is older than \(source)"
      }
    return "\(what); build the workbook with 'swift build', then check again"
  }
}
