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
