internal import Foundation

/// What a controller holds at one moment: its objects in order, cut into sections.
struct FetchedContent {
  let objects: [NSManagedObject]
  /// The sections with the places where they begin.
  let sections: [Section]
  /// Made when an object is looked for.
  private let index = AddressIndex()

  struct Section: Equatable {
    let name: String
    let range: Range<Int>
  }

  struct SectionOutOfOrder: Error {
    let name: String
    let position: Int
  }

  /// Objects without sections are one section without a name, even if there are none.
  init(_ objects: [NSManagedObject], sections: [Section]? = nil) {
    self.objects = objects
    self.sections = sections ?? [Section(name: "", range: objects.indices)]
  }

  func position(of object: NSManagedObject) -> Int? {
    objects.withUnsafeBytes { index.position(of: object, in: $0) }
  }

  /// Which section the position is in.
  func section(at position: Int) -> Int {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].range.upperBound <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func indexPath(at position: Int) -> IndexPath {
    let section = section(at: position)
    return IndexPath(item: position - sections[section].range.lowerBound, section: section)
  }

  /// The place of a path among all objects; nil if it leads outside.
  func position(at path: IndexPath) -> Int? {
    guard path.count == 2, sections.indices.contains(path.section) else { return nil }
    let range = sections[path.section].range
    let position = range.lowerBound + path.item
    return path.item >= 0 && range.contains(position) ? position : nil
  }

  var snapshot: NSDiffableDataSourceSnapshotReference {
    var snapshot = NSDiffableDataSourceSnapshotReference()
    for section in sections {
      snapshot.appendSections([section.name])
      snapshot.appendItems(objects[section.range].map(\.listedID), toSection: section.name)
    }
    return snapshot
  }
}

extension NSManagedObject {
  /// Its ID, for the queue of its context. A temporary one may have been followed by another.
  final var listedID: NSManagedObjectID {
    let id = identity
    return id.isTemporaryID ? objectID : id
  }
}
