internal import Interleaving

/// What may be said of an exploration, and no more.
extension Exploration.Coverage {
  /// The beginning of a sentence.
  func claim(_ schedules: Int) -> String {
    let count = schedules.of("schedule")
    return switch self {
    case .exhaustive: "\(schedules.of("distinct schedule")), all of them run"
    case .plain: "\(count), every one run without reduction"
    case .bounded(let limit):
      "\(count), all with at most \(limit.of("unforced switch", "unforced switches"))"
    case .sampled(let number, let seed, let distinct):
      "\(number.grouped) sampled with seed \(seed), \(distinct.grouped) distinct"
    case .portfolio(let number, let seed, let distinct):
      "\(number.grouped) chosen in several ways with seed \(seed), \(distinct.grouped) distinct"
    case .partial(.budget): "\(count) run, and there are more"
    case .partial(.behindFailure(0)): "\(count) run up to the first that fails"
    case .partial(.behindFailure(let more)):
      "\(count) run up to the first that fails and \(more.grouped) more"
    case .partial(.stopped): "\(count) run until you stopped it"
    case .partial(.lostControl): "\(count) run up to one that leaves the scheduler's hands"
    case .partial(.shard(let number, let of)): "part \(number) of \(of): \(count), all of that part"
    case .partial(.beginning(let choices)):
      "\(count), all that begin with \(choices.of("given choice"))"
    case .partial(.notes(let notes)):
      "\(count), all in which \(notes.of("note")) come in the given order"
    case .partial(.unordered(let what)): "\(count) run, perhaps not all: \(what.words)"
    case .partial(.parkedThreads): "\(count) run, and too many of them left threads waiting"
    case .partial(.retry(let place, let looks)):
      "\(count) run, without what comes when the loop at \(place) gives up after \(looks) looks"
    case .partial(.unfinishedRun): "\(count) run up to one that does not end"
    }
  }

  var json: JSONValue {
    switch self {
    case .exhaustive: ["kind": "exhaustive"]
    case .plain: ["kind": "plain"]
    case .bounded(let limit): ["kind": "bounded", "preemptions": .integer(limit)]
    case .sampled(let number, let seed, let distinct):
      [
        "kind": "sampled", "samples": .integer(number),
        "seed": .integer(Int(truncatingIfNeeded: seed)), "distinct": .integer(distinct),
      ]
    case .portfolio(let number, let seed, let distinct):
      [
        "kind": "portfolio", "samples": .integer(number),
        "seed": .integer(Int(truncatingIfNeeded: seed)), "distinct": .integer(distinct),
      ]
    case .partial(.shard(let number, let count)):
      ["kind": "shard", "number": .integer(number), "of": .integer(count)]
    case .partial: ["kind": "partial"]
    }
  }
}
