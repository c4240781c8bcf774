import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// G14: a relationship for each row of a list.
  static let nPlusOne = Scenario(
    "volume/n-plus-one", title: "One more trip for each row",
    question: "A list shows forty rooms, each with the number of its messages. What does it cost?",
    outcomes: [
      .allowed("smooth", "The list was there within a frame."),
      .forbidden("frozen", "Main was blocked for longer than a frame: each row made a trip."),
      .forbidden("missing", "The room without messages is not in the list."),
    ],
    variants: [
      .bug(
        "a relationship for each row",
        idea: "One fetch brings forty rooms, and each of them reads its messages by itself.",
        expecting: .failing(1, of: 1), lookAt: ["messages.count"]
      ) { runtime in
        let rooms = try ManyRooms(runtime)
        let view = rooms.chat.viewContext

        try rooms.draw {
          let request = NSFetchRequest<Room>.allRooms
          return try view.fetch(request).map { "\($0.name) \($0.messages.count)" }
        }
      },
      .fix(
        "prefetched",
        idea: "A second trip brings the messages of all rooms that were found.",
        expecting: .passing(1), lookAt: ["Prefetching"]
      ) { runtime in
        let rooms = try ManyRooms(runtime)
        let view = rooms.chat.viewContext

        try rooms.draw {
          let request = NSFetchRequest<Room>.allRooms
          request.relationshipKeyPathsForPrefetching = ["messages"]
          return try view.fetch(request).map { "\($0.name) \($0.messages.count)" }
        }
      },
      .fix(
        "counted in SQL", named: "count",
        idea: "The store counts for all rooms at once, and no message becomes an object.",
        expecting: .passing(1), lookAt: ["messageCounts", "counts["]
      ) { runtime in
        let rooms = try ManyRooms(runtime)
        let view = rooms.chat.viewContext

        try rooms.draw {
          let counts = try view.messageCounts(by: "room", as: NSManagedObjectID.self)
          let request = NSFetchRequest<Room>.allRooms
          return try view.fetch(request).map { "\($0.name) \(counts[$0.objectID] ?? 0)" }
        }
      },
      Variant(
        "batched", "fetched in batches",
        idea: "The rooms come twenty at a time, and their messages one room at a time.",
        expecting: .failing(1, of: 1), lookAt: ["fetchBatchSize"]
      ) { runtime in
        let rooms = try ManyRooms(runtime)
        let view = rooms.chat.viewContext

        try rooms.draw {
          let request = NSFetchRequest<Room>.allRooms
          request.fetchBatchSize = 20
          return try view.fetch(request).map { "\($0.name) \($0.messages.count)" }
        }
      },
      Variant(
        "properties", "only the name is fetched",
        idea: "Less is read of each room, and its messages are still asked for by themselves.",
        expecting: .failing(1, of: 1), lookAt: ["propertiesToFetch"]
      ) { runtime in
        let rooms = try ManyRooms(runtime)
        let view = rooms.chat.viewContext

        try rooms.draw {
          let request = NSFetchRequest<Room>.allRooms
          request.propertiesToFetch = ["name"]
          return try view.fetch(request).map { "\($0.name) \($0.messages.count)" }
        }
      },
      Variant(
        "each-count", "a count for each row",
        idea: "No message is loaded, and there are as many trips as before.",
        expecting: .failing(1, of: 1), lookAt: ["count(for:"]
      ) { runtime in
        let rooms = try ManyRooms(runtime)
        let view = rooms.chat.viewContext

        try rooms.draw {
          let request = NSFetchRequest<Room>.allRooms
          return try view.fetch(request).map { room in
            let messages = NSFetchRequest<Message>(entityName: "Message")
            messages.predicate = NSPredicate(format: "room == %@", room)
            return "\(room.name) \(try view.count(for: messages))"
          }
        }
      },
      Variant(
        "grouped", "the groups are the list",
        idea: "Messages are grouped by room, and a room without messages is no group.",
        expecting: .failing(1, of: 1), lookAt: ["messageCounts"]
      ) { runtime in
        let rooms = try ManyRooms(runtime)
        let view = rooms.chat.viewContext

        try rooms.draw {
          try view.messageCounts(by: "room.name", as: String.self).map { "\($0) \($1)" }
        }
      },
    ])
}

/// Forty rooms with up to three messages, and one without, and a list of them.
private final class ManyRooms {
  let chat: ChatStack
  private let runtime: Runtime
  private let screen: Screen
  private var expected: [String] = []

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    screen = Screen(runtime)
    chat = try ChatStack(.sqlite) { $0.storeCosts.read = .microseconds(500) }
    try chat.prepare {
      let setup = chat.backgroundContext("setup")
      try setup.performAndWait {
        for number in 10..<49 {
          let room = Room(context: setup)
          room.name = "Room \(number)"
          for _ in 0...(number % 3) { Message(context: setup).room = room }
          expected.append("\(room.name) \(number % 3 + 1)")
        }
        let empty = Room(context: setup)
        empty.name = "Empty"
        expected.append("Empty 0")
        try setup.save()
      }
    }
  }

  /// Draws the list in one turn of main.
  func draw(_ list: () throws -> [String]) throws {
    let rows = try screen.turn(list)
    let isWhole = rows.sorted() == expected.sorted()
    runtime.outcome(!isWhole ? "missing" : screen.isSmooth ? "smooth" : "frozen")
  }
}

extension NSFetchRequest<Room> {
  /// All rooms there are, with their values.
  fileprivate static var allRooms: NSFetchRequest<Room> {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.returnsObjectsAsFaults = false
    return request
  }
}

extension NSManagedObjectContext {
  /// How many messages there are for each value of a key, counted by the store.
  fileprivate func messageCounts<Key: Hashable>(
    by key: String, as: Key.Type
  ) throws -> [Key: Int] {
    let count = NSExpressionDescription()
    count.name = "count"
    count.expression = NSExpression(
      forFunction: "count:", arguments: [NSExpression(forKeyPath: "position")])
    count.expressionResultType = .integer64AttributeType
    let request = NSFetchRequest<NSDictionary>(entityName: "Message")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [key, count]
    request.propertiesToGroupBy = [key]
    let pairs = try fetch(request).compactMap { row in
      (row[key] as? Key).map { ($0, row["count"] as? Int ?? 0) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
