public import Foundation

extension NSManagedObjectModel {
  /// The model in a `.xcdatamodeld`, `.xcdatamodel` or `.momd` folder, or in the `contents` file of
  /// one; nil if it cannot be read. `init(reading:)` says why.
  public convenience init?(contentsOf url: URL) {
    try? self.init(reading: url)
  }

  /// The model in a `.xcdatamodeld`, `.xcdatamodel` or `.momd` folder, or in the `contents` file of
  /// one. Of several versions it is the current one.
  ///
  /// ```swift
  /// let model = try NSManagedObjectModel(reading: folder.appending(path: "Chat.xcdatamodeld"))
  /// ```
  ///
  /// - Parameter url: the folder or the file.
  /// - Throws: `ModelFileError` with the place in the file and what is not understood there.
  public convenience init(reading url: URL) throws(ModelFileError) {
    let contents = try ModelFolder(url).contents()
    let read = try ModelReader.model(at: contents)
    self.init()
    adopt(read)
    origin = ModelOrigin(contents)
  }

  /// The models in the resources of some bundles as one; all loaded bundles for nil.
  public static func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    let models = files(in: bundles, ["xcdatamodeld", "xcdatamodel", "momd"])
      .compactMap { NSManagedObjectModel(contentsOf: $0) }
    return NSManagedObjectModel(byMerging: models)
  }

  /// The model that a store with this metadata was written with, found by its version hashes among
  /// all versions in the resources of some bundles, of all loaded bundles for nil; nil if it is not
  /// there.
  public static func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    let versions = files(in: bundles, ["xcdatamodeld", "xcdatamodel", "momd"])
      .flatMap { ModelFolder($0).versions() }.compactMap { NSManagedObjectModel(contentsOf: $0) }
    return NSManagedObjectModel(byMerging: versions, forStoreMetadata: metadata)
  }

  /// The model that a store with this metadata was written with, found by its version hashes: one
  /// of these, or several of them as one; nil if it is not there.
  public convenience init?(
    byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
  ) {
    func fits(_ model: NSManagedObjectModel) -> Bool {
      ([nil] + model.configurations).contains {
        model.isConfiguration(withName: $0, compatibleWithStoreMetadata: metadata)
      }
    }
    let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    let parts = models.filter { model in
      model.entityVersionHashesByName.allSatisfy { hashes[$0.key] == $0.value }
    }
    self.init(byMerging: models.first(where: fits).map { [$0] } ?? parts)
    if !fits(self) { return nil }
  }

  /// The files of these kinds in the resources of some bundles, in order of their paths. Foundation
  /// does not know here which bundles are loaded, so nil means where the program's models are.
  static func files(in bundles: [Bundle]?, _ kinds: [String]) -> [URL] {
    guard let bundles else {
      let folders = Set(NSPersistentContainer.modelFolders.map(\.standardizedFileURL.path))
      return folders.sorted().flatMap { folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { URL(fileURLWithPath: folder).appendingPathComponent($0) }
          .filter { kinds.contains($0.pathExtension) }
      }
    }
    var found: [URL] = []
    for bundle in bundles {
      for kind in kinds {
        let files: [NSURL]? = bundle.urls(forResourcesWithExtension: kind, subdirectory: nil)
        found += (files ?? []).map { $0 as URL }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// Takes everything over from a model that is not used elsewhere.
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
package struct ModelFolder {
  private let url: URL

  package init(_ url: URL) { self.url = url }

  /// The XML file of the current version.
  package func contents() throws(ModelFileError) -> URL {
    switch url.pathExtension {
    case "mom", "omo": throw failure(.compiled)
    case "xcdatamodeld", "momd": return try currentVersion().appendingPathComponent("contents")
    case "xcdatamodel": return url.appendingPathComponent("contents")
    default: return url
    }
  }

  /// The folders of all versions; the URL itself if there is only one.
  func versions() -> [URL] {
    guard ["xcdatamodeld", "momd"].contains(url.pathExtension) else { return [url] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".xcdatamodel") }.sorted()
      .map { url.appendingPathComponent($0) }
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
