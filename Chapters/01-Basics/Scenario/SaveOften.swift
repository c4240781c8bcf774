import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X16: a save for every object, or one for all of them.
  static let saveOften = Scenario(
    "basics/save-often", title: "How often to save",
    question: "Eighty messages arrive. Save after each of them, or once at the end?",
    outcomes: [
      .allowed("steady", "The import was quick, and never held more than a page of objects."),
      .forbidden("slow", "Most of the time went into the fixed price of a save."),
      .forbidden("swollen", "At its end the context held every object of the import."),
    ],
    variants: [
      .bug(
        "a save for each",
        idea: "Every message pays for a transaction of its own.",
        expecting: .failing(1, of: 1), lookAt: ["save()"]
      ) { runtime in
        let job = try ImportJob(runtime)
        job.run { imports in
          for text in Server.pages.joined() {
            imports.insert([text])
            try imports.save()
          }
        }
      },
      .fix(
        "a save for each page",
        idea: "A page is saved and then forgotten.",
        expecting: .passing(1), lookAt: ["save()", "reset()"]
      ) { runtime in
        let job = try ImportJob(runtime)
        job.run { imports in
          for page in Server.pages {
            imports.insert(page)
            try imports.save()
            job.look()
            imports.reset()
          }
        }
      },
      Variant(
        "giant", "one save for everything",
        idea: "All objects stay in memory until a single save has written them.",
        expecting: .failing(1, of: 1), lookAt: ["save()"]
      ) { runtime in
        let job = try ImportJob(runtime)
        job.run { imports in
          for page in Server.pages { imports.insert(page) }
          job.look()
          try imports.save()
        }
      },
      Variant(
        "hoarding", "pages, but nothing is forgotten",
        idea: "A page is saved, yet a list of what was imported keeps all objects alive.",
        expecting: .failing(1, of: 1), lookAt: ["imported"]
      ) { runtime in
        let job = try ImportJob(runtime)
        job.run { imports in
          var imported: Set<NSManagedObject> = []
          for page in Server.pages {
            imports.insert(page)
            imported.formUnion(imports.insertedObjects)
            try imports.save()
            job.look()
          }
        }
      },
    ])
}

/// An import in the background, with an eye on what it costs.
private final class ImportJob {
  private let runtime: Runtime
  private let chat: ChatStack
  private let imports: NSManagedObjectContext
  private var mostObjects = 0

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack(.sqlite)
    imports = chat.backgroundContext("import")
  }

  func run(_ work: @escaping (NSManagedObjectContext) throws -> Void) {
    imports.perform { [self] in
      let began = runtime.now
      do { try work(imports) } catch { runtime.fail("the import: \(error)") }
      let taken = runtime.now - began
      runtime.note(
        "import", "took \(taken / .milliseconds(1)) ms and held \(mostObjects) objects at most")
      let isSwollen = mostObjects > Server.pages[0].count
      runtime.outcome(taken > .milliseconds(50) ? "slow" : isSwollen ? "swollen" : "steady")
    }
  }

  /// Counts the objects that the context holds now.
  func look() { mostObjects = max(mostObjects, imports.registeredObjects.count) }
}
