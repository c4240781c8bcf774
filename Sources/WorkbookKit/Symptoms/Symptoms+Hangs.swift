/// A program that stands still, or is stopped because it did.
extension Symptom {
  static let hangs = [
    Symptom(
      "watchdog", "0x8badf00d: the system stopped an app that did not answer",
      signs: ["8badf00d", "ate bad food", "scene-update|scene-create|process-launch & watchdog"],
      causes: [
        Cause(
          what: "Main waits in a circle, and nothing in it can go on.",
          tell: "CPU time is near zero, and main's stack ends in a wait (`performAndWait`, "
            + "`_dispatch_sync_f_slow`, `semaphore_wait`).",
          scenario: "deadlocks/ping-pong",
          rule: "Wait only upwards, and between peers only in one agreed order.",
          firstCut: "Turn main's wait into `perform` with an answer."),
        Cause(
          what: "Main itself does long work: an import, a save of many objects, a migration.",
          tell: "CPU or disk is busy, and main's stack ends in SQLite or in your loop.",
          scenario: "basics/stuck-main",
          rule: "Main shows; a background context works.",
          firstCut: "Move the work into a context of its own, and merge."),
        Cause(
          what: "Main waits for another context's long save below it.",
          tell: "Another thread's stack is in `save`, main's in a fetch or a fault.",
          scenario: "basics/waiting-reader",
          rule: "Who shares a coordinator or a parent may have to wait for it.",
          firstCut: "Save in pages, and read what the screen needs before."),
      ]),
    Symptom(
      "suspended-with-lock", "0xdead10cc: suspended while it held a file's lock",
      signs: ["dead10cc", "dead lock & suspen"],
      causes: [
        Cause(
          what: "The app was saving when the system suspended it.",
          tell: "A thread's stack is in SQLite below `save`.",
          scenario: "volume/unnoticed-save",
          rule: "Save in small pieces, while the app is still awake.",
          firstCut: "Ask for time (`beginBackgroundTask`) around the save, and save less at once."),
        Cause(
          what: "Changes were left for the moment of suspension.",
          tell: "The only save is in `didEnterBackground` or later.",
          scenario: "basics/unsaved",
          rule: "What is not saved is in memory only.",
          firstCut: "Save after an edit or a pause, not at the end."),
      ]),
    Symptom(
      "two-waits", "Two threads wait for each other (performAndWait, sync, a lock)",
      signs: [
        "performandwait", "performblockandwait", "_dispatch_sync_f_slow",
        "__psynch_mutexwait", "__ulock_wait", "_dispatch_event_loop_wait_for_ownership",
        "deadlock", "dead-lock|dead lock & thread|queue|context|main|app",
        "hang|hangs|freezes|frozen & no cpu|0% cpu|performandwait|forever|main thread|app",
        "stands still",
      ],
      chart: .init(
        "stands still, no CPU", "a circle of waits: deadlocks. Make one wait a perform."),
      causes: [
        Cause(
          what: "Main waits for a block that needs main.",
          tell: "One stack is main in `performAndWait` or `sync`, the other waits for main.",
          scenario: "deadlocks/ping-pong",
          rule: "Wait only upwards: from your block to child, parent, coordinator, store.",
          firstCut: "Make main's wait a `perform` that is answered with another."),
        Cause(
          what: "A parent's block waits for its child, and the child asks its parent.",
          tell: "The inner `performAndWait` belongs to a context whose parent is the outer one's.",
          scenario: "deadlocks/parent-waits",
          rule: "A child's fetch, fault and save wait for its parent by themselves.",
          firstCut: "End the parent's block first; let the child hand its result back."),
        Cause(
          what: "Two contexts are entered in two orders.",
          tell: "It hangs now and then, and both stacks are in two `performAndWait` each.",
          scenario: "deadlocks/crossed",
          rule: "Peers are entered in one agreed order.",
          firstCut: "Let everything enter the same one first."),
        Cause(
          what: "A lock is held over a wait for a context whose block wants the lock.",
          tell: "One stack is in a mutex, the other in `performAndWait` below a locked section.",
          scenario: "deadlocks/lock-in-the-middle",
          rule: "Hold no lock while you wait.",
          firstCut: "Release the lock before the wait."),
      ]),
    Symptom(
      "stutter-saving", "The screen stutters while something is saved",
      signs: [
        "stutter|jank|lag|laggy|freez & save|saving|import"
      ],
      chart: .init(
        "stutters while saving", "main pays for a save: basics/stuck-main, nested-contexts."),
      causes: [
        Cause(
          what: "The import is a block on main.",
          tell: "Main's stack is in your import while it stutters.",
          scenario: "basics/stuck-main",
          rule: "Main shows; a background context works.",
          firstCut: "Import in a private context on the coordinator, and merge."),
        Cause(
          what:
            "The importer is a child of the view context: main takes everything over and saves.",
          tell: "The importer's `parent` is the view context.",
          scenario: "nested-contexts/heavy-child",
          rule: "A child's save costs its parent's queue.",
          firstCut: "Put the importer on the coordinator."),
      ]),
    Symptom(
      "stutter-reading", "The screen stutters while a list is read",
      signs: [
        "stutter|jank|lag|laggy|slow & scroll|list|fetch|reading|table"
      ],
      chart: .init(
        "stutters while reading", "faults one by one: basics/one-by-one. One request for all."),
      causes: [
        Cause(
          what: "Each row of the list fires a fault: one trip to the store each.",
          tell: "With `-com.apple.CoreData.SQLDebug 1` the log has one `SELECT` for each row.",
          scenario: "basics/one-by-one",
          rule: "Fetch what the screen shows with one request.",
          firstCut: "`relationshipKeyPathsForPrefetching`, or a request for the rows themselves."),
        Cause(
          what: "The search itself is slow, and main waits for it.",
          tell: "One long `SELECT` in the log, and main's stack in `fetch`.",
          scenario: "basics/slow-fetch",
          rule: "Search in the background, make objects of what is visible.",
          firstCut: "Fetch IDs in a background context and hand them to main; add an index."),
      ]),
  ]
}
