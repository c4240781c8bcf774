import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// A heavy fetch on the main queue.
  static let slowFetch = Scenario(
    "basics/slow-fetch", title: "A heavy fetch on main",
    question: "A talk has sixty long messages and the screen has room for ten. Who reads them?",
    outcomes: [
      .allowed("smooth", "The screen is full, and no turn of main took longer than a frame."),
      .forbidden("frozen", "Main was blocked for longer than a frame."),
      .forbidden("empty", "The screen shows nothing."),
    ],
    variants: [
      .bug(
        "main fetches everything",
        idea: "The list asks for all messages, sorted, and shows the first ten.",
        expecting: .failing(1, of: 1), lookAt: ["view.fetch"]
      ) { runtime in
        let talk = try LongTalk(runtime)
        let view = talk.chat.viewContext

        try talk.screen.turn {
          let messages = try view.fetch(talk.inOrder())
          talk.shown = messages.prefix(10).map(\.text)
        }
        runtime.atEnd { runtime.outcome(talk.verdict) }
      },
      .fix(
        "IDs from the background",
        idea: "A background context searches and sorts; main makes objects for what is visible.",
        expecting: .passing(1), lookAt: ["objectID", "view.object(with:"]
      ) { runtime in
        let talk = try LongTalk(runtime)
        let view = talk.chat.viewContext
        let search = talk.chat.backgroundContext("search")

        search.perform {
          let found = (try? search.fetch(talk.inOrder()).map(\.objectID)) ?? []
          view.perform {
            talk.screen.turn {
              let visible = found.prefix(10).map { view.object(with: $0) as! Message }
              talk.shown = visible.map(\.text)
            }
          }
        }
        runtime.atEnd { runtime.outcome(talk.verdict) }
      },
      .fix(
        "only what is visible", named: "limit",
        idea: "The request itself says how many rows the screen can use.",
        expecting: .passing(1), lookAt: ["fetchLimit"]
      ) { runtime in
        let talk = try LongTalk(runtime)
        let view = talk.chat.viewContext

        try talk.screen.turn {
          let request = talk.inOrder()
          request.fetchLimit = 10
          talk.shown = try view.fetch(request).map(\.text)
        }
        runtime.atEnd { runtime.outcome(talk.verdict) }
      },
      Variant(
        "realised", "main fetches realised objects",
        idea: "No fault is left to fire, and all sixty rows were read for it.",
        expecting: .failing(1, of: 1), lookAt: ["returnsObjectsAsFaults"]
      ) { runtime in
        let talk = try LongTalk(runtime)
        let view = talk.chat.viewContext

        try talk.screen.turn {
          let request = talk.inOrder()
          request.returnsObjectsAsFaults = false
          talk.shown = try view.fetch(request).prefix(10).map(\.text)
        }
        runtime.atEnd { runtime.outcome(talk.verdict) }
      },
      Variant(
        "waited", "a background fetch, waited for",
        idea: "The search has left main's context, and main stands still beside it.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait"]
      ) { runtime in
        let talk = try LongTalk(runtime)
        let view = talk.chat.viewContext
        let search = talk.chat.backgroundContext("search")

        try talk.screen.turn {
          let found = try search.performAndWait {
            try search.fetch(talk.inOrder()).map(\.objectID)
          }
          talk.shown = found.prefix(10).map { (view.object(with: $0) as! Message).text }
        }
        runtime.atEnd { runtime.outcome(talk.verdict) }
      },
    ])
}

/// Sixty messages, each so long that reading its row takes its time.
private final class LongTalk {
  let chat: ChatStack
  let screen: Screen
  var shown: [String] = []

  init(_ runtime: Runtime) throws {
    chat = try ChatStack(.sqlite) { $0.storeCosts.rowRead = .microseconds(400) }
    try chat.addRoom("Harbour", messages: (0..<60).map { "Message \($0)" })
    screen = Screen(runtime)
  }

  func inOrder() -> NSFetchRequest<Message> {
    let request = NSFetchRequest.allMessages
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    return request
  }

  var verdict: String {
    if shown.count < 10 { return "empty" }
    return screen.isSmooth ? "smooth" : "frozen"
  }
}
