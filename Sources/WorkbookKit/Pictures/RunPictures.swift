public import Interleaving

extension Timeline {
  /// A run as its log tells it.
  public init(of run: RunReport) {
    self.init(
      Telling(
        run.events, decisive: run.decisiveEvents.union(run.eventOfNoReturn.map { [$0] } ?? []),
        deadlock: run.deadlock
      ).sentences, threads: run.threads, eventOfNoReturn: run.eventOfNoReturn)
  }

  /// What happened in a run that a reader steps through, up to now.
  public init(of stepper: Stepper, threads known: [String] = []) {
    self.init(of: stepper.events, threads: known)
  }

  /// What these events of a run tell.
  init(of events: [TraceEvent], threads known: [String] = []) {
    var threads = known
    for event in events where !threads.contains(event.thread) { threads.append(event.thread) }
    self.init(Telling(events).sentences, threads: threads)
  }

  private init(
    _ sentences: [Telling.Sentence], threads: [String], eventOfNoReturn: Int? = nil
  ) {
    // Threads that do nothing worth telling get no lane.
    let lanes = threads.filter { thread in sentences.contains { $0.event.thread == thread } }
    let steps = sentences.enumerated().map { index, sentence in
      let event = sentence.event
      let isOutside = event.queue == event.thread || event.entersQueue
      return Step(
        number: index + 1, lane: lanes.firstIndex(of: event.thread) ?? 0,
        queue: isOutside ? nil : event.queue, text: sentence.text,
        place: event.place?.description, isDecisive: sentence.isDecisive,
        kind: sentence.isRepetition ? nil : event.fact.name,
        facts: sentence.isRepetition ? nil : StepFacts(event.fact), event: event.sequence)
    }
    let turn = eventOfNoReturn.flatMap { event in
      sentences.firstIndex { $0.event.sequence == event }
    }
    self.init(
      lanes: lanes, steps: steps, pointOfNoReturn: turn.map { $0 + 1 }, threads: threads)
  }
}

extension RunReport {
  /// The positions of the events at which the scheduler did something else than let the running
  /// thread go on, and of the one at which the run went wrong.
  var decisiveEvents: Set<Int> {
    var steps = Set(decisions.indices.filter(isDeviation).map { $0 + 1 })
    if isFailure, let failedAt { steps.insert(failedAt) }
    return Set(steps.compactMap { step in eventSteps.firstIndex(of: step) })
  }

  /// The position of the event after which no order ends well any more; nil where that is not
  /// known, or where none ends well from the start.
  var eventOfNoReturn: Int? {
    guard let step = pointOfNoReturn, step > 0 else { return nil }
    return eventSteps.firstIndex(of: step)
  }

  /// Whether the thread taken is another than the one that keeps to the rule: go on; if that is
  /// impossible, the first.
  private func isDeviation(_ index: Int) -> Bool {
    let decision = decisions[index]
    guard decision.choice != nil else { return false }
    let before = index == 0 ? threads.first : decisions[index - 1].takenOption.thread
    let usual = decision.options.firstIndex { $0.thread == before } ?? 0
    return decision.taken != usual
  }
}
