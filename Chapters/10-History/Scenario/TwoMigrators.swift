import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X40, R3: the first to open the file after an update migrates it, with what it has.
  static let twoMigrators = Scenario(
    "history/two-migrators", title: "The wrong one migrates",
    question: "After an update app and widget find an old file. Which of them migrates it?",
    outcomes: [
      .allowed("coded", "The app's stage has run: each room has its code."),
      .forbidden("uncoded", "The file is of the new version, and no room has a code."),
    ],
    variants: [
      .bug(
        "both migrate",
        idea: "The widget opens with the usual options, which migrate without the app's stage.",
        expecting: .failing(1, of: 2), lookAt: ["inferring"]
      ) { runtime in
        let file = try OldFile(runtime)
        runtime.thread("widget") { try file.open("widget", OldFile.inferring) }
        runtime.thread("app") { try file.open("app", OldFile.staged) }
        runtime.atEnd { runtime.outcome(try file.judged()) }
      },
      .fix(
        "the widget never migrates",
        idea: "Without the options an old file is an error, and the widget says: open the app.",
        expecting: .passing(2), lookAt: ["plain"]
      ) { runtime in
        let file = try OldFile(runtime)
        runtime.thread("widget") { attempt { try file.open("widget", OldFile.plain) } }
        runtime.thread("app") { try file.open("app", OldFile.staged) }
        runtime.atEnd { runtime.outcome(try file.judged()) }
      },
      Variant(
        "waits", "the widget waits a second",
        idea: "A second may be over before the user opens the app.",
        expecting: .failing(1, of: 2), lookAt: ["sleep"]
      ) { runtime in
        let file = try OldFile(runtime)
        runtime.thread("widget") {
          runtime.sleep(for: .seconds(1))
          try file.open("widget", OldFile.inferring)
        }
        runtime.thread("app") {
          runtime.sleep(for: .seconds(60))
          try file.open("app", OldFile.staged)
        }
        runtime.atEnd { runtime.outcome(try file.judged()) }
      },
      Variant(
        "flag-early", "the app says that it migrates",
        idea: "The flag is up before the file is done, and the widget takes it for done.",
        expecting: .failing(1, of: 3), lookAt: ["isMigrated"]
      ) { runtime in
        let file = try OldFile(runtime)
        let isMigrated = runtime.cell("isMigrated", false)
        runtime.thread("widget") {
          if isMigrated.read() { try file.open("widget", OldFile.inferring) }
        }
        runtime.thread("app") {
          isMigrated.write(true)
          try file.open("app", OldFile.staged)
        }
        runtime.atEnd { runtime.outcome(try file.judged()) }
      },
      .fix(
        "both with the same stage", named: "shared",
        idea: "The migration lives in what both targets share, so either may come first.",
        expecting: .passing(2), lookAt: ["staged"]
      ) { runtime in
        let file = try OldFile(runtime)
        runtime.thread("widget") { try file.open("widget", OldFile.staged) }
        runtime.thread("app") { try file.open("app", OldFile.staged) }
        runtime.atEnd { runtime.outcome(try file.judged()) }
      },
    ])
}
