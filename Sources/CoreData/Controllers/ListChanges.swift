internal import Foundation

/// The way from one list to the next, as a delegate is told of it. Applied to the old list as a
/// table applies a batch of updates, it gives the new one: everything that goes is named by its old
/// place, everything that comes by its new one.
struct ListChanges {
  struct SectionChange: Equatable {
    let type: NSFetchedResultsChangeType
    let name: String
    let index: Int
  }

  struct ObjectChange {
    let type: NSFetchedResultsChangeType
    let object: NSManagedObject
    /// The old place; nil for what was not there.
    let old: IndexPath?
    /// The new place; nil for what is not there any more.
    let new: IndexPath?
  }

  private(set) var sections: [SectionChange] = []
  /// Deletions, insertions, moves, updates.
  private(set) var objects: [ObjectChange] = []

  init(
    from before: FetchedContent, to after: FetchedContent, removed: [Int], _ list: ListAssembly
  ) {
    sections = Self.sectionChanges(from: before.sections, to: after.sections, list.anchored)
    let goneSections = Set(sections.filter { $0.type == .delete }.map(\.index))
    var deletions = removed.map { ($0, before.objects[$0]) }
    var insertions: [(Int, NSManagedObject)] = []
    var others: [ObjectChange] = []
    for item in list.items {
      guard let old = item.old else {
        insertions.append((item.new, item.object))
        continue
      }
      let (from, to) = (before.indexPath(at: old), after.indexPath(at: item.new))
      let isInItsSection =
        before.sections[from.section].name == after.sections[to.section].name
        && !goneSections.contains(from.section)
      if item.keepsItsPlace && isInItsSection {
        others.append(ObjectChange(type: .update, object: item.object, old: from, new: to))
      } else if from != to {
        others.append(ObjectChange(type: .move, object: item.object, old: from, new: to))
      } else {
        // It changed places with what went, or what came, and so is at its old number. A move
        // never has two equal places (fact FR11).
        deletions.append((old, item.object))
        insertions.append((item.new, item.object))
      }
    }
    objects = deletions.sorted { $0.0 < $1.0 }.map {
      ObjectChange(type: .delete, object: $0.1, old: before.indexPath(at: $0.0), new: nil)
    }
    objects += insertions.map {
      ObjectChange(type: .insert, object: $0.1, old: nil, new: after.indexPath(at: $0.0))
    }
    objects += others.filter { $0.type == .move } + others.filter { $0.type == .update }
  }

  /// A section with an object that stayed, stays. One without goes and comes if it changed its
  /// place among the others.
  private static func sectionChanges(
    from before: [FetchedContent.Section], to after: [FetchedContent.Section],
    _ anchored: Set<Int>
  ) -> [SectionChange] {
    var old: [String: Int] = [:]
    for (index, section) in before.enumerated() { old[section.name] = index }
    var kept: Set<Int> = []
    var last = -1
    var nextAnchor = anchored.sorted()[...]
    var insertions: [SectionChange] = []
    for (index, section) in after.enumerated() {
      if nextAnchor.first == index { nextAnchor.removeFirst() }
      let limit = nextAnchor.first.flatMap { old[after[$0].name] } ?? before.count
      if let place = old[section.name], place > last, place < limit || anchored.contains(index) {
        kept.insert(place)
        last = place
      } else {
        insertions.append(SectionChange(type: .insert, name: section.name, index: index))
      }
    }
    let deletions = before.indices.filter { !kept.contains($0) }.map {
      SectionChange(type: .delete, name: before[$0].name, index: $0)
    }
    return deletions + insertions
  }

  /// The same as a difference of one list without sections. An update goes and comes at once.
  func difference() -> CollectionDifference<NSManagedObjectID>? {
    var changes: [CollectionDifference<NSManagedObjectID>.Change] = []
    for change in objects {
      let id = change.object.objectID
      let (old, new) = (change.old?.item, change.new?.item)
      let isBoth = old != nil && new != nil
      if let old {
        changes.append(.remove(offset: old, element: id, associatedWith: isBoth ? new : nil))
      }
      if let new {
        changes.append(.insert(offset: new, element: id, associatedWith: isBoth ? old : nil))
      }
    }
    return CollectionDifference(changes)
  }
}

/// What decides who is in a list, where, and in which section.
struct ListRules {
  let entity: NSEntityDescription
  let plan: FetchPlan
  let sectionNameKeyPath: String?

  func includes(_ object: NSManagedObject) -> Bool {
    let own = object.idScope.entity
    guard own === entity || (plan.includesSubentities && own.isKindOf(entity: entity)) else {
      return false
    }
    return plan.predicate?.evaluate(with: object) ?? true
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
    var (names, cutter) = (SectionNames(self), SectionCutter())
    for (position, object) in objects.enumerated() {
      try cutter.enter(names.name(of: object), at: position)
    }
    return FetchedContent(objects, sections: cutter.sections(of: objects.count))
  }
}
