import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// U4: an author belongs to a context, and each context needs its own.
  static let authorForgotten = Scenario(
    "history/author-forgotten", title: "The context without an author",
    question: "The app's import saves a message. Does the app's banner take it for the widget's?",
    outcomes: [
      .allowed("theirs", "The banner tells of the widget's message only."),
      .forbidden("echo", "The banner tells of a message that the app itself has imported."),
      .forbidden("missed", "The banner does not tell of the widget's message."),
    ],
    variants: [
      .bug(
        "the view context has an author",
        idea: "The import's context is another one, and its transactions have no author.",
        expecting: .failing(8, of: 8), lookAt: ["transactionAuthor", "imports"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let imports = chat.app.backgroundContext("import")
        view.transactionAuthor = "app"

        let banner = chat.tellOfNews { $0.author != "app" }
        imports.perform { attempt { try imports.send("On my way") } }
        chat.widgetSends("See you")
        runtime.atEnd { runtime.outcome(banner.judged) }
      },
      .fix(
        "every context gets it where it is made",
        idea: "One function makes the app's contexts, and signs them all.",
        expecting: .passing(7), lookAt: ["signedContext"]
      ) { runtime in
        let chat = try SharedChat()
        let imports = chat.app.signedContext("import")

        let banner = chat.tellOfNews { $0.author != "app" }
        imports.perform { attempt { try imports.send("On my way") } }
        chat.widgetSends("See you")
        runtime.atEnd { runtime.outcome(banner.judged) }
      },
      Variant(
        "named", "the import's context has a name",
        idea: "The name of a context is in the history as well, in another place.",
        expecting: .failing(8, of: 8), lookAt: ["imports.name"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let imports = chat.app.backgroundContext("import")
        view.transactionAuthor = "app"
        imports.name = "app"

        let banner = chat.tellOfNews { $0.author != "app" }
        imports.perform { attempt { try imports.send("On my way") } }
        chat.widgetSends("See you")
        runtime.atEnd { runtime.outcome(banner.judged) }
      },
      Variant(
        "signed-only", "only what is signed is news",
        idea: "The widget is an older target, and does not sign either.",
        expecting: .failing(6, of: 6), lookAt: ["author != nil"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let imports = chat.app.backgroundContext("import")
        view.transactionAuthor = "app"

        let banner = chat.tellOfNews { $0.author != nil && $0.author != "app" }
        imports.perform { attempt { try imports.send("On my way") } }
        chat.widgetSends("See you")
        runtime.atEnd { runtime.outcome(banner.judged) }
      },
      .fix(
        "the app's contexts are known by name", named: "names",
        idea: "All contexts of the app have names, and these are passed over.",
        expecting: .passing(7), lookAt: ["contextName"]
      ) { runtime in
        let chat = try SharedChat()
        let imports = chat.app.backgroundContext("import")
        let ours: Set = ["view", "import"]

        let banner = chat.tellOfNews { !ours.contains($0.contextName ?? "") }
        imports.perform { attempt { try imports.send("On my way") } }
        chat.widgetSends("See you")
        runtime.atEnd { runtime.outcome(banner.judged) }
      },
    ])
}

extension ChatStack {
  /// A context whose saves the app knows again.
  fileprivate func signedContext(_ name: String) -> NSManagedObjectContext {
    let context = backgroundContext(name)
    context.transactionAuthor = "app"
    return context
  }
}

extension SharedChat {
  fileprivate func widgetSends(_ text: String) {
    let context = widget.backgroundContext("widget")
    context.perform { attempt { try context.send(text) } }
  }
}
