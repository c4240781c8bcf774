import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X20 behind a layer: one flag decides who waits for whom, far from where that is known.
  static let waitFlag = Scenario(
    "layers/wait-flag", title: "save(wait: true)",
    question: "A layer saves through two contexts, and each caller says whether it waits. May it?",
    outcomes: [
      .allowed("kept", "What was typed and what came is in the store, and main was free."),
      .forbidden("lost", "Something is not in the store."),
      .forbidden("frozen", "Main stood still for longer than a frame: it waited for the disk."),
    ],
    variants: [
      .bug(
        "both wait",
        idea: "Main waits for the writer, and the writer's own block for main.",
        expecting: .failing(2, of: 2), lookAt: ["wait: true"]
      ) { runtime in
        let store = try WaitingStore(runtime)

        store.receives("Ahoy") { try store.save(wait: true) }
        store.types("Hello") { try store.save(wait: true) }
        runtime.atEnd { runtime.outcome(try store.ending) }
      },
      .fix(
        "both are told when it is done",
        idea: "A save that has no flag: what comes after it is handed to it.",
        expecting: .passing(3), lookAt: ["save(then:"]
      ) { runtime in
        let store = try WaitingStore(runtime)

        store.receives("Ahoy") { store.save(then: { store.tell("sync", $0) }) }
        store.types("Hello") { store.save(then: { store.tell("screen", $0) }) }
        runtime.atEnd { runtime.outcome(try store.ending) }
      },
      .fix(
        "each saves its own context", named: "own",
        idea: "The writer's block saves the writer; main saves its own, and the writer without it.",
        expecting: .passing(1), lookAt: ["writer.save", "writer.perform"]
      ) { runtime in
        let store = try WaitingStore(runtime)

        store.receives("Ahoy") { try store.writer.save() }
        store.types("Hello") {
          try store.view.save()
          store.writer.perform { attempt { try store.writer.save() } }
        }
        runtime.atEnd { runtime.outcome(try store.ending) }
      },
      Variant(
        "main-only", "only main waits",
        idea: "The circle is gone, and main stands still while the disk is written.",
        expecting: .failing(1, of: 2), lookAt: ["wait: true"]
      ) { runtime in
        let store = try WaitingStore(runtime)

        store.receives("Ahoy") { store.save(then: { _ in }) }
        store.types("Hello") { try store.save(wait: true) }
        runtime.atEnd { runtime.outcome(try store.ending) }
      },
      Variant(
        "sync-only", "only the sync waits",
        idea: "Main does not ask for the disk, and its save needs the writer all the same.",
        expecting: .failing(2, of: 3), lookAt: ["wait: true"]
      ) { runtime in
        let store = try WaitingStore(runtime)

        store.receives("Ahoy") { try store.save(wait: true) }
        store.types("Hello") { store.save(then: { _ in }) }
        runtime.atEnd { runtime.outcome(try store.ending) }
      },
      Variant(
        "helper", "a helper queue waits",
        idea: "Main does not wait for the writer but for a queue, which waits for the writer.",
        expecting: .failing(1, of: 2), lookAt: ["helper.sync", "wait: true"]
      ) { runtime in
        let store = try WaitingStore(runtime)
        let helper = runtime.queue("helper")

        store.receives("Ahoy") { store.save(then: { _ in }) }
        store.types("Hello") {
          try store.view.save()
          try helper.sync { try store.saveWriter(wait: true) }
        }
        runtime.atEnd { runtime.outcome(try store.ending) }
      },
    ])
}

/// A layer over a writer and the screens' context above it.
///
///     view, on main ──▶ writer ──▶ store
private final class WaitingStore: @unchecked Sendable {
  // @unchecked Sendable because contexts are used in their own blocks only.
  let writer: NSManagedObjectContext
  let view: NSManagedObjectContext
  private let runtime: Runtime
  private let chat: ChatStack

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack(.sqlite) { $0.storeCosts.save = .milliseconds(12) }
    writer = chat.backgroundContext("writer")
    view = NSManagedObjectContext(.mainQueue)
    view.parent = writer
    view.name = "view"
  }

  /// Saves all that the layer knows, from wherever it is called.
  func save(wait: Bool) throws {
    try view.performAndWait { if view.hasChanges { try view.save() } }
    try saveWriter(wait: wait)
  }

  /// Saves the writer.
  func saveWriter(wait: Bool) throws {
    guard wait else { return writer.perform { [self] in attempt { try writer.save() } } }
    try writer.performAndWait { try writer.save() }
  }

  /// The same without a wait; `next` comes when all is in the store, or with the first error.
  func save(then next: @escaping (Result<Void, any Error>) -> Void) {
    view.perform { [self] in
      do { try view.save() } catch { return next(.failure(error)) }
      writer.perform { [self] in next(Result { try writer.save() }) }
    }
  }

  func tell(_ listener: String, _ result: Result<Void, any Error>) {
    switch result {
    case .success: runtime.note(listener, "says Saved")
    case .failure(let error): runtime.note(listener, "says \(error.localizedDescription)")
    }
  }

  /// A message comes, and is put into the writer.
  func receives(_ text: String, _ save: @escaping () throws -> Void) {
    writer.perform { [self] in
      Message(context: writer).text = text
      attempt(save)
    }
  }

  /// The user writes one and taps Done, in a turn of main.
  func types(_ text: String, _ save: @escaping () throws -> Void) {
    runtime.main.asyncUnchecked { [self] in
      Message(context: view).text = text
      attempt(save)
    }
  }

  var ending: String {
    get throws {
      if try chat.storedTexts() != ["Ahoy", "Hello"] { return "lost" }
      return runtime.longestMainStall > Screen.frame ? "frozen" : "kept"
    }
  }
}
