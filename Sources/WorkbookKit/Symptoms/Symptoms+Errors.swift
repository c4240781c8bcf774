/// Errors that a save or a look-up throws, and those of opening a store.
extension Symptom {
  static let refusedSaves = [
    Symptom(
      "merge-conflict", "133020: NSManagedObjectMergeError, NSMergeConflict",
      signs: ["133020", "nsmergeconflict", "managedobjectmergeerror"],
      causes: [
        Cause(
          what: "The row was changed by another save since this object read it, and the policy of "
            + "this context is the default one, which refuses.",
          tell: "The conflict's `newVersionNumber` is above its `oldVersionNumber`.",
          scenario: "conflicts/default-policy",
          rule: "Say for each context what a conflict means: whose value wins, or ask.",
          firstCut: "Set `mergePolicy` on that context, after choosing who may win."),
        Cause(
          what: "A batch request raised the versions of rows that this context had read.",
          tell: "An `NSBatchUpdateRequest` ran before, and its IDs were not merged.",
          scenario: "conflicts/batch-then-save",
          rule: "A batch tells contexts nothing; you do.",
          firstCut: "Ask for its IDs and merge them before editing."),
      ]),
    Symptom(
      "constraint-conflict", "133021: NSManagedObjectConstraintMergeError, a uniqueness constraint",
      signs: ["133021", "constraintconflict", "constraintmergeerror", "unique constraint failed"],
      causes: [
        Cause(
          what: "Two contexts looked, found nothing, and each made the object.",
          tell: "Both objects were inserted within one moment, by two contexts.",
          scenario: "conflicts/find-or-create",
          rule: "Looking and making are one unit, or the store decides.",
          firstCut: "Give the saving context a policy, or look and make in one block of one queue."),
        Cause(
          what: "Many tasks import one thing each, every one in a context of its own.",
          tell: "The conflict appears with a task group or several `performBackgroundTask`.",
          scenario: "swift-concurrency/task-per-item",
          rule: "One writer for one kind of thing.",
          firstCut: "Hand all items to one context."),
      ]),
    Symptom(
      "no-such-row", "133000: the ID leads to no row",
      signs: [
        "133000", "referentialintegrityerror",
        "temporary & objectid|object id|id & 133000|nil|crash|not found",
      ],
      chart: .init(
        "error 133000", "an ID from too early: temporary-ids. Save, then read the ID."),
      causes: [
        Cause(
          what:
            "The ID is temporary: it was read before the save gave the object its permanent one.",
          tell: "Its URI has a `t` where others have a `p`, and `isTemporaryID` is true.",
          scenario: "temporary-ids/passed-too-soon",
          rule: "Save, then read the ID.",
          firstCut: "Read `objectID` after the save, or obtain a permanent one before."),
        Cause(
          what: "The ID is permanent, but its row is not yet there: it waits in a parent.",
          tell: "`isTemporaryID` is false, and the root's save comes later.",
          scenario: "temporary-ids/not-yet-a-row",
          rule: "A row is there when the root has saved.",
          firstCut: "Pass the ID on after the root's save."),
        Cause(
          what: "A nested context kept the ID from before its own save.",
          tell: "The object was inserted in a child, and the ID was read in the child.",
          scenario: "temporary-ids/nested-trap",
          rule: "A child's save does not tell it the permanent ID.",
          firstCut: "`obtainPermanentIDs(for:)` before the child's first save."),
      ]),
    Symptom(
      "gone-with-error", "Something is gone after a restart, and an error was ignored",
      signs: [
        "try? & save", "nsvalidationmultipleerrors", "1560 & nscocoaerrordomain|validation",
        "1570 & nscocoaerrordomain|validation|required",
      ],
      chart: .init(
        "gone, with an error", "a save was refused: basics/ignored-error. Read the error."),
      causes: [
        Cause(
          what: "A save was refused, and every save after it is refused for the same reason.",
          tell: "`try context.save()` without the question mark throws.",
          scenario: "basics/ignored-error",
          rule: "An error of a save is handled, or everything pending is dropped.",
          firstCut: "Catch it, show it, and repair the object or roll back.")
      ]),
  ]

  static let openingErrors = [
    Symptom(
      "two-models", "\"multiple NSEntityDescriptions claim\" a class",
      signs: ["multiple nsentitydescriptions", "nsentitydescription & claim"],
      causes: [
        Cause(
          what: "The model was loaded twice, as it is when each test makes its own container.",
          tell: "Two `NSManagedObjectModel` objects exist; the message comes with the second.",
          scenario: "launch/two-models",
          rule: "One model for a process, whatever is made from it.",
          firstCut: "Load the model once into a `static let`, and hand it to every container.")
      ]),
    Symptom(
      "expired-token", "134301: the history token has expired",
      signs: ["134301", "persistenthistorytokenexpired", "history token & expired"],
      causes: [
        Cause(
          what: "The history was purged past the place where this reader was.",
          tell: "`deleteHistory(before:)` ran with a date or token newer than this reader's.",
          scenario: "history/expired-token",
          rule: "Purge only what every reader has read; without a token, read everything anew.",
          firstCut: "Take `currentPersistentHistoryToken`, then read every object anew.")
      ]),
    Symptom(
      "incompatible-model", "134100: the model used to open the store is incompatible",
      signs: ["134100", "model used to open the store", "incompatibleversionhash"],
      causes: [
        Cause(
          what: "The model changed and the store did not: nothing migrated it.",
          tell: "The hashes in the store's metadata differ from the model's; migration is switched "
            + "off, or no mapping was found.",
          scenario: "basics/unsaved",
          rule: "A store is opened with the model it was written with, or migrated.",
          firstCut: "Keep old versions of the model, and switch lightweight migration on.")
      ]),
  ]
}
