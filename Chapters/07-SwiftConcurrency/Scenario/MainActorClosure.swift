import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X35: a block that was written on the main actor, run by a private queue.
  static let mainActorClosure = Scenario(
    "swift-concurrency/main-actor-closure", title: "A block that believes it is on main",
    question: "A main-actor method hands a block to a background context. Where does it run?",
    outcomes: [
      .allowed("on-main", "The title was set on main."),
      .forbidden("off-main", "Main-actor state was changed on the queue of a private context."),
    ],
    variants: [
      .bug(
        "it sets the title itself",
        idea: "Written in a main-actor method, the block may touch the header; perform takes it "
          + "elsewhere.",
        expecting: .failing(1, of: 1), lookAt: ["perform", "header.title"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        @MainActor func load(_ header: Header) {
          sync.perform {
            header.title = (try? sync.onlyRoom().name) ?? ""
          }
        }
        runtime.task("screen") { @MainActor in load(Header(runtime)) }
      },
      .fix(
        "the name comes back",
        idea: "The block returns the name; behind the await the method is on main again.",
        expecting: .passing(1), lookAt: ["await", "header.title"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        @MainActor func load(_ header: Header) async throws {
          header.title = try await sync.perform { try sync.onlyRoom().name }
        }
        runtime.task("screen") { @MainActor in try await load(Header(runtime)) }
      },
      .fix(
        "the block goes back to main", named: "hops",
        idea: "The block reads the name and starts a task on main, which sets the title.",
        expecting: .passing(1), lookAt: ["@MainActor in"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        @MainActor func load(_ header: Header) {
          sync.perform {
            let name = (try? sync.onlyRoom().name) ?? ""
            Task { @MainActor in header.title = name }
          }
        }
        runtime.task("screen") { @MainActor in load(Header(runtime)) }
      },
      .fix(
        "the view context performs it", named: "view",
        idea: "The same block, handed to the one context that is on main.",
        expecting: .passing(1), lookAt: ["view.perform"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext

        @MainActor func load(_ header: Header) {
          view.perform {
            header.title = (try? view.onlyRoom().name) ?? ""
          }
        }
        runtime.task("screen") { @MainActor in load(Header(runtime)) }
      },
      Variant(
        "weak", "with a weak reference",
        idea: "The header may have gone meanwhile; where the block runs is another matter.",
        expecting: .failing(1, of: 1), lookAt: ["weak header"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        @MainActor func load(_ header: Header) {
          sync.perform { [weak header] in
            header?.title = (try? sync.onlyRoom().name) ?? ""
          }
        }
        runtime.task("screen") { @MainActor in
          let header = Header(runtime)
          load(header)
          await sync.perform { runtime.note("sync", "is done") }
          withExtendedLifetime(header) {}
        }
      },
      Variant(
        "in-a-task", "in a task on main",
        idea: "The task is on main, and the block that it hands over is not.",
        expecting: .failing(1, of: 1), lookAt: ["await sync.perform"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        @MainActor func load(_ header: Header) {
          Task { @MainActor in
            await sync.perform {
              header.title = (try? sync.onlyRoom().name) ?? ""
            }
          }
        }
        runtime.task("screen") { @MainActor in load(Header(runtime)) }
      },
    ],
    refused: [
      RefusedProgram(
        "declared",
        diagnostic: "main actor-isolated property 'title' can not be mutated from a Sendable "
          + "closure",
        source: """
          @MainActor final class Header { var title = "" }

          func load(_ header: Header) {
            let block: @Sendable () -> Void = { header.title = "Harbour" }
          }
          """),
      RefusedProgram(
        "by-default", isMainByDefault: true,
        diagnostic: "main actor-isolated property 'heading' can not be referenced from a Sendable "
          + "closure",
        source: """
          extension Room {
            var heading: String { "# " + name }
          }

          func load(_ id: NSManagedObjectID, in sync: NSManagedObjectContext) {
            let block: @Sendable () -> String? = {
              (sync.object(with: id) as? Room)?.heading
            }
          }
          """),
    ])
}

/// What stands above the list; it belongs to the main actor.
@MainActor private final class Header {
  private let runtime: Runtime

  init(_ runtime: Runtime) { self.runtime = runtime }

  var title = "" {
    didSet { runtime.outcome(runtime.main.isCurrent ? "on-main" : "off-main") }
  }
}
