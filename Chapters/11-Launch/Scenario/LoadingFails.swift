import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// What an app does about a store that does not open.
  static let loadingFails = Scenario(
    "launch/loading-fails", title: "The store that does not open",
    question: "Opening the store fails, for one of four reasons. What may the app do about it?",
    outcomes: [
      .allowed("kept", "What can be opened one day is still there, and so is all that was taken."),
      .forbidden("emptied", "A file that was whole is gone, with all rooms in it."),
      .forbidden("forgotten", "The app took a message from its user, and has lost it."),
      .forbidden("unusable", "The app can not be used any more, however often it is launched."),
    ],
    variants: [
      .bug(
        "a new store in place of the old",
        idea: "Whatever the error says, the file is deleted and made anew.",
        expecting: .failing(1, of: 1), lookAt: ["startAnew"]
      ) { runtime in
        try TroubledApp.launches(runtime) { app, error in
          try app.startAnew()
        }
      },
      .fix(
        "by the kind of error",
        idea: "What passes is waited for, what needs an update is left alone, damage is put aside.",
        expecting: .passing(1), lookAt: ["case", "default"]
      ) { runtime in
        try TroubledApp.launches(runtime) { app, error in
          switch error.code {
          case .persistentStoreTimeout: app.tell("Try again in a moment.")
          case .fileWriteOutOfSpace: app.tell("Make room, then try again.")
          case .fileReadCorruptFile: try app.putAside()
          case .persistentStoreIncompatibleVersionHash, .migrationMissingSourceModel:
            app.tell("Please update the app.")
          default: app.tell("The rooms cannot be opened now. Nothing is lost.")
          }
        }
      },
      Variant(
        "memory", "a store in memory for now",
        idea: "The app runs as if nothing had happened, and forgets it all when it ends.",
        expecting: .failing(1, of: 1), lookAt: ["useMemory"]
      ) { runtime in
        try TroubledApp.launches(runtime) { app, error in
          try app.useMemory()
        }
      },
      Variant(
        "tell", "a word to the user, whatever it is",
        idea: "Some troubles pass. A damaged file stays damaged, however often it is tried.",
        expecting: .failing(1, of: 1), lookAt: ["tell"]
      ) { runtime in
        try TroubledApp.launches(runtime) { app, error in
          app.tell("Something went wrong. Try again later.")
        }
      },
      Variant(
        "aside", "put aside, whatever it is",
        idea: "Nothing is deleted, and the rooms are gone: the app does not look there again.",
        expecting: .failing(1, of: 1), lookAt: ["putAside"]
      ) { runtime in
        try TroubledApp.launches(runtime) { app, error in
          try app.putAside()
        }
      },
    ])
}

/// Why the store does not open.
enum Trouble: String, CaseIterable {
  /// The widget holds the file.
  case locked
  /// A migration needs room for its copy.
  case noRoom = "no room"
  /// A newer version of the app has written it.
  case newer
  case damaged
}
