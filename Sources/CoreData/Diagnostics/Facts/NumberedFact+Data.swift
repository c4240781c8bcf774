extension NumberedFact {
  static let dataFacts = """
    F1 D one instance per ID and context
    F2 D changes are judged against the snapshot
    F3 D contexts of one coordinator share a row cache
    F4 D coordinators do not share it
    F5 D a fetch does not overwrite realised objects
    F6 W a fetch can return objects that no longer match
    F7 D stalenessInterval ages cached rows
    F8 D refresh without merging discards edits
    F9 D refresh with merging keeps edits and hides conflicts
    F10 D refreshAllObjects merges
    F11 D reset forgets everything
    F12 D rollback restores committed values without reading
    F13 D the five routes to a sibling's save
    F14 W automatic merging happens later
    G1 D results are reconciled with pending changes
    G2 D without pending changes
    G3 D dictionary results ignore pending changes
    G4 W counts include pending changes
    G5 D the order of ID results
    G6 D faults from a fetch fire from the row cache
    G7 D without property values every fault costs a trip
    G8 D realised results on demand
    G9 D partial objects and dictionaries
    G10 D rows load in batches
    G11 W rows deleted before their batch loads
    G12 U a limit and pending changes
    G13 W a child's fetch ignores the batch size
    G14 D prefetching costs one query per entity
    G15 W a temporary ID matches in memory only
    G16 W a store cannot evaluate transient properties or blocks
    G17 D a request executes in the current context
    G18 U fetching processes pending changes first
    G19 D subentities and affected stores
    H1 D what fires a fault and what does not
    H2 D the hooks around a fault
    H3 D relationships fault separately
    H4 D a missing row reads as nil
    H5 D or raises, as it used to
    H6 D the hook for inaccessible faults
    H7 D existingObject throws for a missing row
    H8 D propagation skips missing rows
    H9 W deleting a fault may fire it
    H10 D realised objects outlive their row
    I1 D did-change comes once per event
    I2 D inserted and deleted in one event is no change
    I3 D observers of will-save may still edit
    I4 D did-save comes after success only
    I5 W the order of a save
    I6 D what willSave sets is saved
    I7 D what didSave sets is pending again
    I8 D propagation is over when a save is announced
    I9 D a merge announces changes, then IDs
    I10 W a child's did-save carries temporary IDs
    I11 W observing every context hears strangers
    I12 D batch requests announce nothing
    I13 D remote changes are announced per store
    I14 W observers of a property hear merges
    J1 D a merge refreshes, inserts and deletes
    J2 D a merge keeps local edits
    J3 W a merged deletion wins over a local edit
    J4 W a merge leaves no pending changes
    J5 W updates of unregistered objects
    J6 D merge on the receiver's queue
    J7 D merging by IDs
    J8 D a merge advances a pinned context
    J9 W automatic merging does not prevent conflicts
    J10 D automatic merging of a pinned context
    J11 W merging a save twice
    K1 D every row has a version
    K2 D detection in two steps
    K3 D only written rows are checked
    K4 W members bump the version of their owner
    K5 D the error policy poisons the context
    K6 D the table of the five policies
    K7 W merging by property can break an invariant
    K8 D the object shows the merged values
    K9 U an update meets a deletion
    K10 U a deletion meets an update
    K11 D the two property policies are not swapped
    K12 D batch updates make a context conflict with itself
    K13 D versions before uniqueness; policies of one's own
    K14 W object trump loses an increment
    K15 W refreshing hides the conflict, not the loss
    L1 D constraints need SQLite
    L2 D constraints are enforced by the root's save
    L3 D two shapes of a constraint conflict
    L4 W a trump policy upserts
    L5 W children do not know constraints
    L6 W a duplicate poisons later saves
    L7 D an edited unique value can collide

    """
}
