internal import CoreData
internal import Interleaving

extension ConfinementViolation {
  /// What was touched, by whom, and where it belongs; what to do about it is said elsewhere.
  var sentence: String {
    let home = ownerQueue == "main" ? "the main queue" : "a queue of its own"
    return switch subject {
    case .context(let message):
      "\(isContextNamed ? "Context \(context)" : "The context of \(contextMadeAt)") was used (\(message)) on "
        + "\(offender). It belongs to \(home)."
    case .object(let object, let property):
      "\(object) was touched (\(property)) on \(offender). It belongs to "
        + "\(isContextNamed ? "context \(context)" : context), and that to \(home)."
    }
  }

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
