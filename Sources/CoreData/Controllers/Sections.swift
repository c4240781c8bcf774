internal import Foundation

/// Cuts a list into sections, where the name changes from one object to the next.
struct SectionCutter {
  private var names: [String] = []
  private var starts: [Int] = []
  private var known: Set<String> = []

  /// The number of the section that is being filled.
  var last: Int { names.count - 1 }

  /// Says what section the object at the position, and all behind it, belong to, until the next
  /// call. A name that comes back later is an error: the objects are not sorted by section.
  mutating func enter(
    _ name: String, at position: Int
  ) throws(FetchedContent.SectionOutOfOrder) {
    if name == names.last { return }
    guard known.insert(name).inserted else {
      throw FetchedContent.SectionOutOfOrder(name: name, position: position)
    }
    names.append(name)
    starts.append(position)
  }

  /// The sections of so many objects.
  func sections(of count: Int) -> [FetchedContent.Section] {
    names.indices.map { index in
      FetchedContent.Section(
        name: names[index],
        range: starts[index]..<(index == last ? count : starts[index + 1]))
    }
  }
}

/// The names of the sections of objects. Those of numbers are put in words once for each number.
struct SectionNames {
  private struct Number: Hashable {
    let value: Int64
    let type: NSAttributeType?
  }

  private let rules: ListRules
  private var reader: AttributeReader?
  private var words: [Number: String] = [:]

  init(_ rules: ListRules) {
    self.rules = rules
    reader = rules.sectionNameKeyPath.map { AttributeReader([$0]) }
  }

  mutating func name(of object: NSManagedObject) -> String {
    guard let slot = reader?.plainSlot(of: object) else { return rules.sectionName(of: object) }
    switch object.current(slot) {
    case .null: return ""
    case .text(let text): return text
    case .integer(let value):
      let number = Number(value: value, type: object.idScope.layout.types[slot])
      if let known = words[number] { return known }
      let new = rules.sectionName(of: object)
      words[number] = new
      return new
    default: return rules.sectionName(of: object)
    }
  }
}

/// The sections of a list, kept in a file from one launch to the next, so that a long list need
/// not be read to know them (fact FR10).
///
/// A cache is good while the files of the stores are as they were. It is not checked against the
/// data; a request that differs from the one it was made for is an error.
struct SectionCache {
  private let file: URL
  private let list: String
  private let stores: [String]

  /// nil if nothing may be remembered: the context has unsaved changes, or a store without a file.
  init?(_ name: String, of rules: ListRules, in context: NSManagedObjectContext) {
    guard !context.hasChanges, let coordinator = context.persistentStoreCoordinator else {
      return nil
    }
    var stamps: [String] = []
    for store in coordinator.persistentStores {
      guard let stamp = Self.stamp(of: store) else { return nil }
      stamps.append(stamp)
    }
    file = Self.folder.appending(path: Self.fileName(name))
    list = Self.words(rules)
    stores = stamps
  }

  private struct Kept: Codable {
    let list: String
    let stores: [String]
    let names: [String]
    let counts: [Int]
  }

  /// What is kept for so many objects; nil if nothing is, or if it is no longer true.
  func sections(of count: Int) throws -> [FetchedContent.Section]? {
    guard let data = try? Data(contentsOf: file),
      let kept = try? JSONDecoder().decode(Kept.self, from: data)
    else { return nil }
    guard kept.list == list else { throw mismatch }
    guard kept.stores == stores, kept.names.count == kept.counts.count,
      kept.counts.allSatisfy({ $0 > 0 && $0 <= count }), kept.counts.reduce(0, +) == count
    else { return nil }
    var start = 0
    return zip(kept.names, kept.counts).map { name, count in
      defer { start += count }
      return FetchedContent.Section(name: name, range: start..<start + count)
    }
  }

  /// Failing to keep it costs time at the next launch and nothing else.
  func keep(_ sections: [FetchedContent.Section]) {
    let kept = Kept(
      list: list, stores: stores, names: sections.map(\.name), counts: sections.map(\.range.count))
    guard let data = try? JSONEncoder().encode(kept) else { return }
    try? FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    try? data.write(to: file, options: .atomic)
  }

  private var mismatch: CocoaError {
    .coreData(
      .coreData, "The section cache '\(file.lastPathComponent)'",
      "was made for another request: its entity, predicate, order or section key path changed",
      wayOut: "Call deleteCache(withName:) before you change a request, or give each its own name.")
  }

  static func delete(_ name: String?) {
    try? FileManager.default.removeItem(
      at: name.map { folder.appending(path: fileName($0)) } ?? folder)
  }

  // MARK: Where and what

  private static var folder: URL {
    let caches =
      FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
    return caches.appending(path: ProcessInfo.processInfo.processName)
      .appending(path: ".CoreDataCaches/SectionInfoCaches")
  }

  /// A name may hold what a file name must not.
  private static func fileName(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "list"
  }

  private static func words(_ rules: ListRules) -> String {
    let plan = rules.plan
    return [
      rules.entity.name ?? "", plan.includesSubentities ? "and its subentities" : "",
      plan.predicate.map(PredicateText.text) ?? "",
      plan.sortDescriptors.map(\.description).joined(),
      "\(plan.fetchLimit) from \(plan.fetchOffset)", rules.sectionNameKeyPath ?? "",
    ].joined(separator: "; ")
  }

  /// Size and time of the store's file and of its log.
  private static func stamp(of store: NSPersistentStore) -> String? {
    guard store.type == NSSQLiteStoreType, let path = store.url?.path else { return nil }
    return ([store.identifier ?? ""] + [path, path + "-wal"].map(stamp(ofFile:)))
      .joined(separator: " ")
  }

  private static func stamp(ofFile path: String) -> String {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return "none" }
    return "\(facts.st_size) \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
  }
}
