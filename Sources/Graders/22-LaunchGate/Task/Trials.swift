import CoreData
import Foundation
import Interleaving
import WorkbookKit

private let common: [Outcome] =
  Outcome.missteps(telling: "A caller") + [
    .forbidden("too-early", "A caller was told that the store is open, and there was none."),
    .forbidden("error-swallowed", "The store cannot be opened, and a caller was told that it is."),
    .forbidden("refused", "A caller was told of an error, and the store could be opened."),
  ]

private let openedBesideMain = Requirement(
  "opened-beside-main", "The store was opened on the main thread, which the whole app waits for."
) { events in
  !events.contains { event in
    (event.fact as? CoreDataFact)?.kind == .addStore && event.thread == "main"
  }
}

/// A list and a badge ask at once, and the badge asks again when it is told. A push message comes at
/// any time.
///
///     main                          network
///     open, whenOpen x 2            main.async { whenOpen }
func opening(_ id: String) -> Trial<any OpensTheStore> {
  let outcomes: [Outcome] = [
    .allowed("waited", "All were told, and the message had to wait for the store."),
    .allowed("found-it-open", "All were told, and the store was open when the message came."),
  ]
  return Trial(
    id, outcomes: outcomes + common, requirements: [openedBesideMain],
    musts: [
      "waited": "Main is kept waiting: no order lets a message come before the store is open."
    ],
    meanwhile: "main calls it at launch; list and badge ask at once, a push message some time."
  ) { answer, runtime in
    let launch = Launched(runtime, at: URL(filePath: "/dev/null"))
    let gate = answer.open(launch.container)
    launch.ask(gate, "list")
    launch.ask(gate, "badge") { launch.ask(gate, "detail") }
    runtime.uncheckedThread("network") {
      runtime.main.asyncUnchecked { launch.ask(gate, "message") }
    }
    runtime.atEnd {
      runtime.outcome(
        launch.misstep(["list", "badge", "detail", "message"], failing: false)
          ?? (launch.waited("message") ? "waited" : "found-it-open"))
    }
  }
}

/// One caller asks, and nothing keeps the gate.
func openingForOne(_ id: String) -> Trial<any OpensTheStore> {
  let outcomes: [Outcome] = [.allowed("told", "The caller was told that the store is open.")]
  return Trial(
    id, outcomes: outcomes + common,
    meanwhile: "main calls it at launch; the list asks at once, and nothing else keeps the gate."
  ) { answer, runtime in
    let launch = Launched(runtime, at: URL(filePath: "/dev/null"))
    launch.ask(answer.open(launch.container), "list")
    runtime.atEnd { runtime.outcome(launch.misstep(["list"], failing: false) ?? "told") }
  }
}

/// The folder of the store is not there.
func failing(_ id: String) -> Trial<any OpensTheStore> {
  let outcomes: [Outcome] = [.allowed("told", "All were told that the store cannot be opened.")]
  return Trial(
    id, outcomes: outcomes + common,
    meanwhile: "main calls it at launch; list and badge ask at once, a push message some time. "
      + "The store cannot be opened."
  ) { answer, runtime in
    let launch = Launched(runtime, at: URL(filePath: "/no such folder/chat.sqlite"))
    let gate = answer.open(launch.container)
    launch.ask(gate, "list")
    launch.ask(gate, "badge") { launch.ask(gate, "detail") }
    runtime.uncheckedThread("network") {
      runtime.main.asyncUnchecked { launch.ask(gate, "message") }
    }
    runtime.atEnd {
      runtime.outcome(
        launch.misstep(["list", "badge", "detail", "message"], failing: true) ?? "told")
    }
  }
}

/// The app at its launch, and what its callers were told.
private final class Launched: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.

  private struct Call {
    let isOnMain: Bool
    let hasStore: Bool
    let hasError: Bool
  }

  let container: NSPersistentContainer
  private let runtime: Runtime
  private var calls: [String: [Call]] = [:]
  private var asked: [String: Bool] = [:]

  init(_ runtime: Runtime, at file: URL) {
    self.runtime = runtime
    container = ContainerAnywhere(name: "Chat", managedObjectModel: ChatModel.shared)
    container.persistentStoreDescriptions[0].url = file
    container.viewContext.name = "view"
  }

  private var hasStore: Bool { !container.persistentStoreCoordinator.persistentStores.isEmpty }

  /// Asks the gate, on main; `next` is called when the answer is there.
  func ask(
    _ gate: any WaitsForTheStore, _ caller: String, _ next: @escaping () -> Void = {}
  ) {
    asked[caller] = hasStore
    gate.whenOpen { [self] error in
      runtime.note(ListenerFact.told)
      calls[caller, default: []].append(
        Call(isOnMain: runtime.main.isCurrent, hasStore: hasStore, hasError: error != nil))
      if calls[caller]?.count == 1 { next() }
    }
  }

  /// Whether there was no store yet when it asked.
  func waited(_ caller: String) -> Bool { asked[caller] == false }

  func misstep(_ callers: [String], failing: Bool) -> String? {
    let all = callers.map { calls[$0] ?? [] }
    let told = all.flatMap { $0 }
    if told.contains(where: { !$0.isOnMain }) { return "off-main" }
    if told.contains(where: { !failing && !$0.hasStore }) { return "too-early" }
    if told.contains(where: { failing && !$0.hasError }) { return "error-swallowed" }
    if told.contains(where: { !failing && $0.hasError }) { return "refused" }
    if all.contains(where: \.isEmpty) { return "not-told" }
    return all.contains { $0.count > 1 } ? "told-twice" : nil
  }
}

/// A container that makes no folder for a store that is elsewhere.
private final class ContainerAnywhere: NSPersistentContainer, @unchecked Sendable {
  // @unchecked Sendable because it adds nothing.
  override class func defaultDirectoryURL() -> URL { FileManager.default.temporaryDirectory }
}
