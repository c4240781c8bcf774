extension NumberedFact {
  static let contextFacts = """
    A1 W a context has exactly one parent store, set once
    A2 D a confinement context cannot be a parent
    A3 W a confinement context has no perform
    A4 D a child keeps its parent alive
    A5 W a child's coordinator is the root's
    A6 D an object does not keep its context alive
    A7 D clean objects are registered weakly
    A8 D refresh breaks cycles of realised objects
    A9 D a model in use cannot be changed
    A10 D the defaults of a new context
    A11 D a container's contexts hang on the coordinator
    A12 W a background context merges nothing by itself
    A13 D every background task has a context of its own
    A14 D stores load synchronously unless asked otherwise
    A15 W a save without stores fails
    B1 D work on one context is exclusive and in order
    B2 D perform never runs inline
    B3 D perform is one event
    B4 D performAndWait may be nested
    B5 D performAndWait is no event
    B6 W performAndWait may run on the caller's thread
    B7 W performAndWait waits its turn
    B8 D other code may run between two blocks
    B9 D a Swift error passes through performAndWait
    B10 D main contexts may be used directly on the main thread
    B11 D immediate and enqueued scheduling
    B12 D the async perform hands results out unchecked
    B13 D a child waits for its parent's queue
    B14 D waiting from child to parent is the safe direction
    B15 D deadlock DL1: the parent waits for its child
    B16 W deadlock DL2: main waits for a child that saves into main
    B17 W deadlock DL3: main waits for work that needs main
    B18 W deadlock DL4: two contexts wait for each other
    B19 W deadlock DL5: a lock around a context and inside it
    B20 W deadlock DL6: executors built on performAndWait
    B21 D deadlock DL7: the coordinator's block waits for a context
    B22 D four shapes that are no deadlocks
    B23 W a child's save waits until the parent has taken it
    C1 D contexts and objects belong to a queue, reads too
    C2 D what is Sendable and what is not
    C3 D holding an object elsewhere is legal
    C4 W members that any thread may read
    C5 W userInfo is checked
    C6 D results and relationship collections belong to the context
    C7 W the checker traps
    C8 W the checker sees only what runs
    C9 W confusing traps of wrappers
    C10 D unchecked misuse is undefined and usually silent
    C11 D notifications arrive on the thread of the save
    C12 D a did-save notification may be merged, not read, elsewhere
    C13 D companion tools: the SQL log
    D1 D a save to a store makes a temporary ID permanent
    D2 W the URI of a permanent ID
    D3 D IDs compare by value
    D4 W a captured temporary ID stays temporary
    D5 W looking up a stale temporary ID
    D6 U a captured temporary ID in its own context
    D7 D an ID from a URI needs the store, not the row
    D8 D obtainPermanentIDs allocates without writing rows
    D9 D IDs are assigned before the save request
    D10 W the nested temporary-ID bug
    D11 W two instances of one row in the child
    D12 W only the root's copy becomes permanent
    D13 W remedy: obtain permanent IDs before the first save
    D14 W remedy: convert stale objects afterwards
    D15 W a permanent ID without a row
    D16 U whether current systems still show it
    D17 W a permanent ID dies with the store's UUID
    E1 D a save goes one level up
    E2 D a parent does not pull from its children
    E3 W a child's save runs the whole pipeline in the child
    E4 W awakeFromInsert runs again in the parent
    E5 D a child reads its parent's unsaved values
    E6 D realised child objects do not follow the parent
    E7 D a child refreshes from its parent
    E8 D siblings do not see each other
    E9 D a child's fetch sees its ancestors' pending changes
    E10 D discarding a child leaves the parent alone
    E11 D a deletion saved by a child is pending in the parent
    E12 D a child merges when its parent saves
    E13 U a child's save over its parent's changes
    E14 W duplicates surface at the root's save
    E15 W a child ignores batch size and prefetching
    E16 D nested contexts take turns at the parent
    E17 D a child has no query generation
    E18 D a child's save costs per change, a merge per registered object
    E19 W a failed child save leaves the parent alone

    """
}
