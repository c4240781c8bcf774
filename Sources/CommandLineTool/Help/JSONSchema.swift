internal import WorkbookKit

extension HelpPage {
  /// Everything that `--json` prints, field by field. A golden test holds each report to it.
  static let json = HelpPage(
    name: "json", title: "What --json prints",
    paragraphs: [
      "One object on one line, its keys sorted. 'schema' is 1 and changes when a field changes its "
        + "meaning or goes; new fields may come at any time."
    ],
    facts: [
      ("schema, command", "in every report"),
      (
        "list",
        "chapters: [{id, number, title, summary, scenarios: [{id, title, question, variants}], "
          + "exercises: [{id, state}]}], place: {chapter, step} or null"
      ),
      ("list --topics", "topics: [{words, step}], missing: [what no step runs yet]"),
      (
        "symptom",
        "symptoms: [{id, title, causes: [{what, tell, rule, first, scenario}]}], circle (only "
          + "where one is seen): {shape, scenario, links: [{thread, named: whether the report says "
          + "that the next thread holds it}]}"
      ),
      (
        "run, replay",
        "scenario, variant, outcome: {name, kind, sentence}, code, threads: [name], steps: "
          + "[{number, thread, queue or null, text, place or null, decisive, kind and facts: what "
          + "the engine logged, or null}], pointOfNoReturn: the number of the step from which on "
          + "every order goes wrong, or null, waiting: [{thread, holds, waitsFor, upTo or null, "
          + "place or null}], failures: [sentence], preemptions, mainBusyMicroseconds"
      ),
      (
        "run --live",
        "scenario, variant, live: true, ending: outcome, hang, endless, crash, silent or unknown, "
          + "sentence, and by the ending: outcome, failures and races, signal, status"
      ),
      (
        "explore",
        "scenario, variant, schedules, failing, coverage: {kind: exhaustive, plain, bounded, "
          + "sampled, shard or partial, and its figures}, claim, expected: {failing, schedules}, "
          + "asExpected, outcomes: [{name, kind, sentence, schedules, predicted or null}], races: "
          + "[sentence], lockOrders: [[{thread, holds, heldAt, takes, takenAt}]] that could close a "
          + "circle, mainBusyMicroseconds, shortestFailure: as 'run' or null"
      ),
      (
        "check",
        "exercise, verdict: PASS, WRONG, HANG, CRASH, ERROR, INCONCLUSIVE or null, state where it "
          + "is null, contentHash, cause: {code, rationale, help, detail}, misconception, rung, "
          + "schedule, timeline, cycle, evidence: {schedules, failing, isExhaustive}, stars: "
          + "[{matter, isEarned, sentence}]; what does not apply is absent"
      ),
      (
        "check --graders",
        "exercise, answers, refusedRight, acceptedWrong, wrongReason: [name], rounds, unsteady: "
          + "[name], mutantsNoticed and mutants: how many, or null, survivors: [name]"
      ),
      (
        "replay of an answer",
        "exercise, trial, code, isWrong, sentence, timeline, cycle; what does not apply is absent"
      ),
      (
        "compare",
        "scenario, variants: [as 'explore'], timelines: {bug and fix: steps as in 'run', "
          + "firstDifference: the number of a step, or null} or null, conflict: {title, properties: "
          + "[{property, base, mine, theirs, iChangedIt, theyChangedIt}], policies: [{policy, "
          + "writes: [property = value, or null], means}]} or null"
      ),
      (
        "progress",
        "passed: [exercise], exercises: how many there are, document: all that is remembered"
      ),
      (
        "class merge",
        "readers: [name], places: [{step, readers}], beliefs: [{belief, readers, sure}], questions: "
          + "[{step, answers, right, commonestMistake or null}], tooHard and tooEasy: [step], "
          + "exercises: [{exercise, started, passed, minutes, tries}], votes: {rooms, questions: "
          + "[{step, before, after or null}], beliefs: [{belief, before, after or null}]}, where "
          + "before and after are {hands, of}"
      ),
      ("doctor", "findings: [{subject, value, ok, wayOut or null}]"),
    ])
}
