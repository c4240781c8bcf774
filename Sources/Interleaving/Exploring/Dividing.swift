/// Finds steps of the first run of a part that could come in the other order, two by two. Schedules that
/// have them so are left to other parts, and the search that made the run goes on with the rest.
///
/// So no run is made only to divide.
final class Division {
  /// How many are taken from one run. The more, the less the parts are of one size; but what is left is
  /// not divided again, and with many parts it would be the largest.
  private let most: Int

  /// Two steps of a run that depend on each other, in the order in which they came.
  struct Pair {
    fileprivate let earlier, later: Turn
    /// The number of the earlier step.
    let index: Int
    /// Who makes the later one, how many steps that has made with it, and from which step of the run on
    /// it has stood before it.
    let thread: Int
    let count: Int
    let standsFrom: Int
  }

  /// What the threads were about to do, step by step: a step that was made can be something else.
  private var asked: [OperationKind] = []
  /// The part that the run belongs to.
  private(set) var rest: Part
  /// The others; none if there are no such steps.
  private(set) var others: [Part] = []

  /// The part is to become one of `count`.
  init(_ part: Part, ofParts count: Int) {
    rest = part
    most = max(2, count.bitWidth - count.leadingZeroBitCount - 4)
  }

  var isDone: Bool { others.count == most }

  func note(_ chosen: Int, in model: RunModel) { asked.append(model.threads[chosen].pending.kind) }

  /// Leaves what has the two steps in the other order to another part.
  func divide(by pair: Pair) {
    let parts = rest.divided(by: pair.earlier, pair.later)
    rest = parts[0]
    others.append(parts[1])
  }

  /// The later step of the two, and the first of the other thread before which it could come. Where steps
  /// come early, the two parts have about as many schedules.
  func pair(of reversal: DepthFirst.Reversal, in model: RunModel) -> Pair? {
    let (object, thread) = (reversal.signature.object, model.steps[reversal.first].thread)
    // A thing that is made by the first thread that comes is not the same one for all orders of these
    // steps.
    guard model.objects[Int(object)].origin.isEarly, model.identities[Int(thread)].kin == 0,
      model.identities[reversal.thread].kin == 0
    else { return nil }
    let known = model.clocks.order(reversal.known, Int(thread))
    let own = asked.indices.filter { model.steps[$0].thread == reversal.thread }
    let count = Int(model.clocks.order(reversal.known, reversal.thread))
    // It may never have been made.
    let end = own.dropFirst(count - 1).first ?? asked.endIndex
    for index in asked[..<end].indices {
      let step = model.steps[index]
      guard step.thread == thread, step.signature.object == object,
        model.clocks.order(step.row, Int(thread)) > known,
        let kinds = Turn.Kind.kinds(of: asked[index], reversal.signature.kind)
      else { continue }
      let earlier = turn(Int(thread), kinds.0, at: object, behind: 0..<index, in: model)
      let before = own.prefix(count - 1)
      let later = turn(reversal.thread, kinds.1, at: object, behind: before, in: model)
      guard !rest.hasOrder(of: earlier, later) else { continue }
      return Pair(
        earlier: earlier, later: later, index: index, thread: reversal.thread, count: count,
        standsFrom: before.last.map { $0 + 1 } ?? 0)
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

extension DepthFirst {
  /// Goes on as if what is left of the part had been all of it when the run began.
  func divide(by division: Division, in model: RunModel) {
    var isFinding = true
    while isFinding, !division.isDone {
      isFinding = false
      for reversal in reversals where !division.isDone {
        guard wanted(reversal, in: model) != nil, let pair = division.pair(of: reversal, in: model)
        else { continue }
        isFinding = true
        division.divide(by: pair)
        keep(pair, in: model)
      }
    }
    watch = PartWatch(division.rest)
  }

  private func keep(_ pair: Division.Pair, in model: RunModel) {
    let waits = path.indices.prefix(pair.index + 1).dropFirst(pair.standsFrom)
    for depth in waits where path[depth].enabled.contains(pair.thread) {
      path[depth].heldBack.insert(pair.thread)
      path[depth].asleep.insert(pair.thread)
    }
    reversals.removeAll {
      $0.first == pair.index && $0.thread == pair.thread
        && model.clocks.order($0.known, $0.thread) == pair.count
    }
  }
}

extension Explorer {
  /// The parts, for all machines that run one, or for so many threads of this process. They have no
  /// schedule in common, and are the same on all machines, as long as the program gets stuck on none;
  /// with that the exploration is over, and nothing is left to share.
  func share(among jobs: Int) -> Share {
    let count = Share.partsEach * (options.shard?.count ?? jobs)
    var (open, begun) = ([Part()], [Share.Piece]())
    while !open.isEmpty, open.count + begun.count < count, runner.parked <= options.mostParked {
      let division = Division(open.removeFirst(), ofParts: count)
      let search = search(in: division.rest, dividedBy: division)
      let isOwn = Share.owns(begun.count, options.shard)
      guard hasRoom(), note(runner.run(search), of: search, isOwn: isOwn) else {
        return Share([], nil)
      }
      begun.append(Share.Piece(part: division.rest, begun: isOwn ? search : nil))
      open += division.others
    }
    return Share(begun + open.map { Share.Piece(part: $0, begun: nil) }, options.shard)
  }
}
