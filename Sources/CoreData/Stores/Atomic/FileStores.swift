internal import Foundation

/// A store in one file that is read and written whole. What stands in the file is the same for both
/// kinds; they differ in how it is spelled.
class FileStore: NSAtomicStore, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.
  class var storeType: NSPersistentStore.StoreType { .binary }
  /// The list that a file holds; nil if it is damaged.
  class func list(from data: Data) -> [String: Any]? { nil }
  class func data(of list: [String: Any]) throws -> Data { Data() }

  private var content: StoredObjects?

  override var type: String { Self.storeType.rawValue }
  private var file: URL { url ?? URL(fileURLWithPath: "/dev/null") }

  override func loadMetadata() throws {
    if let data = try Self.contents(of: file) {
      let content = try Self.stored(in: data, at: file)
      (self.content, metadata) = (content, content.metadata)
    } else if isReadOnly {
      throw CocoaError.emptyReadOnlyStore(label)
    } else {
      metadata = StoreMetadata(newStoreOfType: Self.storeType).values
    }
  }

  override func load() throws {
    guard let content, let model = persistentStoreCoordinator?.managedObjectModel else {
      if !isReadOnly { try save() }
      return
    }
    addCacheNodes(try content.nodes(in: self, of: model))
    self.content = nil
  }

  override func save() throws {
    let content = try StoredObjects(of: allNodes, metadata: keptMetadata ?? [:])
    try WholeFiles.replace(file, with: try Self.data(of: content.list), of: label)
  }

  // MARK: Files that are not open

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    guard let data = try contents(of: url) else {
      throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
    }
    return try stored(in: data, at: url).metadata
  }

  override class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreAt url: URL
  ) throws {
    guard let data = try contents(of: url) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
    }
    var content = try stored(in: data, at: url)
    content.metadata = StoreMetadata(content.metadata).replaced(by: metadata ?? [:]).values
    try WholeFiles.replace(
      url, with: try self.data(of: content.list), of: url.storeWords)
  }

  /// nil if there is no file, or an empty one.
  private class func contents(of url: URL) throws -> Data? {
    try StoreFiles(url: url).requireFile(to: "opened")
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let data = try Data(contentsOf: url)
    return data.isEmpty ? nil : data
  }

  private class func stored(in data: Data, at url: URL) throws -> StoredObjects {
    guard let list = list(from: data), let content = StoredObjects(list) else {
      throw CocoaError.coreData(
        .fileReadCorruptFile, url.storeWords,
        "is not a sound \(storeType.rawValue) store",
        wayOut: "Restore it from a copy, or destroy it with destroyPersistentStore and start anew.",
        [NSFilePathErrorKey: url.path])
    }
    return content
  }
}

/// A binary property list behind a line that names it and a number that shows damage.
final class BinaryStore: FileStore, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.
  private static let head = Data("CoreData binary store 1\n".utf8)

  override class func list(from data: Data) -> [String: Any]? {
    guard data.starts(with: head), data.count >= head.count + 8 else { return nil }
    let content = data.dropFirst(head.count + 8)
    if !data.dropFirst(head.count).starts(with: checksum(of: content)) { return nil }
    return SoundPropertyList.list(from: Data(content)) as? [String: Any]
  }

  override class func data(of list: [String: Any]) throws -> Data {
    let content = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    return head + checksum(of: content) + content
  }

  /// The hash of Fowler, Noll and Vo: it tells every flipped bit.
  private static func checksum(of data: Data) -> Data {
    let hash = data.withUnsafeBytes { bytes in
      bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    return withUnsafeBytes(of: hash.bigEndian) { Data($0) }
  }
}

/// An XML property list, for people who want to read the file.
final class XMLStore: FileStore, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.
  override class var storeType: NSPersistentStore.StoreType { .xml }

  override class func list(from data: Data) -> [String: Any]? {
    guard data.starts(with: Data("<?xml".utf8)) else { return nil }
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    return list as? [String: Any]
  }

  override class func data(of list: [String: Any]) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
  }
}

/// Files that are written as a whole: a reader, also after a sudden death, finds the old content or
/// the new one.
enum WholeFiles {
  static func replace(_ url: URL, with data: Data, of label: String) throws {
    let path = url.path
    let temporary = "\(path)-new-\(getpid())"
    do throws(SystemFailure) {
      try fill(temporary, with: data)
      try check(rename(temporary, path))
      // The name in the folder is to last as well.
      let folder = open(url.deletingLastPathComponent().path, O_RDONLY)
      if folder >= 0 {
        fsync(folder)
        close(folder)
      }
    } catch {
      unlink(temporary)
      throw CocoaError.coreData(
        .persistentStoreSave, label, "could not be written (\(error.reason))",
        wayOut: "Make room on the disk, or correct the permissions of the folder; the file is as "
          + "it was.", [NSFilePathErrorKey: path])
    }
  }

  private static func fill(_ path: String, with data: Data) throws(SystemFailure) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    try check(file)
    defer { close(file) }
    var rest = data[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      try check(Int32(clamping: written))
      rest = rest.dropFirst(written)
    }
    try check(fsync(file))
  }

  private static func check(_ result: Int32) throws(SystemFailure) {
    if result < 0 { throw SystemFailure(reason: String(cString: strerror(errno))) }
  }

  private struct SystemFailure: Error {
    let reason: String
  }
}
