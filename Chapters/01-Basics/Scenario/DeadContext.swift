import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X19: objects that outlive their context.
  static let deadContext = Scenario(
    "basics/dead-context", title: "Objects of a context that is gone",
    question: "A search returns objects of a context of its own. What are they worth afterwards?",
    outcomes: [
      .allowed("shown", "The screen shows what was found."),
      .forbidden(
        "orphaned", "The objects have no context: a fault stops the app, or reads nil."),
    ],
    variants: [
      .bug(
        "the context is local",
        idea: "The function returns objects, and their context dies with the function.",
        expecting: .failing(1, of: 1), lookAt: ["let found", "managedObjectContext"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])

        let found = try search(chat.coordinator) { $0 }
        // Asking for its text now would crash here; `catch` cannot help.
        let isAlive = found.first?.managedObjectContext != nil
        runtime.outcome(isAlive ? "shown" : "orphaned")
      },
      .fix(
        "values are returned",
        idea: "The objects become strings while their context is alive.",
        expecting: .passing(1), lookAt: ["map"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])

        let found = try search(chat.coordinator) { $0.map(\.text) }
        runtime.outcome(found == ["Hello"] ? "shown" : "orphaned")
      },
      .fix(
        "IDs are returned", named: "ids",
        idea: "The view context makes objects of its own from the IDs.",
        expecting: .passing(1), lookAt: ["objectID", "existingObject"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])

        let found = try search(chat.coordinator) { $0.map(\.objectID) }
        let texts = try found.map {
          try (chat.viewContext.existingObject(with: $0) as! Message).text
        }
        runtime.outcome(texts == ["Hello"] ? "shown" : "orphaned")
      },
      Variant(
        "reset", "the context was reset",
        idea: "The context lives on, but it has forgotten the object that the screen still holds.",
        expecting: .failing(1, of: 1), lookAt: ["reset()"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])
        let view = chat.viewContext

        let shown = try view.fetch(.allMessages)
        // The user signs out: start afresh.
        view.reset()
        let isAlive = shown.first?.managedObjectContext != nil
        runtime.outcome(isAlive ? "shown" : "orphaned")
      },
      Variant(
        "realised", "realised objects are returned",
        idea: "Their own values are there. Their authors are faults, and their context is gone.",
        expecting: .failing(1, of: 1), lookAt: ["asFaults: false"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])

        let found = try search(chat.coordinator, asFaults: false) { $0 }
        let isAlive = found.first?.managedObjectContext != nil
        runtime.outcome(isAlive ? "shown" : "orphaned")
      },
      Variant(
        "main", "the search runs on main",
        idea: "A context for the main queue is right for the screen, and gone all the same.",
        expecting: .failing(1, of: 1), lookAt: ["mainQueue"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour", messages: ["Hello"])

        let found = try search(chat.coordinator, .mainQueue) { $0 }
        let isAlive = found.first?.managedObjectContext != nil
        runtime.outcome(isAlive ? "shown" : "orphaned")
      },
    ])
}

/// All messages, found in a context that lives as long as this call.
private func search<Result>(
  _ coordinator: NSPersistentStoreCoordinator,
  _ type: NSManagedObjectContext.ConcurrencyType = .privateQueue,
  asFaults: Bool = true, _ result: ([Message]) -> Result
) throws -> Result {
  let context = NSManagedObjectContext(type)
  context.persistentStoreCoordinator = coordinator
  context.name = "search"
  let request = NSFetchRequest.allMessages
  request.returnsObjectsAsFaults = asFaults
  return try context.performAndWait { result(try context.fetch(request)) }
}
