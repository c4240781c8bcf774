public import Interleaving

/// A hang in the names of another trade, a cinema, so that one knows it by its shape alone: who holds
/// what kind of thing, and waits for what.
struct Disguise: Hashable {
  let cycle: WaitCycle

  private static let threads = ["usher", "till", "projector", "cleaner"]
  private static let things = ["foyer", "hall", "kiosk", "cellar", "archive"]

  init(of report: DeadlockReport) {
    let members = report.members.map(\.thread)
    var known: [String] = []
    let thing = { (name: String) -> String in
      if !known.contains(name) { known.append(name) }
      return Self.name(known.firstIndex(of: name)!, among: Self.things)
    }
    let thread = { (name: String) -> String in
      Self.name(members.firstIndex(of: name) ?? members.count, among: Self.threads)
    }
    let links = report.members.map { member in
      WaitCycle.Link(
        thread: thread(member.thread), holds: member.holds.map { $0.held.named(thing).description },
        waitsFor: member.wants.named(thing, thread).description,
        heldBy: member.waitsFor.map(thread))
    }
    cycle = WaitCycle(links: links, isRing: report.kind == .cycle)
  }

  func picture(width: Int) -> [TextLine] { cycle.picture(width: width) }

  private static func name(_ index: Int, among names: [String]) -> String {
    index < names.count ? names[index] : "\(names[names.count - 1]) \(index - names.count + 2)"
  }
}

extension WaitCycle {
  /// The same in the names of another trade.
  public init(disguising report: DeadlockReport) { self = Disguise(of: report).cycle }
}

extension Holdable {
  fileprivate func named(_ thing: (String) -> String) -> Holdable {
    switch self {
    case .lock(let name): .lock(name: thing(name))
    case .queue(let name): .queue(name: thing(name))
    }
  }
}

extension Want {
  fileprivate func named(_ thing: (String) -> String, _ thread: (String) -> String) -> Want {
    switch self {
    case .lock(let name): .lock(name: thing(name))
    case .turn(let queue): .turn(queue: thing(queue))
    case .block(let queue): .block(queue: thing(queue))
    case .end(let other): .end(thread: thread(other))
    case .signal(let semaphore): .signal(semaphore: thing(semaphore))
    case .completion(let name): .completion(name: "completion \(thing(name))")
    case .continuation: .continuation
    }
  }
}
