/// How much work an exercise was, until it was passed: for an instructor.
extension ReaderProgress {
  /// A pause longer than this many seconds is no work.
  static let longestPause = 15 * 60

  /// The reader did something for an exercise, at a second of any one clock.
  public mutating func worked(on id: String, at second: Int) {
    guard self[exercise: id]?.verdict != .pass else { return }
    let gap = second - (document["exercises"]?[id]?["lastSeen"]?.integer ?? second)
    let seconds = secondsOfWork(on: id) + (0...Self.longestPause ~= gap ? gap : 0)
    change(id) { entry in
      entry["lastSeen"] = .integer(second)
      entry["seconds"] = .integer(seconds)
    }
  }

  /// Another answer is judged.
  public mutating func tried(_ id: String, contentHash: String) {
    let last = self[exercise: id]
    guard last?.verdict != .pass, last?.contentHash != contentHash else { return }
    let tries = tries(of: id) + 1
    change(id) { $0["tries"] = .integer(tries) }
  }

  public func secondsOfWork(on id: String) -> Int {
    document["exercises"]?[id]?["seconds"]?.integer ?? 0
  }

  /// How many different answers were judged.
  public func tries(of id: String) -> Int {
    document["exercises"]?[id]?["tries"]?.integer ?? 0
  }
}
