/// The same questions for all who take it: a test that is taken before a course and after it.
extension Quiz {
  /// So many questions such a test has, where there are enough.
  public static let testLength = 10

  /// What `seed` chooses, each chapter in its turn, programs and choices among repairs by turns.
  /// Pieces of exercises are left out: a reader who has passed one would know it.
  public static func fixed(about chapters: [Chapter], seed: Int) -> [Quiz] {
    var waiting = scattered(chapters, seed) { $0.id }.enumerated().map { index, chapter in
      var kinds = [programs(of: chapter), choices(of: chapter)].map {
        scattered($0, seed) { $0.name }.reversed() as [Candidate]
      }
      // Not every chapter begins with a program.
      if (index + seed) % 2 == 1 { kinds.swapAt(0, 1) }
      return kinds
    }
    var chosen: [Quiz] = []
    while waiting.contains(where: { !$0.allSatisfy(\.isEmpty) }) {
      for index in waiting.indices {
        guard let quiz = takeNext(of: &waiting[index]) else { continue }
        chosen.append(quiz)
        if chosen.count == testLength { return chosen }
      }
    }
    return chosen
  }

  /// The next that fits a screen; the other kind is asked first the next time.
  private static func takeNext(of kinds: inout [[Candidate]]) -> Quiz? {
    for kind in kinds.indices {
      while let candidate = kinds[kind].popLast() {
        guard let quiz = candidate.make() else { continue }
        kinds.append(kinds.remove(at: kind))
        return quiz
      }
    }
    return nil
  }

  private static func scattered<Element>(
    _ all: [Element], _ seed: Int, by name: (Element) -> String
  ) -> [Element] {
    all.map { (element: $0, rank: OptionOrder.scattered("\(seed) \(name($0))")) }
      .sorted { $0.rank < $1.rank }.map(\.element)
  }
}
