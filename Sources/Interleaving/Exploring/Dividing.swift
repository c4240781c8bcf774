/// Makes one run of a part, and finds steps of it that could come in the other order, two by two.
final class Dividing: Strategy {
  /// A run that divides is in vain, so each finds so many pairs. The more there are, the less the parts
  /// are of one size.
  private static let pairs = 2

  private let search: DepthFirst
  /// What the threads were about to do, step by step: a step that was made can be something else.
  private var asked: [OperationKind] = []
  /// The parts of this one; only this one if there are no such steps.
  private(set) var parts: [Part]

  init(_ part: Part) {
    parts = [part]
    search = DepthFirst(reduction: .partialOrder, part: part)
  }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    let next = search.pick(enabled, in: model)
    if let next { asked.append(model.threads[next].pending.kind) }
    return next
  }

  func runEnded(_ model: RunModel, as stop: RunStop) {
    search.runEnded(model, as: stop)
    for reversal in search.demanded where parts.count <= Self.pairs {
      guard let (one, two) = turns(of: reversal, in: model) else { continue }
      // The run itself is in the first one.
      parts = parts[0].divided(by: one, two) + parts.dropFirst()
    }
  }

  /// The later step of the two, and the first of the other thread before which it could come. Where steps
  /// come early, the two parts have about as many schedules.
  private func turns(of reversal: DepthFirst.Reversal, in model: RunModel) -> (Turn, Turn)? {
    let (object, thread) = (reversal.signature.object, model.steps[reversal.first].thread)
    // A thing that is made by the first thread that comes is not the same one for all orders of these
    // steps.
    guard model.objects[Int(object)].origin.isEarly, model.identities[Int(thread)].kin == 0,
      model.identities[reversal.thread].kin == 0
    else { return nil }
    let known = model.clocks.order(reversal.known, Int(thread))
    let own = asked.indices.filter { model.steps[$0].thread == reversal.thread }
    let number = Int(model.clocks.order(reversal.known, reversal.thread))
    for index in asked.indices {
      let step = model.steps[index]
      guard step.thread == thread, step.signature.object == object,
        model.clocks.order(step.row, Int(thread)) > known,
        let kinds = Turn.Kind.kinds(of: asked[index], reversal.signature.kind)
      else { continue }
      let one = turn(Int(thread), kinds.0, at: object, behind: 0..<index, in: model)
      let two = turn(
        reversal.thread, kinds.1, at: object, behind: own.prefix(number - 1), in: model)
      if !parts[0].hasOrder(of: one, two) { return (one, two) }
    }
    return nil
  }

  /// The next step of its kind after these.
  private func turn(
    _ thread: Int, _ kind: Turn.Kind, at object: Int32, behind steps: some Collection<Int>,
    in model: RunModel
  ) -> Turn {
    let like = steps.filter {
      model.steps[$0].thread == thread && model.steps[$0].signature.object == object
        && kind.includes(asked[$0])
    }
    return Turn(
      thread: model.identities[thread].key, object: model.objects[Int(object)].origin.key,
      kind: kind, number: like.count + 1)
  }
}

extension Explorer {
  /// The parts, for all machines that run one, or for so many threads of this process.
  func share(among jobs: Int) -> Share {
    Share(parts(Share.partsEach * (options.shard?.count ?? jobs)), options.shard)
  }

  /// So many parts that have no schedule in common, or fewer. They are the same on all machines, as
  /// long as the program gets stuck on none; with that the exploration is over.
  private func parts(_ count: Int) -> [Part] {
    var (open, whole) = ([Part()], [Part]())
    while !open.isEmpty, open.count + whole.count < count {
      let part = open.removeFirst()
      let dividing = Dividing(part)
      let ending = runner.run(dividing)
      // On another machine it may not get stuck, and be divided.
      guard ending != .abandoned, ending != .uncontrolled else {
        _ = self.count(ending)
        return []
      }
      tally.redundant += 1
      if dividing.parts.count > 1 { open += dividing.parts.reversed() } else { whole.append(part) }
    }
    return whole + open
  }
}
