import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// E15, G10, G13: rows that are loaded in batches, in a child, and while others save.
  static let lazyList = Scenario(
    "volume/lazy-list", title: "The list that loads as it scrolls",
    question: "A list of twenty messages loads them five at a time, while a sync deletes one.",
    outcomes: [
      .allowed("lazy", "Each row has a text, and no more were loaded than were drawn."),
      .forbidden("all", "All rows were loaded, and half of them were drawn."),
      .forbidden("blank", "A row without a text is drawn: its message is gone."),
    ],
    variants: [
      .bug(
        "batches in a child context",
        idea: "A child takes no notice of the batch size: all twenty rows come at once.",
        expecting: .failing(2, of: 2), lookAt: ["fetchBatchSize", "list.child"]
      ) { runtime in
        let list = try LongList()
        let context = list.child
        var found: [Message] = []

        list.syncDeletesOne()
        list.turn {
          let request = LongList.messages()
          request.fetchBatchSize = 5
          found = try context.fetch(request)
        }
        list.scrolls(context) { page in found[page].map(\.text) }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
      .fix(
        "batches of a moment that is kept",
        idea: "The view context loads batches, and is pinned to the state that it fetched from.",
        expecting: .passing(15), lookAt: ["fetchBatchSize", "setQueryGeneration"]
      ) { runtime in
        let list = try LongList(.shared(.inFile()))
        let context = list.chat.viewContext
        var found: [Message] = []

        list.syncDeletesOne()
        list.turn {
          try context.setQueryGenerationFrom(.current)
          let request = LongList.messages()
          request.fetchBatchSize = 5
          found = try context.fetch(request)
        }
        list.scrolls(context) { page in found[page].map(\.text) }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
      .fix(
        "IDs, and a fetch for each page", named: "ids",
        idea: "The child fetches IDs, and the rows of a page when it is drawn; one may be missing.",
        expecting: .passing(4), lookAt: ["LongList.ids", "SELF IN"]
      ) { runtime in
        let list = try LongList()
        let context = list.child
        var ids: [NSManagedObjectID] = []

        list.syncDeletesOne()
        list.turn { ids = try context.fetch(LongList.ids()) }
        list.scrolls(context) { page in
          let request = LongList.messages()
          request.predicate = NSPredicate(format: "SELF IN %@", Array(ids[page]))
          return try context.fetch(request).map(\.text)
        }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
      Variant(
        "root", "batches in the view context",
        idea: "The rows come when they are drawn, and one of them may be gone by then.",
        expecting: .failing(10, of: 14), lookAt: ["fetchBatchSize"]
      ) { runtime in
        let list = try LongList(.shared(.inFile()))
        let context = list.chat.viewContext
        var found: [Message] = []

        list.syncDeletesOne()
        list.turn {
          let request = LongList.messages()
          request.fetchBatchSize = 5
          found = try context.fetch(request)
        }
        list.scrolls(context) { page in found[page].map(\.text) }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
      Variant(
        "merging", "batches in the view context, and automatic merging",
        idea: "The merge tells the context of the deletion, and not the array that is drawn from.",
        expecting: .failing(10, of: 17), lookAt: ["automatically", "fetchBatchSize"]
      ) { runtime in
        let list = try LongList()
        let context = list.chat.viewContext
        context.automaticallyMergesChangesFromParent = true
        var found: [Message] = []

        list.syncDeletesOne()
        list.turn {
          let request = LongList.messages()
          request.fetchBatchSize = 5
          found = try context.fetch(request)
        }
        list.scrolls(context) { page in found[page].map(\.text) }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
      Variant(
        "smaller", "smaller batches in the child",
        idea: "The number is another one, and a child does not look at it.",
        expecting: .failing(2, of: 2), lookAt: ["fetchBatchSize"]
      ) { runtime in
        let list = try LongList()
        let context = list.child
        var found: [Message] = []

        list.syncDeletesOne()
        list.turn {
          let request = LongList.messages()
          request.fetchBatchSize = 1
          found = try context.fetch(request)
        }
        list.scrolls(context) { page in found[page].map(\.text) }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
    ])
}

/// A talk of twenty messages, and a list of it that shows five of them at a time.
private final class LongList: @unchecked Sendable {
  // @unchecked Sendable because only main draws.
  let chat: ChatStack
  /// On main, as its parent is.
  let child: NSManagedObjectContext
  private let doomed: NSManagedObjectID
  private var rows: [String] = []
  private var loaded = 0

  init(_ storage: ChatStack.Storage = .sqlite) throws {
    chat = try ChatStack(storage)
    try chat.addRoom("Harbour", messages: (0..<20).map { "Message \($0)" })
    doomed = try chat.stored { context in
      let request = Self.messages()
      request.predicate = NSPredicate(format: "position == 7")
      return try context.fetch(request)[0].objectID
    }
    child = NSManagedObjectContext(.mainQueue)
    child.parent = chat.viewContext
    child.name = "list"
  }

  static func messages() -> NSFetchRequest<Message> {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    request.returnsObjectsAsFaults = false
    return request
  }

  static func ids() -> NSFetchRequest<NSManagedObjectID> {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Message")
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    request.resultType = .managedObjectIDResultType
    request.includesPropertyValues = false
    return request
  }

  /// A message of the second page.
  func syncDeletesOne() {
    let (sync, id) = (chat.backgroundContext("sync"), doomed)
    sync.perform {
      attempt {
        sync.delete(try sync.existingObject(with: id))
        try sync.save()
      }
    }
  }

  /// A turn of main.
  func turn(_ work: @escaping () throws -> Void) { chat.viewContext.perform { attempt(work) } }

  /// Draws the first two pages, one in each turn, and counts what `context` has loaded by then.
  func scrolls(
    _ context: NSManagedObjectContext, _ draw: @escaping (Range<Int>) throws -> [String]
  ) {
    for page in [0..<5, 5..<10] {
      turn {
        self.rows += try draw(page)
        self.loaded = max(self.loaded, context.registeredObjects.count { !$0.isFault })
      }
    }
  }

  var judged: String { rows.contains("") ? "blank" : loaded > 10 ? "all" : "lazy" }
}
