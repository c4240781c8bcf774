import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// Faults that fire one after the other.
  static let oneByOne = Scenario(
    "basics/one-by-one", title: "Faults, one by one",
    question: "A room has 160 messages. What does it cost to walk through them?",
    outcomes: [
      .allowed("smooth", "The list was there within a frame."),
      .forbidden("frozen", "Every message went to the store by itself; main was blocked."),
    ],
    variants: [
      .bug(
        "fault after fault",
        idea: "The relationship brings 160 faults, and reading the text of each fires it.",
        expecting: .failing(1, of: 1), lookAt: ["room.messages"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let harbour = try chat.addRoom("Harbour", messages: longTalk)
        let screen = Screen(runtime)
        let view = chat.viewContext
        let room = try view.existingObject(with: harbour) as! Room

        let list = screen.turn {
          room.messages.inOrder.map(\.text)
        }
        runtime.outcome(list.sorted() == longTalk && screen.isSmooth ? "smooth" : "frozen")
      },
      .fix(
        "one fetch",
        idea: "One request brings all rows of the room, realised.",
        expecting: .passing(1), lookAt: ["predicate", "returnsObjectsAsFaults"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let harbour = try chat.addRoom("Harbour", messages: longTalk)
        let screen = Screen(runtime)
        let view = chat.viewContext
        let room = try view.existingObject(with: harbour) as! Room

        let list = try screen.turn {
          let request = NSFetchRequest.allMessages
          request.predicate = NSPredicate(format: "room == %@", room)
          request.returnsObjectsAsFaults = false
          return try view.fetch(request).map(\.text).sorted()
        }
        runtime.outcome(list == longTalk && screen.isSmooth ? "smooth" : "frozen")
      },
      Variant(
        "lighter", "a fetch without values",
        idea: "A request that leaves the values out is quick, and each text is asked for later.",
        expecting: .failing(1, of: 1), lookAt: ["includesPropertyValues", "map"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let harbour = try chat.addRoom("Harbour", messages: longTalk)
        let screen = Screen(runtime)
        let view = chat.viewContext
        let room = try view.existingObject(with: harbour) as! Room

        let list = try screen.turn {
          let request = NSFetchRequest.allMessages
          request.predicate = NSPredicate(format: "room == %@", room)
          request.includesPropertyValues = false
          return try view.fetch(request).map(\.text).sorted()
        }
        runtime.outcome(list == longTalk && screen.isSmooth ? "smooth" : "frozen")
      },
      Variant(
        "elsewhere", "in the background, waited for",
        idea: "A private context fires the faults, and main waits for the texts.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait", "messages"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let harbour = try chat.addRoom("Harbour", messages: longTalk)
        let screen = Screen(runtime)
        let reader = chat.backgroundContext("reader")

        let list = try screen.turn {
          try reader.performAndWait {
            let room = try reader.existingObject(with: harbour) as! Room
            return room.messages.inOrder.map(\.text)
          }
        }
        runtime.outcome(list.sorted() == longTalk && screen.isSmooth ? "smooth" : "frozen")
      },
    ])
}

/// What was said in the harbour.
private let longTalk = (100..<260).map { "Message \($0)" }

extension Set<Message> {
  /// Always in the same order, and without reading them: by their IDs.
  fileprivate var inOrder: [Message] {
    map { ($0.objectID.uriRepresentation().path, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
