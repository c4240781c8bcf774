internal import Interleaving
internal import Synchronization

/// Puts one answer into every trial of a check, in every order of its events.
struct Examination<Contract> {
  let check: ExerciseCheck<Contract>
  let make: @Sendable () -> Contract
  let progress: CheckedExercise.OnProgress

  func examined() -> Examined {
    let known = Set(RacingPlaces.found())
    var examined = held()
    examined.races = Array(
      RacingPlaces.found().filter { !known.contains($0) }.prefix(Self.mostRaces))
    let isRight = [.pass, .inconclusive].contains(examined.judgement.verdict)
    if isRight, !examined.races.isEmpty { examined.ifRacing = racing(examined.judgement) }
    return examined
  }

  /// More are not told of one answer.
  private static var mostRaces: Int { 64 }

  private func held() -> Examined {
    var held: [TrialResult<Contract>] = []
    for trial in check.trials {
      do {
        let result = try explore(trial)
        held.append(result)
        if let finding = try result.flaw() {
          return Examined(
            judgement: judgement(of: finding, after: held), trials: ids(held),
            leavesThreads: result.exploration.lostThreads > 0)
        }
      } catch let error as ExplorationError where error.isOfHiddenState {
        var judgement = judgement(of: .remembers(error, in: trial.id), after: held)
        // Nothing was counted where nothing can be repeated.
        judgement.evidence = nil
        return Examined(judgement: judgement, trials: ids(held))
      } catch {
        return Examined(judgement: failed(error), trials: ids(held))
      }
    }
    var judgement = judgement(.pass, after: held)
    judgement.stars = stars(held)
    if let first = held.first, let example = first.exploration.outcomes.first?.example {
      judgement.printed = printed(in: example, of: first)
    }
    return Examined(judgement: judgement, trials: ids(held))
  }

  private func ids(_ held: [TrialResult<Contract>]) -> [String] { held.map(\.trial.id) }

  fileprivate func explore(_ trial: Trial<Contract>) throws -> TrialResult<Contract> {
    let count = Atomic(0)
    let program: Program = { runtime in
      progress(trial.id, count.add(1, ordering: .relaxed).newValue)
      try trial.program(make(), runtime)
    }
    let options = check.options(for: trial)
    let name = check.name(of: trial)
    let (file, line) = (trial.place.file, trial.place.line)
    return TrialResult(
      trial: trial,
      exploration: try Interleaving.explore(
        name, options: options, file: file, line: line, program),
      replay: {
        try Interleaving.replay($0, of: name, options: options, file: file, line: line, program)
      })
  }
}

extension RunReport {
  /// Whether a thread of it goes on, where the scheduler cannot see it.
  fileprivate var isStuck: Bool {
    failures.contains { if case .stuck = $0 { true } else { false } }
  }
}

extension ExerciseCheck {
  /// What exploring one trial gives, whatever may be said of it; nil if there is none of that name.
  func tally(of trial: String, _ make: @escaping @Sendable () -> Contract) throws -> OutcomeCounts?
  {
    let examination = Examination(check: self, make: make, progress: { _, _ in })
    return try trials.first { $0.id == trial }
      .map { OutcomeCounts(try examination.explore($0).exploration) }
  }
}

// MARK: Judgements

extension Examination {
  private func judgement(
    _ verdict: Verdict, after held: [TrialResult<Contract>]
  ) -> Judgement {
    var judgement = Judgement(exercise: check.id, contentHash: "", verdict: verdict)
    judgement.evidence = Judgement.Evidence(
      schedules: held.reduce(0) { $0 + $1.exploration.schedules },
      failing: held.reduce(0) { $0 + $1.exploration.failingSchedules },
      isExhaustive: held.allSatisfy(\.exploration.coverage.isComplete))
    return judgement
  }

  private func judgement(of flaw: Flaw, after held: [TrialResult<Contract>]) -> Judgement {
    var judgement = judgement(flaw.verdict, after: held)
    let finding = Finding(
      trial: held.last?.trial.id ?? "", verdict: flaw.verdict, cause: flaw.cause,
      events: flaw.run?.events ?? [],
      circle: flaw.run?.deadlock.map { WaitCycle(of: $0).links.map(\.thread) } ?? [])
    let misconception = (check.misconceptions + Misconception.general)
      .first { $0.fits(finding) }
    judgement.misconception = misconception?.id
    judgement.cause = Judgement.Cause(
      code: flaw.cause, rationale: flaw.sentence, help: misconception?.sentence)
    judgement.rung = misconception?.rung
    judgement.schedule = flaw.run?.code.description
    judgement.timeline = flaw.run.map(Timeline.init(of:))
    judgement.cycle = flaw.run?.deadlock.map(WaitCycle.init(of:))
    if let run = flaw.run, let result = held.last, !run.isStuck {
      judgement.printed = printed(in: run.code, of: result)
    }
    return judgement
  }

  /// What is said of an answer that comes out right and shares a variable all the same.
  private func racing(_ other: Judgement) -> Judgement {
    let flaw = Flaw.race
    var judgement = Judgement(exercise: check.id, contentHash: "", verdict: flaw.verdict)
    judgement.evidence = other.evidence
    let finding = Finding(trial: "", verdict: flaw.verdict, cause: flaw.cause, events: [])
    let misconception = (check.misconceptions + Misconception.general).first { $0.fits(finding) }
    judgement.misconception = misconception?.id
    judgement.cause = Judgement.Cause(
      code: flaw.cause, rationale: flaw.sentence, help: misconception?.sentence)
    judgement.rung = misconception?.rung
    return judgement
  }

  /// What the answer prints in one order; nil if that is nothing.
  private func printed(in code: ReplayCode, of result: TrialResult<Contract>) -> PrintedLines? {
    let printed = Printing.caught { _ = try? result.replay(code.description) }
    return printed.isEmpty ? nil : printed
  }

  /// The check could not be held: that is our fault, and no verdict.
  private func failed(_ error: any Error) -> Judgement {
    .of(check, .error, "check.failed", "The check could not be held: \(error)")
  }

  private func stars(_ held: [TrialResult<Contract>]) -> [StarNote] {
    let lost = held.flatMap(\.unreachable)
    let slow = held.filter(\.blocksMain)
    var notes = [
      StarNote(
        .overSynchronised, isEarned: lost.isEmpty,
        lost.first.map {
          "Right, but more is excluded than the bug. No order ends like this any more: "
            + $0.sentence
        } ?? "Everything that may overlap still overlaps.")
    ]
    if held.contains(where: { $0.trial.mainLimit != nil }) {
      notes.append(
        StarNote(
          .blocksMain, isEarned: slow.isEmpty,
          slow.first?.stallSentence ?? "The main queue is never kept waiting."))
    }
    return notes
  }
}
