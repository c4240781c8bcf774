import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// N1, N3: a value may be wrong as long as it likes, and then each save of that context is wrong.
  static let halfWritten = Scenario(
    "conflicts/half-written", title: "The message that stops all saves",
    question: "A message is being written, and is too long. Meanwhile the room gets a topic.",
    outcomes: [
      .allowed("topic", "The topic is in the store, and the message is where it is written."),
      .forbidden("refused", "The topic is not in the store: the message is too long."),
      .forbidden("sent", "The message is in the store, and its user is still writing."),
      .forbidden("cleared", "What the user has written is gone."),
    ],
    variants: [
      .bug(
        "written in the view context",
        idea: "A save checks all that its context has, and writes all of it.",
        expecting: .failing(2, of: 2), lookAt: ["paste", "save"]
      ) { runtime in
        let writer = try Writer(runtime)
        let view = writer.view

        writer.paste(in: view)
        writer.turn { writer.shorten() }
        writer.turn {
          try view.onlyRoom().topic = "Ferries"
          try view.save()
        }
      },
      .fix(
        "written in a child",
        idea: "The view can be saved at any time: the message is no change of the view's.",
        expecting: .passing(2), lookAt: ["child"]
      ) { runtime in
        let writer = try Writer(runtime)
        let view = writer.view

        writer.child.parent = view
        writer.paste(in: writer.child)
        writer.turn { writer.shorten() }
        writer.turn {
          try view.onlyRoom().topic = "Ferries"
          try view.save()
        }
      },
      .fix(
        "written in a value", named: "value",
        idea: "Until it is sent it is a text in a screen, and belongs to no context.",
        expecting: .passing(2), lookAt: ["text"]
      ) { runtime in
        let writer = try Writer(runtime)
        let view = writer.view

        writer.text = Writer.long
        writer.turn { writer.text = "Ahoy" }
        writer.turn {
          try view.onlyRoom().topic = "Ferries"
          try view.save()
        }
      },
      Variant(
        "again", "saved once more, a turn later",
        idea: "A turn later the message is as long, or it is short, and is stored as well.",
        expecting: .failing(3, of: 3), lookAt: ["catch"]
      ) { runtime in
        let writer = try Writer(runtime)
        let view = writer.view

        writer.paste(in: view)
        writer.turn { writer.shorten() }
        writer.turn {
          try view.onlyRoom().topic = "Ferries"
          do { try view.save() } catch { writer.turn { try view.save() } }
        }
      },
      Variant(
        "rolled-back", "rolled back, and done again",
        idea: "A rollback takes back all that its context has, whoever wrote it.",
        expecting: .failing(2, of: 2), lookAt: ["rollback"]
      ) { runtime in
        let writer = try Writer(runtime)
        let view = writer.view

        writer.paste(in: view)
        writer.turn { writer.shorten() }
        writer.turn {
          let room = try view.onlyRoom()
          room.topic = "Ferries"
          do { try view.save() } catch {
            view.rollback()
            room.topic = "Ferries"
            try view.save()
          }
        }
      },
      Variant(
        "checked", "the message is checked when it is pasted",
        idea: "Too long a text is never in the object; an empty object is, and it is stored.",
        expecting: .failing(2, of: 2), lookAt: ["validateForInsert"]
      ) { runtime in
        let writer = try Writer(runtime)
        let view = writer.view

        writer.paste(in: view)
        if (try? writer.message?.validateForInsert()) == nil { writer.message?.text = "" }
        writer.turn { writer.shorten() }
        writer.turn {
          try view.onlyRoom().topic = "Ferries"
          try view.save()
        }
      },
    ])
}

/// A user who has pasted a text that is too long, and shortens it.
///
///     user's turn      another turn of main
///     paste
///     shorten          topic, save           either may be first
private final class Writer: @unchecked Sendable {
  // @unchecked Sendable because everything in it happens on main.
  static let long = String(repeating: "x", count: Message.longestText + 1)

  let view: NSManagedObjectContext
  let child = NSManagedObjectContext(.mainQueue)
  var message: Message?
  var text = ""
  private let runtime: Runtime
  private let chat: ChatStack
  private var turns = 0

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    try chat.addRoom("Harbour")
    view = chat.viewContext
    child.name = "child"
    runtime.atEnd { [self] in runtime.outcome(try ending) }
  }

  func paste(in context: NSManagedObjectContext) {
    message = Message(context: context)
    message?.text = Writer.long
  }

  func shorten() {
    guard let message, message.managedObjectContext != nil else { return }
    message.text = "Ahoy"
  }

  /// A turn of main that comes from elsewhere, so that any other turn may be before it.
  func turn(_ work: @escaping () throws -> Void) {
    turns += 1
    runtime.uncheckedThread("event \(turns)") { [runtime] in
      runtime.main.asyncUnchecked { attempt(work) }
    }
  }

  private var ending: String {
    get throws {
      let topics = try chat.stored { try $0.onlyRoom().topic }
      if try !chat.storedTexts().isEmpty { return "sent" }
      if let message, message.text != "Ahoy" { return "cleared" }
      return topics == "Ferries" ? "topic" : "refused"
    }
  }
}
