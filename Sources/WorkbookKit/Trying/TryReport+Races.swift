extension TryReport {
  /// The calls that led to uses off the queue.
  var callsToViolations: [[UInt]] { findings.map(\.placesOfCalls).filter { !$0.isEmpty } }

  /// Each of them with the line that made the use, and each line once.
  mutating func place(_ steps: [[UInt]: AccessStep]) {
    var told: Set<String> = []
    findings =
      findings.filter { $0.calls.isEmpty || steps[$0.placesOfCalls] == nil }
      + findings.compactMap { finding in
        guard let step = steps[finding.placesOfCalls] else { return nil }
        var finding = finding
        finding.sentence = "\(step.file):\(step.line): \(finding.sentence)"
        return told.insert(finding.sentence).inserted ? finding : nil
      }
  }

  /// One finding for each variable that is raced for, before all others.
  mutating func addRaces(_ steps: [[UInt]: AccessStep]) {
    findings = racingPlaces.sentences(steps).map { Finding(.race, $0) } + findings
  }
}
