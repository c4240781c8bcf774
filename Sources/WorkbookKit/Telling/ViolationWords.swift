internal import CoreData
internal import Interleaving

extension ConfinementViolation {
  /// What was touched, by whom, and where it belongs; what to do about it is said elsewhere.
  var sentence: String {
    let home = ownerQueue == "main" ? "the main queue" : "a queue of its own"
    return switch subject {
    case .context(let message):
      "\(owner.prefix(1).uppercased() + owner.dropFirst()) was used (\(message)) on \(offender). "
        + "It belongs to \(home)."
    case .object(let object, let property):
      "\(object) was touched (\(property)) on \(offender). It belongs to \(owner), and that to \(home)."
    }
  }

  /// One without a name is called after what it is or where it was made: `the view context`.
  private var owner: String { context.hasPrefix("the ") ? context : "context \(context)" }

  /// Most calls process pending changes on their way; the call itself is the one to tell of.
  fileprivate var isOnTheWay: Bool { subject == .context(message: "processPendingChanges()") }
}

extension [TraceEvent] {
  /// The violations to tell of, in their order.
  var violations: [(event: TraceEvent, violation: ConfinementViolation)] {
    let all = compactMap { event in
      (event.fact as? CoreDataFact)?.violation.map { (event: event, violation: $0) }
    }
    let calls = all.filter { !$0.violation.isOnTheWay }
    return calls.isEmpty ? all : calls
  }
}
