import CoreData
import Interleaving
import WorkbookKit

private let outcomes: [Outcome] = [
  .allowed("done", "All is stored and shown, and each screen was told when it was."),
  .forbidden("lost", "The screen was told that all is saved, and it is not in the store."),
  .forbidden("stale", "The screen was told that all is saved, and shows what was before."),
  .forbidden("not-told", "The screen was never told of the end of a job."),
  .forbidden("told-twice", "The screen was told twice of one job."),
  .forbidden("off-main", "The screen was told on another queue than main."),
  .forbidden("on-main", "The work of a job was done on main."),
  .forbidden("error-swallowed", "A job was refused, and the screen was told that all is saved."),
  .forbidden("blamed", "The screen was told of an error, and there was none in that job."),
  .forbidden("half", "A part of a job that was given up is in the store."),
  .forbidden("draft-saved", "What the user was still typing was saved."),
  .forbidden("draft-gone", "What the user was still typing is gone."),
  .forbidden("frozen", "Main was away for more than 16 ms."),
]

private func trial(
  _ id: String, _ meanwhile: String, _ storage: ChatStack.Storage = .memory,
  storing texts: [String], draft: String? = nil, mayStall: Bool = false,
  _ story: @escaping @Sendable (LayeredApp, Runtime) -> Void
) -> Trial<any HelpsTheScreens> {
  Trial(id, outcomes: outcomes, meanwhile: meanwhile) { answer, runtime in
    let app = try LayeredApp(runtime, answer, storage)
    story(app, runtime)
    runtime.atEnd {
      let wrong = try app.outcome(storing: texts, draft: draft, mayStall: mayStall)
      runtime.outcome(wrong ?? "done")
    }
  }
}

func doingAJob(_ id: String) -> Trial<any HelpsTheScreens> {
  trial(id, "a screen starts a job.", .sqlite, storing: ["One"]) { app, runtime in
    runtime.main.async { app.job("One", in: "Harbour", andLook: true) }
  }
}

/// Main and a job say `current` at one time, and each means its own.
///
///     main                       job
///     starts the job
///                                current: its own
///     current: view
///                                current: its own
func typing(_ id: String) -> Trial<any HelpsTheScreens> {
  trial(id, "a screen starts a job, and then its user types.", storing: ["One"], draft: "Draft") {
    app, runtime in
    runtime.main.async { app.job("One", in: "Harbour") }
    runtime.main.async { app.type("Draft") }
  }
}

func doingTwo(_ id: String) -> Trial<any HelpsTheScreens> {
  trial(id, "two screens start a job each.", storing: ["One", "Two"]) { app, runtime in
    runtime.main.async {
      app.job("One", in: "Harbour")
      app.job("Two", in: "Market")
    }
  }
}

func refusing(_ id: String) -> Trial<any HelpsTheScreens> {
  trial(id, "a job is refused, and the next one is not.", storing: ["Two"]) { app, runtime in
    runtime.main.async {
      app.job(LayeredApp.tooLong, in: "Harbour", isRefused: true) { app.job("Two", in: "Market") }
    }
  }
}

func givingUp(_ id: String) -> Trial<any HelpsTheScreens> {
  trial(id, "a job gives up in the middle, and the next one does not.", storing: ["Two"]) {
    app, runtime in
    runtime.main.async {
      app.job(
        "half", in: "Harbour", isRefused: true, inside: { throw CocoaError(.userCancelled) },
        then: { app.job("Two", in: "Market") })
    }
  }
}

func waiting(_ id: String) -> Trial<any HelpsTheScreens> {
  trial(
    id, "the user types, and then a screen waits for work, on main.", storing: ["One"],
    draft: "Draft", mayStall: true
  ) { app, runtime in
    runtime.main.async {
      app.wait(for: "One", in: "Harbour")
      app.type("Draft")
    }
  }
}

func waitingInVain(_ id: String) -> Trial<any HelpsTheScreens> {
  trial(
    id, "a screen waits for work that is refused, and for other work.", storing: ["One"],
    mayStall: true
  ) { app, runtime in
    runtime.main.async {
      app.wait(for: LayeredApp.tooLong, in: "Harbour", isRefused: true)
      app.wait(for: "One", in: "Harbour")
    }
  }
}

/// Work in the middle of other work.
func waitingInAJob(_ id: String) -> Trial<any HelpsTheScreens> {
  trial(
    id, "a job waits for other work in its middle, and goes on.", storing: ["One", "Two", "Three"]
  ) { app, runtime in
    runtime.main.async {
      app.job(
        "One", in: "Harbour",
        inside: {
          app.wait(for: "Two", in: "Market")
          try app.write("Three", in: "Harbour")
        })
    }
  }
}

/// What was waited for is saved, whatever becomes of the job around it.
func givingUpAfterAWait(_ id: String) -> Trial<any HelpsTheScreens> {
  trial(id, "a job waits for other work in its middle, and then gives up.", storing: ["Two"]) {
    app, runtime in
    runtime.main.async {
      app.job(
        "half", in: "Harbour", isRefused: true,
        inside: {
          app.wait(for: "Two", in: "Market")
          throw CocoaError(.userCancelled)
        })
    }
  }
}

func startingAJobInAJob(_ id: String) -> Trial<any HelpsTheScreens> {
  trial(
    id, "a job starts another one in its middle, and goes on.", storing: ["One", "Two", "Three"]
  ) {
    app, runtime in
    runtime.main.async {
      app.job(
        "One", in: "Harbour",
        inside: {
          app.job("Two", in: "Market", andLook: true)
          try app.write("Three", in: "Harbour")
        })
    }
  }
}
