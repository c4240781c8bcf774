import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any SendsReplies>(
  trials: [
    replying("one-reply", "I am coming too."),
    replying("another-reply", "Has anybody seen my cup?"),
    replying("beside-a-sync", "Nor has mine.", beside: ["Who is there?"]),
    refused("save-refused"),
    tooLong("too-long"),
  ],
  misconceptions: [
    Misconception(
      "each-level-has-a-queue",
      "Each context is used on its own queue: the view context's save, too, belongs into its own "
        + "perform.", rung: 2
    ) { $0.isOutcome("violation") },
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
      because: "The child obtains the permanent ID before its first save, so every level knows "
        + "the reply by it. It is passed on after the last save."
    ) { ObtainsBefore() },
    .solution(
      because: "The child saves as ever, and converts its stale object when the row is there."
    ) { ObtainsAfterwards() },
    .solution(
      because: "The view context is asked for its own object, which had its ID exchanged; the "
        + "child's ID is only used to find it."
    ) { AsksTheView() },
  ],
  museum: [
    .wrong(.wrong, nil, because: "Takes the message that was stored last for its own.") {
      TellsTheNewest()
    },
    .wrong(.wrong, "child-keeps-its-temporary-id", because: "As shipped: reads the child's ID.") {
      AsShipped()
    },
    .wrong(.wrong, "child-keeps-its-temporary-id", because: "Converts the parent's object only.") {
      ObtainsInTheParent()
    },
    .wrong(.wrong, "child-keeps-its-temporary-id", because: "Saves the child once more.") {
      SavesAgain()
    },
    .wrong(.wrong, "child-keeps-its-temporary-id", because: "Reads first, and obtains then.") {
      ReadsBeforeObtaining()
    },
    .wrong(.wrong, "child-keeps-its-temporary-id", because: "Refreshes the child's object.") {
      RefreshesTheReply()
    },
    .wrong(.wrong, "permanent-is-not-stored", because: "Tells before the last save.") {
      TellsBeforeTheLastSave()
    },
    .wrong(.wrong, "one-level-only", because: "Obtains, and saves one level.") {
      SavesTheChildOnly()
    },
    .wrong(.wrong, "upper-level-may-refuse", because: "Ignores the error of the second save.") {
      IgnoresTheSecondError()
    },
    .wrong(.wrong, "each-level-has-a-queue", because: "Saves the parent in the child's block.") {
      SavesTheParentFromHere()
    },
    .wrong(.wrong, "callback-runs-where-it-is-called", because: "Tells on the sheet's queue.") {
      TellsAnywhere()
    },
    .wrong(.wrong, "never-told", because: "Says nothing when something goes wrong.") {
      KeepsSilent()
    },
    .wrong(.wrong, "knows-the-text", because: "Knows the text of one trial.") { KnowsTheText() },
    .wrong(.wrong, nil, because: "Works, but main waits for all of it.") {
      WaitsForTheSheet()
    },
    .wrong(.pass, nil, because: "Obtains a permanent ID before both saves.") {
      ObtainsInTheSheet()
    },
    .wrong(.pass, nil, because: "Awaits both saves.") {
      RepliesInATask()
    },
    .wrong(.pass, nil, because: "Asks the view's object after its save.") {
      AsksTheViewsObject()
    },
    .wrong(
      .wrong, "child-keeps-its-temporary-id",
      because: "Lets the view obtain an ID, and asks the sheet's object."
    ) {
      ObtainsInTheView()
    },
    .wrong(
      .wrong, "permanent-is-not-stored",
      because: "Obtains an ID, and tells it when the sheet is saved."
    ) {
      TellsAfterTheFirstSave()
    },
    .wrong(.wrong, nil, because: "Looks for a message with this text.") {
      FindsItByText()
    },
    .wrong(.wrong, nil, because: "Takes any object that is new in the view.") {
      TakesAnyInserted()
    },
    .wrong(.wrong, "upper-level-may-refuse", because: "Prints both errors away.") {
      SwallowsTheErrors()
    },
    .wrong(.wrong, nil, because: "Writes the reply in the view context.") {
      WritesInTheView()
    },
    .wrong(.wrong, nil, because: "Lets main wait for the sheet.") {
      WaitsForTheSheetOnMain()
    },
    .wrong(.wrong, nil, because: "Writes the reply in both contexts.") {
      SendsItTwice()
    },
    .wrong(.wrong, "callback-runs-where-it-is-called", because: "Tells it where it stands.") {
      TellsOnTheSheetsQueue()
    },
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
      "AsksTheViewsObject, turned round: try sheet.save() / let temporary = message.objectID",
      because: "A sheet that saves into the view leaves the temporary ID as it is."),
    HarmlessSlip(
      "ObtainsAfterwards, turned round: try view.performAndWait { try view.save() } / try "
        + "sheet.obtainPermanentIDs(for: [message])",
      because: "The sheet's object is converted before its ID is read, which is what counts."),
  ])
