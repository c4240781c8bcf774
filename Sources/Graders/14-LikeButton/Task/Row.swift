import CoreData
import Interleaving
import WorkbookKit

/// Two rows of the list, each a room with its button, and what came of the taps.
final class Row: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and what changes is main's.

  /// Which of them is tapped.
  enum Place: CaseIterable { case harbour, market }

  let chat: ChatStack
  let likes: NSManagedObjectContext
  private let runtime: Runtime
  private let rooms: [Place: NSManagedObjectID]
  private let start: Int
  private var buttons: [Place: ButtonNumber] = [:]
  /// What the buttons show, and how often they have changed.
  private var shown: [Place: Int]
  private var changes = 0
  private var taps = 0
  private var (wasLate, wasOffMain) = (false, false)

  /// How long main may be away in one go. A save takes a little longer.
  private static let frame = Duration.milliseconds(5)

  init(_ runtime: Runtime, start: Int) throws {
    self.runtime = runtime
    self.start = start
    chat = try ChatStack(.sqlite)
    likes = chat.backgroundContext("likes")
    let (chat, setup) = (chat, chat.backgroundContext("start"))
    var rooms: [Place: NSManagedObjectID] = [:]
    try chat.prepare {
      try chat.addRoom("Ann's corner")
      rooms = [.harbour: try chat.addRoom("Harbour"), .market: try chat.addRoom("Market")]
      try setup.performAndWait { [rooms] in
        for room in Place.allCases {
          (try setup.existingObject(with: rooms[room]!) as! Room).messageCount = start
        }
        try setup.save()
      }
    }
    self.rooms = rooms
    shown = [.harbour: start, .market: start]
  }

  /// From now on no save of `likes` can go well: it also holds a change that meets another one.
  func makeSavesFail() throws { try chat.prepare { try chat.addConflict(to: likes) } }

  @MainActor func tap(_ answer: any CountsLikes, on place: Place = .harbour) async {
    let button = buttons[place] ?? newButton(place)
    buttons[place] = button
    taps += 1
    let before = changes
    // Comes when main is free for the first time: something is awaited then.
    runtime.main.async { [self] in if changes == before { wasLate = true } }
    await answer.like(rooms[place]!, in: likes, button: button)
  }

  /// Each room is tapped once.
  func tapEachRoom(_ answer: any CountsLikes) {
    for room in Place.allCases {
      runtime.task("tap on \(room)") { @MainActor in await self.tap(answer, on: room) }
    }
  }

  @MainActor private func newButton(_ place: Place) -> ButtonNumber {
    ButtonNumber(start) { [self] count in
      shown[place] = count
      changes += 1
      if !runtime.main.isCurrent { wasOffMain = true }
    }
  }

  /// Until all that was asked of `likes` so far is done, and main has heard of it.
  @MainActor func settle() async {
    for _ in 1...2 { await likes.perform {} }
  }

  /// Gives up the change that another part has made, too.
  func makeSavesGoWell() async {
    let (likes, rooms) = (likes, rooms)
    await likes.perform {
      for object in likes.updatedObjects where !rooms.values.contains(object.objectID) {
        likes.refresh(object, mergeChanges: false)
      }
    }
  }
}

// MARK: What came of it

extension Row {
  /// What is wrong, in whatever order things happened; with the likes that must be there, or else
  /// with those that the buttons show.
  func misstep(counting likes: [Place: Int]? = nil) throws -> String? {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    let stored = try stored()
    if wasOffMain { return "off-main" }
    if stored.other != 0 { return "other-room" }
    if let likes, let misstep = misstep(stored.likes, instead: likes) { return misstep }
    let all = stored.likes.values.reduce(0, +)
    if likes == nil, all == 0, shown[.harbour]! == start + taps { return "error-swallowed" }
    if Place.allCases.contains(where: { shown[$0]! != start + stored.likes[$0]! }) {
      return "shows-other"
    }
    if wasLate { return "late" }
    return runtime.longestMainStall > Self.frame ? "frozen" : nil
  }

  private func misstep(_ stored: [Place: Int], instead likes: [Place: Int]) -> String? {
    let missing = Place.allCases.contains { stored[$0]! < likes[$0, default: 0] }
    let surplus = Place.allCases.contains { stored[$0]! > likes[$0, default: 0] }
    return missing ? (surplus ? "other-room" : "lost") : surplus ? "counted-twice" : nil
  }

  var countedOrNot: String {
    get throws { try stored().likes[.harbour] == 0 ? "taken-back" : "counted" }
  }

  /// The likes of the two rooms, and what any other room has.
  private func stored() throws -> (likes: [Place: Int], other: Int) {
    var (likes, other): ([Place: Int], Int) = ([:], 0)
    try runtime.untraced {
      try chat.stored { look in
        for room in try look.fetch(NSFetchRequest<Room>(entityName: "Room")) {
          if let place = Place.allCases.first(where: { rooms[$0] == room.objectID }) {
            likes[place] = room.messageCount - start
          } else {
            other += room.messageCount
          }
        }
      }
    }
    return (likes, other)
  }
}
