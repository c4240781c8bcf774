import CoreData
import WorkbookKit

extension Scenario {
  /// P9, Q6: a second store that ships with the app and is read-only, and what may refer to it.
  static let shippedDatabase = Scenario(
    "volume/shipped-database", title: "The file that ships with the app",
    question: "A reader likes a sticker that ships with the app. Does it survive an update?",
    outcomes: [
      .allowed("kept", "The favourite shows its sticker after the update."),
      .forbidden("refused", "The save was refused: nothing of what was liked is stored."),
      .forbidden("lost", "It was stored, and after the update it leads nowhere."),
      .forbidden("other", "After the update the favourite shows another sticker."),
    ],
    variants: [
      .bug(
        "a relationship into the other store",
        idea: "A favourite is written into one store and refers to a row of the other one.",
        expecting: .failing(1, of: 1), lookAt: ["favourite.sticker", "save()"]
      ) { runtime in
        try StickerApp.lives(runtime) { sticker, view in
          let favourite = Favourite(context: view)
          favourite.sticker = sticker
          try view.save()
        } shows: { view in
          try view.favourite()?.shown
        }
      },
      .fix(
        "a name, and a fetched property",
        idea: "The favourite keeps a name, and the model says how to find what has it.",
        expecting: .passing(1), lookAt: ["stickerName"]
      ) { runtime in
        try StickerApp.lives(runtime) { sticker, view in
          let favourite = Favourite(context: view)
          favourite.stickerName = sticker.name
          try view.save()
        } shows: { view in
          try view.favourite()?.shown
        }
      },
      .fix(
        "a name, and a fetch", named: "fetch",
        idea: "The same by hand: the screen looks for the name.",
        expecting: .passing(1), lookAt: ["stickerName"]
      ) { runtime in
        try StickerApp.lives(runtime) { sticker, view in
          let favourite = Favourite(context: view)
          favourite.stickerName = sticker.name
          try view.save()
        } shows: { view in
          let name = try view.favourite()?.stickerName
          return try view.stickers().first { $0.name == name }
        }
      },
      Variant(
        "uri", "the URI of its ID",
        idea: "An ID may cross stores. It names a row of a file, and the update brings another.",
        expecting: .failing(1, of: 1), lookAt: ["stickerURI", "managedObjectID"]
      ) { runtime in
        try StickerApp.lives(runtime) { sticker, view in
          let favourite = Favourite(context: view)
          favourite.stickerURI = sticker.objectID.uriRepresentation()
          try view.save()
        } shows: { view in
          guard let uri = try view.favourite()?.stickerURI else { return nil }
          let id = view.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri)
          return try id.flatMap { try view.existingObject(with: $0) as? Sticker }
        }
      },
      Variant(
        "number", "its place in the list",
        idea: "The second sticker is another one when the update has put one in front of it.",
        expecting: .failing(1, of: 1), lookAt: ["stickerNumber"]
      ) { runtime in
        try StickerApp.lives(runtime) { sticker, view in
          let favourite = Favourite(context: view)
          favourite.stickerNumber = try view.stickers().firstIndex(of: sticker) ?? 0
          try view.save()
        } shows: { view in
          guard let number = try view.favourite()?.stickerNumber else { return nil }
          return try view.stickers()[number]
        }
      },
      Variant(
        "marked", "a mark on the sticker itself",
        idea: "The sticker is a row of the store that was opened read-only.",
        expecting: .failing(1, of: 1), lookAt: ["isFavourite = true"]
      ) { runtime in
        try StickerApp.lives(runtime) { sticker, view in
          sticker.isFavourite = true
          try view.save()
        } shows: { view in
          try view.stickers().first { $0.isFavourite }
        }
      },
      Variant(
        "one-file", "everything in a copy of the file",
        idea: "In one store the relationship is stored, and the update replaces the whole file.",
        expecting: .failing(1, of: 1), lookAt: ["inOneFile"]
      ) { runtime in
        try StickerApp.lives(runtime, inOneFile: true) { sticker, view in
          let favourite = Favourite(context: view)
          favourite.sticker = sticker
          try view.save()
        } shows: { view in
          try view.favourite()?.sticker
        }
      },
    ])
}
