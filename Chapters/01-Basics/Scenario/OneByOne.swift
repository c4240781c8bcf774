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
      .forbidden("frozen", "Every message went to the store by itself; main was away too long."),
    ],
    variants: [
      .bug(
        "fault after fault",
        idea:
          "The relationship gives IDs; the object of each is a fault, and reading its text fires it.",
        expecting: .failing(1, of: 1), lookAt: ["view.object(with:", ".text"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let harbour = try chat.addRoom("Harbour", messages: longTalk)
        let screen = Screen(runtime)
        let view = chat.viewContext
        let room = try view.existingObject(with: harbour) as! Room

        let list = screen.turn {
          room.objectIDs(forRelationshipNamed: "messages").map { id in
            (view.object(with: id) as! Message).text
          }.sorted()
        }
        runtime.outcome(list == longTalk && screen.isSmooth ? "smooth" : "frozen")
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
    ])
}

/// What was said in the harbour.
private let longTalk = (100..<260).map { "Message \($0)" }
