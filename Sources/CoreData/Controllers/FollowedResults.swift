internal import Foundation
internal import Interleaving

/// The results behind a controller, whatever type it shows them as: fetched once, and then kept up
/// with the events of their context for as long as a delegate or a list wants to be told (facts
/// FR2, FR3).
final class FollowedResults {
  let context: NSManagedObjectContext
  let request: any AnyFetchRequest
  let sectionNameKeyPath: String?
  let cacheName: String?
  weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    didSet { hearsSnapshots = true }
  }
  /// The controller that the program made.
  weak var owner: (any ResultsOwner)?

  /// What the last fetch found, followed since then; nil before the first one.
  private(set) var content: FetchedContent?
  private var rules: ListRules?
  private var isFetching = false
  /// Events that came while the delegate was being told of an earlier one.
  private var waiting: [EventChanges] = []
  private var isTelling = false
  /// The delegate that hears of the event at hand.
  private weak var listener: (any NSFetchedResultsControllerDelegate)?
  private var wasAnswered = true
  /// Until the delegate turns out to have no method for them: they take long to make.
  private var hearsSnapshots = true

  init(
    _ request: any AnyFetchRequest, in context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName: String?
  ) {
    self.request = request
    self.context = context
    self.sectionNameKeyPath = sectionNameKeyPath
    self.cacheName = cacheName
  }

  func assertOwned(_ message: @autoclosure () -> String) {
    context.assertOwned("\(message()) of its NSFetchedResultsController")
  }

  // MARK: Fetching

  func fetch() throws {
    assertOwned("performFetch()")
    let plan = request.plan
    let rules = ListRules(
      entity: try context.query(for: plan).entity, plan: plan,
      sectionNameKeyPath: sectionNameKeyPath)
    try require(rules)
    // Fetching ends the event; this list is about to be made anew and is not told of it (FR9).
    isFetching = true
    defer { isFetching = false }
    let objects = try context.fetch(NSFetchRequest<NSManagedObject>(plan))
    content = try sectioned(objects, rules)
    self.rules = rules
    context.events.add(self)
    if let delegate, let owner, let snapshot = content?.snapshot {
      delegate.controller(owner.shown, didChangeContentWith: snapshot)
    }
  }

  private func require(_ rules: ListRules) throws {
    if rules.plan.resultType != .managedObjectResultType {
      throw failure(
        "asks for something else than objects",
        wayOut: "Leave resultType as it is, or fetch without a controller.")
    }
    if !rules.plan.saysOrder {
      throw failure(
        "has no sort descriptors",
        wayOut: "Give it at least one, or an empty list if the order does not matter.")
    }
  }

  private func sectioned(_ objects: [NSManagedObject], _ rules: ListRules) throws -> FetchedContent
  {
    guard let path = sectionNameKeyPath else { return FetchedContent(objects) }
    let cache = cacheName.flatMap { SectionCache($0, of: rules, in: context) }
    if let sections = try cache?.sections(of: objects.count) {
      return FetchedContent(objects, sections: sections)
    }
    do {
      let content = try rules.content(of: objects)
      cache?.keep(content.sections)
      return content
    } catch {
      throw failure(
        "does not sort by section: the object at \(error.position) belongs to '\(error.name)' "
          + "again, after others",
        wayOut: "Sort by '\(path)' first, or by something that keeps its sections together.")
    }
  }

  private func failure(_ happened: String, wayOut: String) -> CocoaError {
    .coreData(
      .coreData, "The request of an NSFetchedResultsController", happened, wayOut: wayOut)
  }

  // MARK: Following

  /// Takes in what an event did to the context. A reset is not followed: the list keeps what it
  /// had until the next fetch (fact FR8).
  func follow(_ event: EventChanges) {
    guard !isFetching, delegate != nil, content != nil else { return }
    waiting.append(event)
    if isTelling { return }
    isTelling = true
    defer { isTelling = false }
    while !waiting.isEmpty { takeIn(waiting.removeFirst()) }
  }

  private func takeIn(_ event: EventChanges) {
    guard let before = content, let rules, let delegate, let owner else { return }
    guard event.invalidatedAll == nil else {
      // What is listed has no context any more, so nothing can be compared with it.
      self.rules = nil
      return
    }
    do {
      guard let next = try ListUpdate(before, event, rules) else { return }
      tell(delegate, of: next, before, as: owner.shown)
    } catch {
      // It cannot be shown in sections any more; the next fetch says why.
      self.rules = nil
      context.runtime.note(
        CoreDataFact.misuse(
          report: "A controller stopped following: its section '\(error.name)' would come twice. "
            + "Sort by '\(sectionNameKeyPath ?? "")' first.", context: context.label))
    }
  }

  /// In the first style that the delegate knows. If it knows none, the list stays as it was
  /// (fact FR2).
  private func tell(
    _ delegate: any NSFetchedResultsControllerDelegate, of next: ListUpdate,
    _ before: FetchedContent, as controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    listener = delegate
    content = next.content
    if hearsSnapshots {
      var snapshot = next.content.snapshot
      snapshot.reloadItems(
        next.changes.objects.filter { $0.old != nil && $0.new != nil }.map(\.object.listedID))
      hearsSnapshots = answered { delegate.controller(controller, didChangeContentWith: snapshot) }
      if hearsSnapshots { return }
    }
    if sectionNameKeyPath == nil, let difference = next.changes.difference(),
      answered({ delegate.controller(controller, didChangeContentWith: difference) })
    {
      return
    }
    content = before
    let hears = answered { delegate.controllerWillChangeContent(controller) }
    content = next.content
    var answers = [hears]
    for change in next.changes.sections {
      let sections = (change.type == .delete ? before : next.content).sections
      // A section goes when nothing is left in it.
      let info = FetchedSection(
        sections[change.index], of: change.type == .delete ? nil : next.content, self)
      answers.append(
        answered {
          delegate.controller(
            controller, didChange: info, atSectionIndex: change.index, for: change.type)
        })
    }
    for change in next.changes.objects {
      answers.append(
        answered {
          delegate.controller(
            controller, didChange: change.object, at: change.old, for: change.type,
            newIndexPath: change.new)
        })
    }
    answers.append(answered { delegate.controllerDidChangeContent(controller) })
    if !answers.contains(true) { content = before }
  }

  private func answered(_ call: () -> Void) -> Bool {
    // In one of the calls it may have been exchanged: it hears no more of this event.
    guard let listener, listener === delegate else { return false }
    wasAnswered = true
    call()
    return wasAnswered
  }

  /// A call reached a method that the delegate does not implement.
  func noteUnanswered() { wasAnswered = false }

  // MARK: Titles

  func indexTitle(of name: String) -> String? {
    guard let owner else { return nil }
    return delegate?.controller(owner.shown, sectionIndexTitleForSectionName: name)
      ?? owner.sectionIndexTitle(forSectionName: name)
  }
}

/// The controller of some results, without its result type.
protocol ResultsOwner: AnyObject {
  /// The controller as its delegate sees it.
  var shown: NSFetchedResultsController<any NSFetchRequestResult> { get }
  func sectionIndexTitle(forSectionName sectionName: String) -> String?
}

/// The lists that follow one context, in the order of their first fetches.
struct FollowingLists {
  private struct Reference { weak var list: FollowedResults? }
  private var references: [Reference] = []

  mutating func add(_ list: FollowedResults) {
    references.removeAll { $0.list == nil }
    if !references.contains(where: { $0.list === list }) {
      references.append(Reference(list: list))
    }
  }

  func follow(_ event: EventChanges) {
    for reference in references { reference.list?.follow(event) }
  }
}

/// A section as the program is shown it.
struct FetchedSection: NSFetchedResultsSectionInfo {
  let name: String
  let indexTitle: String?
  let objects: [Any]?
  var numberOfObjects: Int { objects?.count ?? 0 }

  init(_ section: FetchedContent.Section, of content: FetchedContent?, _ results: FollowedResults) {
    name = section.name
    indexTitle = results.indexTitle(of: section.name)
    objects = content.map { Array($0.objects[section.range]) } ?? []
  }
}
