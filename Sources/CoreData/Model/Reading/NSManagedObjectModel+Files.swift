public import Foundation

extension NSManagedObjectModel {
  /// The model in a `.xcdatamodeld`, `.xcdatamodel` or `.momd` folder, or in the `contents` file of
  /// one; nil if it cannot be read. `init(reading:)` says why.
  public convenience init?(contentsOf url: URL) {
    try? self.init(reading: url)
  }

  /// The model in a `.xcdatamodeld`, `.xcdatamodel` or `.momd` folder, or in the `contents` file of
  /// one. Of several versions it is the current one.
  public convenience init(reading url: URL) throws(ModelFileError) {
    let contents = try ModelFolder(url).contents()
    let read = try ModelReader.model(at: contents)
    self.init()
    adopt(read)
    origin = ModelOrigin(contents)
  }

  /// The models in the resources of some bundles as one; all loaded bundles for nil.
  public static func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    let bundles = bundles ?? Bundle.allBundles
    var urls: [URL] = []
    for kind in ["xcdatamodeld", "xcdatamodel", "momd"] {
      for bundle in bundles {
        urls += (bundle.urls(forResourcesWithExtension: kind, subdirectory: nil) ?? [])
          .map { $0 as URL }
      }
    }
    let models = urls.sorted { $0.path < $1.path }
      .compactMap { NSManagedObjectModel(contentsOf: $0) }
    return NSManagedObjectModel(byMerging: models)
  }

  /// Takes everything over from a model that nobody else has.
  private func adopt(_ other: NSManagedObjectModel) {
    entities = other.entities
    versionIdentifiers = other.versionIdentifiers
    for (name, request) in other.fetchRequestTemplates { setTemplate(request, forName: name) }
    for name in other.configurations {
      setEntities(other.entities(forConfigurationName: name) ?? [], forConfigurationName: name)
    }
  }
}

/// The file that a model was read from, as far as messages and the search for classes need it.
struct ModelOrigin {
  private let folders: [String]

  init(_ contents: URL) { folders = contents.pathComponents }

  /// The name of the version: `Chat 2` for `Chat.xcdatamodeld/Chat 2.xcdatamodel/contents`.
  var versionName: String? {
    folders.last { $0.hasSuffix(".xcdatamodel") }.map { String($0.dropLast(".xcdatamodel".count)) }
  }

  /// Whether the model is a resource of a module: its folder is then `Package_Module.resources`.
  func isResource(of module: String) -> Bool {
    folders.contains { $0.hasSuffix("_\(module).resources") || $0 == "\(module).resources" }
  }
}

/// A folder of model versions, a single version, or its contents.
struct ModelFolder {
  private let url: URL

  init(_ url: URL) { self.url = url }

  /// The XML file of the current version.
  func contents() throws(ModelFileError) -> URL {
    switch url.pathExtension {
    case "mom", "omo": throw failure(.compiled)
    case "xcdatamodeld", "momd": return try currentVersion().appendingPathComponent("contents")
    case "xcdatamodel": return url.appendingPathComponent("contents")
    default: return url
    }
  }

  private func failure(_ reason: ModelFileError.Reason) -> ModelFileError {
    ModelFileError(url: url, line: nil, reason: reason)
  }

  private func currentVersion() throws(ModelFileError) -> URL {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    } catch {
      throw failure(.unreadable(error.localizedDescription))
    }
    let versions = names.filter { $0.hasSuffix(".xcdatamodel") }
    if let named = namedVersion() {
      guard versions.contains(named) else { throw failure(.noVersion) }
      return url.appendingPathComponent(named)
    }
    guard let only = versions.first else {
      throw failure(names.contains { $0.hasSuffix(".mom") } ? .compiled : .noVersion)
    }
    guard versions.count == 1 else { throw failure(.severalVersions(versions)) }
    return url.appendingPathComponent(only)
  }

  /// What Xcode (or a build) wrote down as the current version.
  private func namedVersion() -> String? {
    func entry(_ key: String, in file: String) -> String? {
      guard let data = try? Data(contentsOf: url.appendingPathComponent(file)),
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
      else { return nil }
      return (list as? [String: Any])?[key] as? String
    }
    if let name = entry("_XCCurrentVersionName", in: ".xccurrentversion") { return name }
    return entry("NSManagedObjectModel_CurrentVersionName", in: "VersionInfo.plist")
      .map { $0 + ".xcdatamodel" }
  }
}
