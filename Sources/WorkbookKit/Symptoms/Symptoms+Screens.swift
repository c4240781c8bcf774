/// What the screen shows, or does not.
extension Symptom {
  static let screens = [
    Symptom(
      "stale-screen", "The screen does not follow a save in the background",
      signs: [
        "list|table|screen|view|label|ui|collection|controller & not|n't|never|stale|old & updat|refresh|reload|change|follow|show & save|saved|saving|merge|merged|background|context",
        "stale & context|object|value|data & save|merge|refresh|fetch",
        "old values",
      ],
      chart: .init(
        "old values on screen", "nothing was merged: confinement/stale-view. Merge on main."),
      causes: [
        Cause(
          what: "Nothing was merged: the view context keeps what it has read.",
          tell: "`automaticallyMergesChangesFromParent` is false, and no observer merges.",
          scenario: "confinement/stale-view",
          rule: "A save reaches the store; a merge reaches the other context.",
          firstCut: "Set `automaticallyMergesChangesFromParent` on the view context."),
        Cause(
          what: "The controller has no delegate, and so follows nothing.",
          tell: "The context has the new values, `fetchedObjects` has not.",
          scenario: "live-lists/no-delegate",
          rule: "A results controller follows its context only for a delegate.",
          firstCut: "Set the delegate before `performFetch()`."),
        Cause(
          what: "It was fetched again, and the objects kept the values they had.",
          tell: "The new row is found, its properties are old.",
          scenario: "live-lists/refetched-stale",
          rule: "A fetch finds rows; it does not refresh objects that are known.",
          firstCut: "Merge, or set `shouldRefreshRefetchedObjects`."),
      ]),
    Symptom(
      "batch-unseen", "What a batch request changed does not show",
      signs: [
        "nsbatchdelete|nsbatchupdate|nsbatchinsert & not|n't|still|never",
        "batch & delet|updat|insert|change|request & not|n't|never|still & show|appear|list|screen|refresh|context|updat",
      ],
      causes: [
        Cause(
          what: "A batch goes past contexts to the rows, and tells none of them.",
          tell: "A fetch in a new context sees it, the view context does not.",
          scenario: "live-lists/batch-ghosts",
          rule: "After a batch you tell every context yourself.",
          firstCut: "Set `resultType` to the IDs, and `mergeChanges(fromRemoteContextSave:into:)`."),
        Cause(
          what: "The objects were read before, and the next save meets newer rows.",
          tell: "Error 133020 follows.",
          scenario: "conflicts/batch-then-save",
          rule: "A batch raises the versions of its rows.",
          firstCut: "Merge its IDs before you edit."),
      ]),
    Symptom(
      "controller-misses-faults", "A results controller misses merged changes",
      signs: [
        "fetchedresultscontroller|results controller & ignor|miss|not|n't|never & merge|merged|fault|change|updat|delegate"
      ],
      causes: [
        Cause(
          what: "Updated rows whose objects are not registered here are merged into nothing, so "
            + "the controller is not told of rows that only now match its predicate.",
          tell: "It follows as soon as the object has been read here once.",
          scenario: "live-lists/merged-too-late",
          rule: "A merge changes objects that the context knows.",
          firstCut: "Before merging, touch the updated objects: `object(with: id)` and "
            + "`willAccessValue(forKey: nil)`."),
        Cause(
          what: "The controller has no delegate.",
          tell: "`fetchedObjects` stays as `performFetch()` made it.",
          scenario: "live-lists/no-delegate",
          rule: "A results controller follows its context only for a delegate.",
          firstCut: "Set the delegate before `performFetch()`."),
        Cause(
          what: "The context was reset.",
          tell: "Its objects' `managedObjectContext` is nil.",
          scenario: "live-lists/after-reset",
          rule: "After `reset()` a controller begins anew.",
          firstCut: "Call `performFetch()` again, or use `refreshAllObjects()`."),
      ]),
    Symptom(
      "gone-after-restart", "It was saved, and is gone after a restart",
      signs: [
        "gone|lost|missing|disappear & restart|relaunch|next launch|after launch|reopen",
        "saved|save & not & disk|store|restart & child|nested|parent",
      ],
      chart: .init(
        "gone after a restart", "a level was not saved: nested-contexts/one-level. Save the root."),
      causes: [
        Cause(
          what: "A child was saved, and its parent was not: the change is in memory.",
          tell: "`parent` is not nil, and `parent.hasChanges` is true.",
          scenario: "nested-contexts/one-level",
          rule: "A save goes one level up.",
          firstCut: "Save each level up to the root, each on its queue."),
        Cause(
          what: "A save was refused and the error dropped.",
          tell: "`try?` stands before `save()`.",
          scenario: "basics/ignored-error",
          rule: "An error of a save is handled.",
          firstCut: "Catch it and look."),
      ]),
    Symptom(
      "lost-update", "A count is too low, an edit is overwritten",
      signs: [
        "count|counter|badge & too low|wrong|lost|off by",
        "lost update", "edit|change & overwritten",
      ],
      chart: .init(
        "a count is too low",
        "a lost update: problems/invisible-to-checker. One context counts."),
      causes: [
        Cause(
          what: "Two contexts read one number, and each writes its own sum.",
          tell: "Both saves succeed, under a trump policy.",
          scenario: "problems/invisible-to-checker",
          rule: "Read, change and save are one unit.",
          firstCut: "Do all three in one block of one queue, or retry on a conflict."),
        Cause(
          what: "A policy lets the later save win for a property that both changed.",
          tell: "The policy is a trump policy, and the property is a sum or a list.",
          scenario: "conflicts/trump-counter",
          rule: "A policy chooses between values; it cannot add.",
          firstCut: "A policy of your own, or one context that counts."),
      ]),
    Symptom(
      "shown-twice", "A row is shown twice",
      signs: [
        "twice|duplicate|double & row|object|message|cell|list & show|appear|insert|fetch|save|context"
      ],
      chart: .init(
        "a row shown twice", "twins: temporary-ids/twins. Permanent IDs before the first save."),
      causes: [
        Cause(
          what: "One row, two objects: the draft kept its temporary ID, and a fetch made another.",
          tell: "Both have the same values, and one ID is temporary.",
          scenario: "temporary-ids/twins",
          rule: "An object is found again by its permanent ID.",
          firstCut: "Obtain permanent IDs before the first save of a nested context."),
        Cause(
          what: "Two rows: two contexts looked, found nothing, and each made one.",
          tell: "Two different permanent IDs.",
          scenario: "conflicts/find-or-create",
          rule: "Looking and making are one unit, or the store decides.",
          firstCut: "A uniqueness constraint, and a policy for the context that saves."),
      ]),
    Symptom(
      "redrawn-twice", "The screen is redrawn twice for one save",
      signs: ["twice & merge|merged|redraw|redrawn|reload|notification"],
      chart: .init(
        "redrawn twice", "merged twice: confinement/merged-once. Keep one of the two ways."),
      causes: [
        Cause(
          what: "The context merges by itself, and an observer merges too.",
          tell: "`automaticallyMergesChangesFromParent` is true and `mergeChanges` is called.",
          scenario: "confinement/merged-once",
          rule: "One way of merging for a context.",
          firstCut: "Remove the observer, or the property.")
      ]),
  ]
}
