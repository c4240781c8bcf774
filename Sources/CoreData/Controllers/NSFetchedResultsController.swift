public import Foundation

/// A list for the screen: the objects that a request finds, in sections, kept up with the changes
/// of one context while a delegate wants to hear of them.
///
/// It follows its own context only. What other contexts save reaches it when it is merged there
/// (fact FR3). Everything about it belongs on the queue of its context (fact FR13).
///
/// The results are followed behind the controller, so that a delegate, which is told of
/// `NSFetchedResultsController<any NSFetchRequestResult>`, sees the same list as the one who made
/// a controller of `Room`. `==` and `===` hold between the two.
open class NSFetchedResultsController<ResultType>: NSObject {
  let results: FollowedResults

  /// A list of what the request finds in the context. With a key path it has sections, by whose
  /// names the request must sort first. With a cache name the sections are remembered from one
  /// launch to the next.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    results = FollowedResults(
      fetchRequest, in: context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    super.init()
    results.owner = self
  }

  /// The list of another controller.
  init(showing results: FollowedResults) { self.results = results }

  /// Finds the objects. The delegate is not told of what changes by that (fact FR9), unless it
  /// takes snapshots: it gets one of the new list.
  open func performFetch() throws { try results.fetch() }

  /// What the list is made of; a change of it takes effect at the next `performFetch()`.
  open var fetchRequest: NSFetchRequest<ResultType> {
    results.request as? NSFetchRequest<ResultType> ?? NSFetchRequest(results.request.plan)
  }
  /// The context that it follows.
  open var managedObjectContext: NSManagedObjectContext { results.context }
  /// What names the section of an object.
  open var sectionNameKeyPath: String? { results.sectionNameKeyPath }
  /// The name of the cache of its sections.
  open var cacheName: String? { results.cacheName }
  /// Who is told of changes. Without a delegate nothing is followed (fact FR2).
  open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    get { results.delegate }
    set { results.delegate = newValue }
  }

  /// Forgets the sections remembered under a name, or under all names.
  open class func deleteCache(withName name: String?) { SectionCache.delete(name) }

  // MARK: The list

  /// The objects in order; nil before the first fetch.
  open var fetchedObjects: [ResultType]? {
    results.assertOwned("fetchedObjects")
    return results.content?.objects.compactMap { $0 as? ResultType }
  }

  /// The object at a place of the list.
  open func object(at indexPath: IndexPath) -> ResultType {
    results.assertOwned("object(at:)")
    guard let content = results.content else {
      misuse("object(at:) of a controller that has not fetched. Call performFetch() first.")
    }
    guard let position = content.position(at: indexPath) else {
      let sizes = content.sections.map { "\($0.range.count)" }.joined(separator: ", ")
      misuse("no object at index path \(indexPath): the sections hold \(sizes) objects.")
    }
    guard let object = content.objects[position] as? ResultType else {
      misuse("the object at \(indexPath) is not a \(ResultType.self), which the request promises.")
    }
    return object
  }

  /// Where the object is; nil if it is not in the list.
  open func indexPath(forObject object: ResultType) -> IndexPath? {
    results.assertOwned("indexPath(forObject:)")
    guard let content = results.content, let object = object as? NSManagedObject else { return nil }
    return content.position(of: object).map(content.indexPath)
  }

  // MARK: Sections

  /// The sections in order; nil before the first fetch. A list without sections is one section
  /// without a name.
  open var sections: [any NSFetchedResultsSectionInfo]? {
    results.assertOwned("sections")
    guard let content = results.content else { return nil }
    return content.sections.map { FetchedSection($0, of: content, results) }
  }

  /// The title of a section for an index at the side of a table: its first letter, as a capital.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    sectionName.first.map { String($0).uppercased() }
  }

  /// The titles of all sections, each once.
  open var sectionIndexTitles: [String] {
    results.assertOwned("sectionIndexTitles")
    return titles.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The first section with a title. `sectionIndex` is the title's place among the titles.
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    results.assertOwned("section(forSectionIndexTitle:at:)")
    let all = results.content?.sections ?? []
    guard let section = all.firstIndex(where: { results.indexTitle(of: $0.name) == title }) else {
      misuse(
        "there is no section with the index title '\(title)'; there are \(sectionIndexTitles).")
    }
    return section
  }

  private var titles: [String] {
    (results.content?.sections ?? []).compactMap { results.indexTitle(of: $0.name) }
  }

  // MARK: Equality

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? any ResultsShower)?.results === results
  }

  open override var hash: Int { ObjectIdentifier(results).hashValue }
}

protocol ResultsShower: AnyObject { var results: FollowedResults { get } }

extension NSFetchedResultsController: ResultsShower {}

extension NSFetchedResultsController: ResultsOwner {
  var shown: NSFetchedResultsController<any NSFetchRequestResult> {
    self as? NSFetchedResultsController<any NSFetchRequestResult>
      ?? NSFetchedResultsController<any NSFetchRequestResult>(showing: results)
  }
}

// A delegate asks which of its controllers calls: `controller === rooms`. What it is handed shows
// the same list as `rooms` but may be another object (NSFetchedResultsController.swift), so this
// asks for the list. The compiler takes these before the library's `===` only where no operand has
// to become an optional, hence one for each place of an optional.

/// Whether the two show the same list.
public func === <One, Other>(
  one: NSFetchedResultsController<One>, other: NSFetchedResultsController<Other>
) -> Bool { one.results === other.results }

/// Whether the two show the same list.
public func === <One, Other>(
  one: NSFetchedResultsController<One>, other: NSFetchedResultsController<Other>?
) -> Bool { one.results === other?.results }

/// Whether the two show the same list.
public func === <One, Other>(
  one: NSFetchedResultsController<One>?, other: NSFetchedResultsController<Other>
) -> Bool { other === one }

/// Whether the two show different lists.
public func !== <One, Other>(
  one: NSFetchedResultsController<One>, other: NSFetchedResultsController<Other>
) -> Bool { !(one === other) }

/// Whether the two show different lists.
public func !== <One, Other>(
  one: NSFetchedResultsController<One>, other: NSFetchedResultsController<Other>?
) -> Bool { !(one === other) }

/// Whether the two show different lists.
public func !== <One, Other>(
  one: NSFetchedResultsController<One>?, other: NSFetchedResultsController<Other>
) -> Bool { !(one === other) }
