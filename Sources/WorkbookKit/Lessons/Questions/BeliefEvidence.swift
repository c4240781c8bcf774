internal import CoreData
internal import Interleaving

// The rule under which a mistaken idea would be right is told only of a program that has what it
// speaks of.

extension Belief {
  /// Whether the facts of some runs have what `rightIf` speaks of.
  func isSpokenOf(in facts: [any Fact]) -> Bool {
    let scheduled = facts.compactMap { $0 as? SchedulerFact }
    let stored = facts.compactMap { $0 as? CoreDataFact }
    let has = { (kind: CoreDataFact.Kind) in stored.contains { $0.kind == kind } }
    switch self {
    case .speedDecides: return scheduled.contains { $0.standsStill }
    case .moreThreadsHelp, .onlyCirclesBlock, .everyNestedWaitHangs:
      return scheduled.contains { $0.isWait }
    case .saveGoesToDisk, .everyoneSeesASave: return has(.save)
    case .fetchRefreshes: return has(.fetch)
    case .readingIsHarmless: return has(.fault) || has(.inaccessibleFault) || has(.confinement)
    case .backgroundThreadIsEnough: return has(.confinement)
    case .aLockMakesItMine: return scheduled.contains { $0.kind == .acquired }
    case .anIDIsForLife, .permanentMeansStored: return has(.idChange) || has(.inaccessibleFault)
    case .errorsTakeCare: return has(.saveFailed)
    case .aPolicySettlesIt: return has(.conflict)
    case .anActorIsAlone, .aTaskIsBackground: return scheduled.contains { $0.kind == .task }
    case .oneCallIsOneUnit, .theCheckerSeesAll, .compiledIsSafe: return true
    }
  }
}

extension SchedulerFact {
  /// A thread cannot go on, or lets time go by.
  fileprivate var standsStill: Bool { [.waits, .deadlocked, .slept].contains(kind) }

  fileprivate var isWait: Bool {
    if case .enqueued(_, isAwaited: true) = self { return true }
    return standsStill || [.tookSignal, .sawCompletion].contains(kind)
  }
}

extension Question {
  /// What a wrong option gives away, in words that fit its program.
  public func remark(behind key: String) -> Remark? {
    guard let remark = remarks[key] else { return nil }
    guard remark.isGeneral, let belief = remark.belief, let program = program(behind: key),
      let examples = try? program.explore(forStory: true).examples()
    else { return remark }
    let facts = examples.flatMap { $0.run.events.map(\.fact) }
    guard !belief.isSpokenOf(in: facts) else { return remark }
    return Remark(belief: belief, words: "The idea behind it: _\(belief.sentence)_")
  }

  /// The program that an answer is about.
  private func program(behind key: String) -> Experiment? {
    switch kind {
    case .how(let program, _), .ends(let program), .lost(let program, _), .line(let program, _),
      .recognise(let program, _), .make(let program, _), .order(let program, _, _),
      .impossible(let program, _):
      program
    case .write(let line): line.program
    case .choose(let candidates, _): candidates.first { $0.key == key }?.program
    case .repair, .promised: nil
    }
  }
}
