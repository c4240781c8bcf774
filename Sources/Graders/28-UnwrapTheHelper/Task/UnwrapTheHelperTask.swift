import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any HelpsTheScreens>(
  trials: [
    doingAJob("job"), typing("typing-beside-a-job"), doingTwo("two-jobs"), refusing("refused"),
    givingUp("given-up"), waiting("waited-for"), waitingInVain("waited-in-vain"),
    waitingInAJob("wait-in-a-job"),
    startingAJobInAJob("job-in-a-job"), givingUpAfterAWait("given-up-after-a-wait"),
  ],
  misconceptions: [
    Misconception(
      "put-back-what-was-meant",
      "Work may have other work inside. When that has ended, what was meant before is meant again."
    ) { $0.isOutcome("violation") && $0.trial == "wait-in-a-job" },
    Misconception(
      "then-means-the-view",
      "A task takes the task-local values of the code that makes it along. What is told on main means the "
        + "view, whoever has asked.", rung: 2
    ) { $0.isOutcome("violation") && $0.trial == "job-in-a-job" },
    Misconception(
      "current-is-not-one",
      "Two pieces of work go on at one time, and one variable cannot mean both; a lock changes nothing "
        + "of that. Keep what is meant with the work that means it."
    ) { $0.isOutcome("violation") && $0.trial != "job" },
    Misconception(
      "objects-have-a-context",
      "The code of a job means the context of its block, and code on main means the view. Here another "
        + "one was meant."
    ) { $0.isOutcome("violation") },
    Misconception(
      "thread-is-no-context",
      "'performAndWait' may run its block on the thread that waits. On main's thread the view need not "
        + "be what is meant.", rung: 2
    ) { $0.trial == "waited-for" },
    Misconception(
      "a-child-saves-into-its-parent",
      "A child hands its changes to the view, with what the user types there. A context of the "
        + "coordinator keeps apart from it."
    ) {
      $0.isOutcome("draft-saved") || $0.isOutcome("lost")
        || $0.isOutcome("frozen") && $0.trial == "job"
    },
    .callbackRunsWhereItIsCalled("then", of: "The screen"),
    .startedIsNotFinished(seenAs: "stale"),
    .startedIsNotFinished(seenAs: "lost"),
    .errorMeansNothingSaved("The screen that asked has to know."),
    Misconception(
      "work-inside-is-its-own",
      "Work that is waited for in the middle of other work has a context of its own, too: what it has "
        + "saved stays, and what is around it is not saved with it."
    ) { $0.trial == "given-up-after-a-wait" },
    Misconception(
      "error-means-nothing-saved",
      "Who gives up in the middle has not asked for a save. All of a job is saved, or nothing.",
      rung: 1
    ) { $0.isOutcome("half") },
    Misconception(
      "failed-save-stays-pending",
      "What a save has refused stays in its context, and the next job there is refused as well. Roll "
        + "back, or take a context for each job.", rung: 2
    ) { $0.isOutcome("blamed") },
    Misconception(
      "main-does-the-work",
      "Each block of main that takes longer than a frame is seen. Work beside it."
    ) { $0.isOutcome("on-main") || $0.isOutcome("frozen") },
    .neverTold("then"),
  ],
  solutions: [
    .solution(
      "IsLocalToTheWork",
      because:
        "A task-local value is seen by the code that the work calls, and by nothing else; it is "
        + "put back by itself."),
    .solution(
      "IsKeptForTheThread",
      because:
        "A thread does one piece of work at a time. Its context is noted when the work begins, "
        + "and put back when it ends."),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "current-is-not-one",
      because: "As shipped: one variable for all, behind a lock."),
    .piece(
      "NeverPutsBack", .wrong, "objects-have-a-context",
      because: "One variable that each piece of work sets."),
    .piece(
      "IsTheView", .wrong, "objects-have-a-context",
      because: "Means the view wherever it is asked."),
    .piece(
      "AsksForTheMainThread", .wrong, "thread-is-no-context",
      because: "Means the view on the main thread."),
    .piece(
      "PutsTheViewBack", .wrong, "put-back-what-was-meant",
      because: "Means the view when a piece of work has ended."),
    .piece(
      "TellsBesideMain", .wrong, "callback-runs-where-it-is-called",
      because: "Tells where it has saved."),
    .piece(
      "TellsFirst", .wrong, "started-is-not-finished",
      because: "Tells when the job has begun."),
    .piece(
      "TellsOfNoError", .wrong, "error-means-nothing-saved",
      because: "Tells of no error."),
    .piece(
      "KeepsOneContext", .wrong, "failed-save-stays-pending",
      because: "All work has one context, with what was refused in it."),
    .piece(
      "SavesForgivingly", .wrong, "error-means-nothing-saved",
      because: "Saves what a job has left when it gave up."),
    .piece(
      "WorksOnMain", .wrong, "main-does-the-work",
      because: "Does the work in a turn of main."),
    .piece(
      "TellsInATask", .wrong, "then-means-the-view",
      because: "Tells in a task, which takes the value of the work along."),
    .piece(
      "JoinsTheWorkAround", .wrong, "work-inside-is-its-own",
      because: "Work in the middle of other work uses the context of that."),
    .piece(
      "IsAChild", .wrong, "a-child-saves-into-its-parent",
      because: "Works in a child of the view."),
    .piece(
      "SavesTheViewToo", .wrong, "a-child-saves-into-its-parent",
      because: "Works in a child of the view, and saves the view."),
    .piece(
      "ContextOfTheThread", .wrong, "objects-have-a-context",
      because: "Each thread has a context, which no block of it uses."),
    .piece(
      "RollsBack", .pass,
      because: "One context for all jobs, which takes back what was refused; waits have their own."),
    .piece("PutsTheThreadsBack", .pass, because: "A stack of contexts for each thread."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      everywhere: "with 'current' for 'own': try own.save()",
      because: "Behind the work, it is meant still."),
    HarmlessSlip(
      "RollsBack, turned round: own.rollback() / problem = error",
      because: "None of the two looks at the other."),
  ])
