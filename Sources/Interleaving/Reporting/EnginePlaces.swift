// A program stands on engines whose source its reader does not know. What they do is told without
// their lines; where somebody waits inside one, the line of the program that led there is told.

extension SourcePlace {
  /// The module of the file.
  var module: Substring { fileID.prefix { $0 != "/" } }

  func isIn(_ modules: Set<String>) -> Bool { modules.contains(String(module)) }
}

extension TraceEvent {
  func hiding(placesIn engines: Set<String>) -> TraceEvent {
    guard let place, place.isIn(engines) else { return self }
    var event = self
    event.place = nil
    return event
  }
}

extension DeadlockReport {
  func hiding(placesIn engines: Set<String>) -> DeadlockReport {
    var report = self
    for index in members.indices where members[index].place.isIn(engines) {
      let known = members[index].holds.map(\.place).last { !$0.isIn(engines) }
      if let known { report.members[index].place = known }
    }
    return report
  }
}
