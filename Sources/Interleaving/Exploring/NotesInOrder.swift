/// Lets the notes of a run come in an order that the caller asks for.
///
/// A thread that comes to a note before its turn waits there until those before it have come, as if the
/// program had semaphores in these places:
///
///     A                       B
///     reads
///                             (stands before "B writes": waits)
///     says "A has read"
///     (goes on)               says "B writes"
///                             writes
///
/// Where a thread waits for its note in vain, the program has no such order from there on, and the run
/// counts for nothing.
final class NotesInOrder {
  private let texts: [String]
  /// By note, what lets it come.
  private let turns: [any SemaphoreCore]
  /// By text: which of several threads comes first to a note that all of them say is a matter of order.
  private let places: [String: Resource]
  private var claimed: Set<Int> = []
  /// So many have come.
  private(set) var came = 0
  /// So many threads stand before theirs.
  private var waiting = 0

  init(_ texts: [String], of core: ControlledCore) {
    self.texts = texts
    turns = texts.indices.map {
      core.makeSemaphore("the turn of \"\(texts[$0])\"", value: $0 == 0 ? 1 : 0)
    }
    var places: [String: Resource] = [:]
    for text in texts where places[text] == nil {
      places[text] = core.makeResource("note \"\(text)\"", guardsItself: true, isCell: false)
    }
    self.places = places
  }

  /// Runs `note` when it is its turn, at once if it is none of those that have an order.
  func come(to text: String, in core: ControlledCore, at place: SourcePlace, _ note: () -> Void) {
    guard let resource = places[text] else { return note() }
    core.access(resource, .write, nil, at: place)
    let number = texts.indices.first { texts[$0] == text && !claimed.contains($0) }
    guard let number else { return note() }
    claimed.insert(number)
    waiting += 1
    turns[number].wait(at: place)
    waiting -= 1
    note()
    came = number + 1
    if came < turns.count { turns[came].signal(at: place) }
  }

  /// Whether the run has nothing to say of this order: it cannot be had, or the program came to its end
  /// without saying all of this. What fails on the way counts.
  func isMissed(completed: Bool) -> Bool { waiting > 0 || completed && came < texts.count }
}

extension ControlledCore {
  func inTurn(ofNote text: String, at place: SourcePlace, _ note: () -> Void) {
    guard let notes, isGoingOn, insider != nil else { return note() }
    notes.come(to: text, in: self, at: place, note)
  }
}
