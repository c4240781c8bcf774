extension TryReport {
  /// One finding for each variable that is raced for, before all others.
  mutating func addRaces(_ steps: [[UInt]: AccessStep]) {
    findings = racingPlaces.sentences(steps).map { Finding(.race, $0) } + findings
  }
}
