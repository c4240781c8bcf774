/// What a list shows: the names of its sections and, in each, the identifiers of its items.
///
/// UIKit and AppKit have this type for their data sources. Here it is a value with what a
/// controller tells of: what is where, and which of it has new contents.
public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable, Equatable {
  private var sections: [(id: SectionIdentifierType, items: [ItemIdentifierType])] = []
  /// Items that are where a list has them already, or elsewhere, but whose contents changed.
  public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []

  /// A snapshot of an empty list.
  public init() {}

  /// The sections, in order.
  public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.id) }
  /// The items of all sections, in order.
  public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }
  /// How many sections there are.
  public var numberOfSections: Int { sections.count }
  /// How many items there are in all sections.
  public var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// How many items are in a section; 0 if there is no such section.
  public func numberOfItems(inSection id: SectionIdentifierType) -> Int {
    itemIdentifiers(inSection: id).count
  }

  /// The items of a section, in order.
  public func itemIdentifiers(inSection id: SectionIdentifierType) -> [ItemIdentifierType] {
    sections.first { $0.id == id }?.items ?? []
  }

  /// The same, as the reference type of UIKit and AppKit calls it.
  public func itemIdentifiersInSection(
    withIdentifier id: SectionIdentifierType
  ) -> [ItemIdentifierType] {
    itemIdentifiers(inSection: id)
  }

  /// The section that holds the item.
  public func sectionIdentifier(
    containingItem item: ItemIdentifierType
  ) -> SectionIdentifierType? {
    sections.first { $0.items.contains(item) }?.id
  }

  /// Where the item is among all items.
  public func indexOfItem(_ item: ItemIdentifierType) -> Int? {
    itemIdentifiers.firstIndex(of: item)
  }

  /// Where the section is among all sections.
  public func indexOfSection(_ id: SectionIdentifierType) -> Int? {
    sections.firstIndex { $0.id == id }
  }

  /// Adds empty sections at the end.
  public mutating func appendSections(_ ids: [SectionIdentifierType]) {
    sections += ids.map { ($0, []) }
  }

  /// Adds items at the end of a section, or of the last one.
  public mutating func appendItems(
    _ items: [ItemIdentifierType], toSection id: SectionIdentifierType? = nil
  ) {
    let position = id.map { id in sections.firstIndex { $0.id == id } } ?? sections.indices.last
    guard let position else {
      misuse("appendItems(_:toSection:): there is no such section. Append the section first.")
    }
    if sections[position].items.isEmpty {
      sections[position].items = items
    } else {
      sections[position].items += items
    }
  }

  /// Says that the contents of these items changed.
  public mutating func reloadItems(_ items: [ItemIdentifierType]) {
    reloadedItemIdentifiers += items
  }

  public static func == (one: Self, other: Self) -> Bool {
    one.sections.elementsEqual(other.sections) { $0.id == $1.id && $0.items == $1.items }
      && one.reloadedItemIdentifiers == other.reloadedItemIdentifiers
  }
}

/// The snapshot that a controller hands to its delegate: by Apple's name for it, which UIKit's
/// users cast to the type above.
public typealias NSDiffableDataSourceSnapshotReference = NSDiffableDataSourceSnapshot<
  String, NSManagedObjectID
>
