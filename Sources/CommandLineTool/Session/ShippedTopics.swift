/// Something that the talks and articles behind this book speak of, and the step that runs
/// or measures it.
struct Topic: Sendable {
  let words: String
  /// As `chapter/step`.
  let step: String
}

extension Topic {
  /// In the order of the book.
  static let shipped: [Topic] = """
    one context on main, with an import in it: basics/the-list-stops
    reads that wait for a save: basics/waiting-for-another-s-save
    heavy fetches that block main: basics/a-heavy-search
    faults, and loading one by one: basics/one-by-one
    saving often, or once: basics/how-often-to-save
    the error of a save: basics/the-error-that-is-never-read
    objects that outlive their context: basics/objects-without-a-context
    objects are not thread-safe: problems/a-number-that-is-not-there
    reading on another thread: problems/i-only-read-it
    IDs across threads: problems/what-may-travel
    objects for the screen are fetched on main: problems/what-does-the-formatter-get
    the queue of a private context: problems/a-background-thread-is-not-a-queue
    objects of two contexts in one relationship: problems/the-room-of-another-context
    notifications of a save, and merging: confinement/the-save-that-main-missed
    the thread on which a notification arrives: confinement/where-it-arrives
    whose saves an observer hears: confinement/whom-it-hears
    an operation with a context of its own: confinement/the-context-of-an-operation
    a context made on the wrong thread: confinement/made-on-main
    operations that depend on each other: confinement/finished-and-not-done
    confinement, a context for each thread: confinement/a-queue-is-not-a-thread
    many idle contexts, or many threads: confinement/a-thread-that-sleeps
    a child's save goes one level up: nested-contexts/saved-and-gone
    a child as a scratch pad: nested-contexts/the-cancel-button
    what a child sees of its parent: nested-contexts/what-a-child-sees
    background work in a child of main: nested-contexts/an-import-under-main
    a writer at the root: nested-contexts/while-the-writer-saves
    three levels: nested-contexts/three-levels
    temporary and permanent IDs: temporary-ids/a-message-that-is-not-there
    asking for permanent IDs: temporary-ids/between-two-blocks
    lists that are told by IDs: temporary-ids/the-row-that-was-another-one
    perform and performAndWait: deadlocks/one-wait-becomes-a-message
    performSelectorOnMainThread, and its modern forms: deadlocks/old-and-new-words-for-it
    contexts that wait for each other: deadlocks/two-doors
    waiting for oneself: deadlocks/inside-again
    locks around contexts: deadlocks/a-lock-in-the-middle
    a save that main waits for: deadlocks/no-circle-no-smooth-screen
    waiting in a task, and the threads of the pool: swift-concurrency/the-last-thread-of-the-pool
    an executor over a context's queue: swift-concurrency/actors-that-wait
    default isolation on the main actor: swift-concurrency/main-by-default
    lists that follow a context: live-lists/the-list-that-stands-still
    a fetch, and objects that stay as they were: live-lists/found-and-shown-otherwise
    sections and their cache: live-lists/sections-that-were-kept
    two writers of one row: conflicts/the-policy-that-was-never-chosen
    find it or make it, in an import: conflicts/find-it-or-make-it
    the notification before a save: conflicts/counted-and-never-saved
    validation and key-value coding: conflicts/the-message-that-stops-all-saves
    two coordinators on one file: history/the-app-that-hears-nothing
    opening the store beside main: launch/the-screen-that-asked-too-early
    migrating before the system ends the app: launch/the-update-that-never-starts
    the error of adding a store: launch/the-store-that-does-not-open
    imports of real size: volume/the-import-that-grows
    what batch requests tell, and whom: volume/rows-that-no-list-shows
    batch requests and validation: volume/what-a-save-would-have-refused
    a relationship for each row, and prefetching: volume/one-more-trip-for-each-row
    IDs first, then faults: volume/ids-first
    one big query or many small ones, measured: volume/many-requests-measured
    deleting many objects: volume/deleted-by-hand
    fetching page by page: volume/pages-that-move
    asynchronous fetches: volume/the-search-that-was-given-up
    fetching in batches, and in a child: volume/a-list-that-loads-as-it-scrolls
    saving when the user does not notice: volume/saved-at-the-end
    a database that ships with the app: volume/the-file-that-ships-with-the-app
    layers that hide contexts: layers/found-here-saved-there
    a context for each thread, behind a layer: layers/the-context-of-the-moment
    saves with a flag that waits: layers/one-flag
    generated classes and accessors: layers/the-getter-that-writes
    objects as values: layers/structs-at-the-border
    a store over a service: layers/a-store-over-a-service
    a coordinator for each thread: layers/a-coordinator-for-each-side
    plain SQLite instead: layers/plain-sqlite-instead
    one app with several contexts, and what goes wrong in it: whole-app/send
    """.split(separator: "\n").map { line in
      let parts = line.split(separator: ":").map(String.init)
      return Topic(words: parts[0], step: String(parts[1].dropFirst()))
    }
}
