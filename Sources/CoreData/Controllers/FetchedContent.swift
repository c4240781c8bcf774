internal import Foundation

/// What a controller holds at one moment: its objects in order, cut into sections.
struct FetchedContent {
  let objects: [NSManagedObject]
  /// The sections with the places where they begin.
  let sections: [Section]
  /// Where each object is.
  let positions: [ObjectIdentifier: Int]

  struct Section: Equatable {
    let name: String
    let range: Range<Int>
  }

  /// Objects without sections are one section without a name, even if there are none.
  init(_ objects: [NSManagedObject], sections: [Section]? = nil) {
    self.objects = objects
    self.sections = sections ?? [Section(name: "", range: objects.indices)]
    var positions: [ObjectIdentifier: Int] = [:]
    positions.reserveCapacity(objects.count)
    for (position, object) in objects.enumerated() {
      positions[ObjectIdentifier(object)] = position
    }
    self.positions = positions
  }

  /// Cuts the objects where the name changes. A name that comes back later is an error: the
  /// objects are not sorted by section.
  init(_ objects: [NSManagedObject], names: [String]) throws(SectionOutOfOrder) {
    var sections: [Section] = []
    var known: Set<String> = []
    for (position, name) in names.enumerated() where name != sections.last?.name {
      guard known.insert(name).inserted else {
        throw SectionOutOfOrder(name: name, position: position)
      }
      if let last = sections.popLast() {
        sections.append(Section(name: last.name, range: last.range.lowerBound..<position))
      }
      sections.append(Section(name: name, range: position..<objects.count))
    }
    self.init(objects, sections: sections)
  }

  struct SectionOutOfOrder: Error {
    let name: String
    let position: Int
  }

  func position(of object: NSManagedObject) -> Int? { positions[ObjectIdentifier(object)] }

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
      snapshot.appendItems(objects[section.range].map(\.objectID), toSection: section.name)
    }
    return snapshot
  }
}

/// An object with the values by which it is sorted.
struct SortKeys {
  let object: NSManagedObject
  fileprivate let values: [Operand]
}

/// What decides who is in a list, where, and in which section.
struct ListRules {
  let entity: NSEntityDescription
  let plan: FetchPlan
  let sectionNameKeyPath: String?
  /// The sort descriptors with the names that they go along; nil if one compares by a closure.
  private let keyed: [(names: ArraySlice<String>, descriptor: KeySortDescriptor)]?

  init(entity: NSEntityDescription, plan: FetchPlan, sectionNameKeyPath: String?) {
    (self.entity, self.plan, self.sectionNameKeyPath) = (entity, plan, sectionNameKeyPath)
    let all = plan.sortDescriptors.compactMap(\.keyed)
    keyed =
      all.count == plan.sortDescriptors.count ? all.map { ($0.names[...], $0) } : nil
  }

  func includes(_ object: NSManagedObject) -> Bool {
    let own = object.idScope.entity
    guard own === entity || (plan.includesSubentities && own.isKindOf(entity: entity)) else {
      return false
    }
    return plan.predicate?.evaluate(with: object) ?? true
  }

  /// What the sort descriptors see of an object, read once for many comparisons.
  func sortKeys(of object: NSManagedObject) -> SortKeys {
    let source = Operand.source(object)
    return SortKeys(object: object, values: keyed?.map { source.value(along: $0.names) } ?? [])
  }

  func order(_ one: SortKeys, _ other: SortKeys) -> ComparisonResult {
    guard let keyed else { return plan.sortDescriptors.compare(one.object, to: other.object) }
    for (index, key) in keyed.enumerated() {
      let result = key.descriptor.compare(one.values[index], other.values[index])
      if result != .orderedSame { return result }
    }
    return .orderedSame
  }

  /// The name of the object's section, as a text whatever it is.
  func sectionName(of object: NSManagedObject) -> String {
    guard let path = sectionNameKeyPath, let value = object.value(forKeyPath: path) else {
      return ""
    }
    return value as? String ?? "\(value)"
  }

  func content(of objects: [NSManagedObject]) throws(FetchedContent.SectionOutOfOrder)
    -> FetchedContent
  {
    if sectionNameKeyPath == nil { return FetchedContent(objects) }
    return try FetchedContent(objects, names: objects.map(sectionName))
  }
}
