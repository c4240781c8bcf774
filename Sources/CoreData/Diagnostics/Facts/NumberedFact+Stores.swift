extension NumberedFact {
  static let storeFacts = """
    M1 D inverses are kept at once
    M2 D relationships without inverse dangle
    M3 D delete marks; rules are followed at the end of the event
    M4 D the four delete rules
    M5 D prepareForDeletion comes before propagation
    M6 W deny looks at what stays
    M7 D isDeleted until the save, contextless after
    M8 D inserted and deleted leaves nothing
    M9 D a deletion as other contexts see it
    N1 D every save validates
    N2 D codes and keys of validation errors
    N3 D values may be invalid until the save
    N4 D batches skip validation
    N5 D a failed save writes nothing
    O1 D one group per event
    O2 D undo restores the graph
    O3 D how to skip recording
    O4 D what clears the undo stack
    P1 D the coordinator needs no locking from outside
    P2 D classic: one request at a time
    P3 D what is not blocked
    P4 D pooled: readers beside a writer
    P5 D two writers take turns
    P6 D a user block stalls the coordinator
    P7 D with a rollback journal readers wait
    P8 D two coordinators on one file
    P9 D a save over several stores is not atomic
    P10 D a save has a fixed cost
    P11 D open store files stay where they are
    Q1 D what SQLite stores can do
    Q2 D load-all stores
    Q3 D batches need SQLite
    Q4 D stores at /dev/null
    Q5 D the in-memory store
    Q6 D several stores
    Q7 D stores of one's own
    Q8 W the layout of the file
    R1 D version hashes are compared
    R2 D lightweight migration
    R3 D migration happens while a store is added
    R4 W using a context before its store is there
    BR1 D batches go past the contexts
    BR2 D batch results
    BR3 D batch updates bump versions
    BR4 D batch deletes and delete rules
    BR5 D batch inserts
    BR6 D batch inserts and constraints
    BR7 W one batch is one transaction
    BR8 D batches leave history
    T1 D an asynchronous fetch returns at once
    T2 D it needs a queue
    T3 D it can be cancelled
    T4 U it and a context that dies
    U1 D a transaction per save
    U2 D fetching history
    U3 D merging history
    U4 D filtering by author
    U5 D purging
    U6 W tokens and replaced stores
    U7 W history grows
    U8 D remote changes one after another
    V1 D pinned reads
    V2 D what advances a generation
    V3 D generations need SQLite
    V4 D saves ignore the pin
    V5 D batches do not advance
    V6 D stores added and removed under a pin
    V7 U dropped generations
    FR1 D sort descriptors and sections
    FR2 D tracking needs a delegate
    FR3 D it observes its own context
    FR4 D three styles of delegate
    FR5 D the order of the calls
    FR6 D the kinds of change
    FR7 W changes are coalesced
    FR8 D reset
    FR9 W performFetch is silent
    FR10 D the cache
    FR11 W a move has two places
    FR12 W touching is updating
    FR13 D its queue
    FR14 W over a child it loads everything

    """
}
