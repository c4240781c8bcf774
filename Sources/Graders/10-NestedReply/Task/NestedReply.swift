import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any SendsReplies>(
  trials: [
    replying("one-reply", "I am coming too."),
    replying("another-reply", "Has anybody seen my cup?"),
    replying("beside-a-sync", "Nor has mine.", beside: ["Who is there?"]),
    replying("beside-another-save", "I am coming too.", besideSave: true),
    refused("save-refused"),
    tooLong("too-long"),
    replying("six-hundred-emoji", String(repeating: "🎉", count: 600)),
    refusedTwice("two-refused"),
    replying("while-the-sheet-works", "I am coming too.", besideWork: true),
  ],
  misconceptions: [
    Misconception(
      "each-level-has-a-queue",
      "Each context is used on its own queue: the view context's save, too, belongs into its own "
        + "perform.", rung: 2
    ) { $0.isOutcome("violation") },
    Misconception(
      "another-saves-the-view",
      "Another part saved the view in between. Its object has a permanent ID by then, and no document "
        + "says that the temporary one still finds it. Read the ID in the sheet: obtain it before the "
        + "save, or afterwards.", rung: 2
    ) { $0.isOutcome("temporary-id") && $0.trial == "beside-another-save" },
    Misconception(
      "child-keeps-its-temporary-id",
      "The view context's object got a permanent ID. The child's object is another one, and "
        + "neither a save, nor a refresh, nor what happens to its parent's object changes its ID."
    ) { $0.isOutcome("temporary-id") },
    Misconception(
      "one-level-only",
      "A save goes one level up. A permanent ID does not make a row; the view context's save "
        + "does."
    ) { $0.isOutcome("not-stored") },
    Misconception(
      "permanent-is-not-stored",
      "A permanent ID says which row it is going to be. The row is there after the last save.",
      rung: 2
    ) { $0.isOutcome("too-early") },
    .upperLevelMayRefuse(rung: 0),
    .callbackRunsWhereItIsCalled("sent", of: "The sheet", rung: 0),
    Misconception(
      "knows-the-text", "The text is given; it is another one each time.", rung: 0
    ) { $0.isOutcome("other-text") },
    .neverTold("sent"),
  ],
  solutions: [
    .solution(
      "ObtainsBefore",
      because: "The child obtains the permanent ID before its first save, so every level knows "
        + "the reply by it. It is passed on after the last save."),
    .solution(
      "ObtainsAfterwards",
      because: "The child saves as ever, and converts its stale object when the row is there."),
  ],
  museum: [
    .piece(
      "CountsCodeUnits", .wrong,
      because: "Refuses a reply by its own count, which is not that of the model."),
    .piece(
      "TellsTheNewest", .wrong, because: "Takes the message that was stored last for its own."),
    .piece(
      "SharesTheSave", .wrong, "upper-level-may-refuse",
      because: "One save of the view is for all replies in it; one sheet hears of its error."),
    .piece(
      "AsShipped", .wrong, "child-keeps-its-temporary-id",
      because: "As shipped: reads the child's ID."),
    .piece(
      "ObtainsInTheParent", .wrong, "child-keeps-its-temporary-id",
      because: "Converts the parent's object only."),
    .piece(
      "SavesAgain", .wrong, "child-keeps-its-temporary-id", because: "Saves the child once more."),
    .piece(
      "ReadsBeforeObtaining", .wrong, "child-keeps-its-temporary-id",
      because: "Reads first, and obtains then."),
    .piece(
      "RefreshesTheReply", .wrong, "child-keeps-its-temporary-id",
      because: "Refreshes the child's object."),
    .piece(
      "TellsBeforeTheLastSave", .wrong, "permanent-is-not-stored",
      because: "Tells before the last save."),
    .piece("SavesTheChildOnly", .wrong, "one-level-only", because: "Obtains, and saves one level."),
    .piece(
      "IgnoresTheSecondError", .wrong, "upper-level-may-refuse",
      because: "Ignores the error of the second save."),
    .piece(
      "SavesTheParentFromHere", .wrong, "each-level-has-a-queue",
      because: "Saves the parent in the child's block."),
    .piece(
      "TellsAnywhere", .wrong, "callback-runs-where-it-is-called",
      because: "Tells on the sheet's queue."),
    .piece("KeepsSilent", .wrong, "never-told", because: "Says nothing when something goes wrong."),
    .piece("KnowsTheText", .wrong, "knows-the-text", because: "Knows the text of one trial."),
    .piece("WaitsForTheSheet", .wrong, because: "Works, but main waits for all of it."),
    .piece("ObtainsInTheSheet", .pass, because: "Obtains a permanent ID before both saves."),
    .piece("RepliesInATask", .pass, because: "Awaits both saves."),
    .piece(
      "AsksTheView", .wrong, "another-saves-the-view",
      because: "Asks the view's object after its save, and finds it by the child's ID."),
    .piece(
      "ObtainsInTheView", .wrong, "child-keeps-its-temporary-id",
      because: "Lets the view obtain an ID, and asks the sheet's object."),
    .piece(
      "TellsAfterTheFirstSave", .wrong, "permanent-is-not-stored",
      because: "Obtains an ID, and tells it when the sheet is saved."),
    .piece("FindsItByText", .wrong, because: "Looks for a message with this text."),
    .piece("TakesAnyInserted", .wrong, because: "Takes any object that is new in the view."),
    .piece(
      "SwallowsTheErrors", .wrong, "upper-level-may-refuse", because: "Drops both errors."),
    .piece("WritesInTheView", .wrong, because: "Writes the reply in the view context."),
    .piece("WaitsForTheSheetOnMain", .wrong, because: "Lets main wait for the sheet."),
    .piece("SendsItTwice", .wrong, because: "Writes the reply in both contexts."),
    .piece(
      "TellsOnTheSheetsQueue", .wrong, "callback-runs-where-it-is-called",
      because: "Tells it where it stands."),
    .piece(
      "InsertsFromMain", .hang, because: "Main waits for the sheet, if only to insert."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      everywhere: "turned round: message.text = text / try "
        + "sheet.obtainPermanentIDs(for: [message])",
      because: "An ID has nothing to do with values."),
    HarmlessSlip(
      everywhere: "turned round: try sheet.obtainPermanentIDs(for: [message]) / try sheet.save()",
      because: "The sheet's object is converted before its ID is read, which is what counts."),
    HarmlessSlip(
      "ObtainsInTheSheet, turned round: let id = message.objectID / try sheet.save()",
      because: "The ID is the permanent one already."),
    HarmlessSlip(
      "ObtainsAfterwards, turned round: try view.performAndWait { try view.save() } / try "
        + "sheet.obtainPermanentIDs(for: [message])",
      because: "The sheet's object is converted before its ID is read, which is what counts."),
  ])
