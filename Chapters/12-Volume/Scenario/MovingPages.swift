import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// A list that is fetched page by page, while the store changes.
  static let movingPages = Scenario(
    "volume/moving-pages", title: "Pages that move",
    question: "A list is fetched in pages of two, newest first. A message arrives in between.",
    outcomes: [
      .allowed("once", "No message is on both pages."),
      .forbidden("twice", "A message is on both pages."),
    ],
    variants: [
      .bug(
        "pages by offset",
        idea: "The second page begins behind two rows, and they are no longer the same two.",
        expecting: .failing(1, of: 3), lookAt: ["fetchOffset"]
      ) { runtime in
        let list = try PagedList()
        let view = list.chat.viewContext

        list.messageArrives()
        for page in 0..<2 {
          view.perform {
            attempt {
              let request = PagedList.newestFirst()
              request.fetchLimit = 2
              request.fetchOffset = page * 2
              list.rows += try view.fetch(request).map(\.text)
            }
          }
        }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
      .fix(
        "pages behind the last row",
        idea: "The second page begins behind the last message that is shown, wherever that is now.",
        expecting: .passing(3), lookAt: ["position <"]
      ) { runtime in
        let list = try PagedList()
        let view = list.chat.viewContext
        var last = Int.max

        list.messageArrives()
        for _ in 0..<2 {
          view.perform {
            attempt {
              let request = PagedList.newestFirst()
              request.fetchLimit = 2
              request.predicate = NSPredicate(format: "position < %ld", last)
              let page = try view.fetch(request)
              last = page.last?.position ?? last
              list.rows += page.map(\.text)
            }
          }
        }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
      .fix(
        "pages of IDs that were found at once", named: "ids",
        idea: "One fetch of IDs fixes the order, and each page asks for its own rows.",
        expecting: .passing(4), lookAt: ["newestIDs", "SELF IN"]
      ) { runtime in
        let list = try PagedList()
        let view = list.chat.viewContext
        var ids: [NSManagedObjectID] = []

        list.messageArrives()
        view.perform { attempt { ids = try view.newestIDs() } }
        for page in 0..<2 {
          view.perform {
            attempt {
              let request = PagedList.newestFirst()
              request.predicate = NSPredicate(
                format: "SELF IN %@", Array(ids.dropFirst(page * 2).prefix(2)))
              list.rows += try view.fetch(request).map(\.text)
            }
          }
        }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
      Variant(
        "merging", "pages by offset, and automatic merging",
        idea: "The objects are up to date, and the rows have moved all the same.",
        expecting: .failing(1, of: 5), lookAt: ["automatically", "fetchOffset"]
      ) { runtime in
        let list = try PagedList()
        let view = list.chat.viewContext
        view.automaticallyMergesChangesFromParent = true

        list.messageArrives()
        for page in 0..<2 {
          view.perform {
            attempt {
              let request = PagedList.newestFirst()
              request.fetchLimit = 2
              request.fetchOffset = page * 2
              list.rows += try view.fetch(request).map(\.text)
            }
          }
        }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
      Variant(
        "counted", "an offset of what is shown",
        idea: "Two rows are shown, and they are not the first two any more.",
        expecting: .failing(1, of: 3), lookAt: ["list.rows.count"]
      ) { runtime in
        let list = try PagedList()
        let view = list.chat.viewContext

        list.messageArrives()
        for _ in 0..<2 {
          view.perform {
            attempt {
              let request = PagedList.newestFirst()
              request.fetchLimit = 2
              request.fetchOffset = list.rows.count
              list.rows += try view.fetch(request).map(\.text)
            }
          }
        }
        runtime.atEnd { runtime.outcome(list.judged) }
      },
    ])
}

/// A list that is scrolled to its end, page by page.
private final class PagedList: @unchecked Sendable {
  // @unchecked Sendable because only main changes the rows.
  let chat: ChatStack
  var rows: [String] = []

  init() throws {
    chat = try ChatStack(.sqlite)
    try chat.addRoom("Harbour", messages: ["one", "two", "three", "four"])
  }

  static func newestFirst() -> NSFetchRequest<Message> {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
    request.returnsObjectsAsFaults = false
    return request
  }

  func messageArrives() {
    let sync = chat.backgroundContext("sync")
    sync.perform {
      attempt {
        let message = Message(context: sync)
        (message.text, message.position) = ("five", 4)
        try sync.save()
      }
    }
  }

  var judged: String { Set(rows).count == rows.count ? "once" : "twice" }
}

extension NSManagedObjectContext {
  /// All messages as IDs, newest first. To be called on this context's queue.
  fileprivate func newestIDs() throws -> [NSManagedObjectID] {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Message")
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
    request.resultType = .managedObjectIDResultType
    request.includesPropertyValues = false
    return try fetch(request)
  }
}
