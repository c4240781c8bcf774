import CoreData
import Interleaving
import WorkbookKit

private let outcomes: [Outcome] = [
  .allowed("swapped", "Plan and answers are as if one swap had come after the other."),
  .forbidden("rule-broken", "Somebody has two shifts in one night."),
  .forbidden("mixed-up", "The plan is not what the swaps come to, in whatever order."),
  .forbidden("said-otherwise", "A swap was told to be done and is not, or the other way round."),
  .forbidden("refused", "A swap was refused that the rule allows."),
  .forbidden("not-told", "Of one swap nothing was ever told."),
  .forbidden("told-twice", "Of one swap something was told twice."),
]

/// Two swaps at the same time.
///
///     first                   second
///     swap(...)               swap(...)
func swapping(_ id: String, _ plan: Plan, _ swaps: Swap...) -> Trial<any SwapsShifts> {
  Trial(
    id, outcomes: outcomes,
    meanwhile:
      "two threads call swap, each for two shifts of other nights. Each swap is allowed as "
      + "long as the other one has not been made."
  ) { answer, runtime in
    let hospital = try Hospital(runtime, answer, plan)
    for (name, swap) in zip(["first", "second"], swaps) {
      runtime.thread(name) { hospital.swap(swap) }
    }
    runtime.atEnd { runtime.outcome(try hospital.outcome(inTurn: false)) }
  }
}

/// One swap after the other.
func following(
  _ id: String, _ plan: Plan, _ first: Swap, _ second: Swap
) -> Trial<any SwapsShifts> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let hospital = try Hospital(runtime, answer, plan, looksWhenTold: true)
    runtime.thread("first") {
      hospital.swap(first) { runtime.main.async { hospital.swap(second) } }
    }
    runtime.atEnd { runtime.outcome(try hospital.outcome(inTurn: true)) }
  }
}
