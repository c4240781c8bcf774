// A program stands on engines whose source its reader does not know. What they do is told without
// their lines; where a thread waits inside one, the line of the program that led there is told.

extension SourcePlace {
  /// The module of the file.
  var module: Substring { fileID.prefix { $0 != "/" } }

  /// Whether the line is in one of these modules.
  public func isIn(_ modules: Set<String>) -> Bool { modules.contains(String(module)) }
}

extension TraceEvent {
  func hiding(placesIn engines: Set<String>) -> TraceEvent {
    var event = self
    if let place, place.isIn(engines) { event.place = nil }
    if case .deadlocked(let members)? = fact as? SchedulerFact {
      event.fact = SchedulerFact.deadlocked(members: members.map { $0.hiding(placesIn: engines) })
    }
    return event
  }
}

extension DeadlockReport {
  func hiding(placesIn engines: Set<String>) -> DeadlockReport {
    var report = self
    report.members = members.map { $0.hiding(placesIn: engines) }
    return report
  }
}

extension DeadlockReport.Member {
  fileprivate func hiding(placesIn engines: Set<String>) -> Self {
    guard place.isIn(engines), let known = holds.map(\.place).last(where: { !$0.isIn(engines) })
    else { return self }
    var member = self
    member.place = known
    return member
  }
}
