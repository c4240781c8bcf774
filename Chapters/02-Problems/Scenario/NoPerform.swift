import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// X03: a private-queue context that is used like any other object.
  static let noPerform = Scenario(
    "problems/no-perform", title: "A private context without perform",
    question:
      "An import runs on a background thread anyway. What does its context need a queue for?",
    outcomes: [
      .allowed("whole", "The sign-in saved its member, and all of the import or nothing of it."),
      .forbidden("half", "The sign-in came in the middle and saved half of the import with it."),
      .forbidden("refused", "The sign-in met another save, and was refused."),
    ],
    variants: [
      .bug(
        "every message to the context is direct",
        idea: "The thread of the import is not the queue of the context.",
        expecting: .failing(10, of: 10), lookAt: ["imports.hasChanges", "imports.save()"]
      ) { runtime in
        let chat = try ChatStack()
        let imports = chat.backgroundContext("import")

        runtime.thread("import operation") {
          for text in ["Hello", "On my way"] { try imports.insertOnce(text) }
          if imports.hasChanges { try imports.save() }
        }
        // A member has signed in, and is kept by the context that is there for writing.
        imports.perform { runtime.outcome(imports.signIn("Ann")) }
      },
      .fix(
        "all of it inside",
        idea: "One block holds the context's queue from the first look to the save.",
        expecting: .passing(2), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let imports = chat.backgroundContext("import")

        runtime.thread("import operation") {
          try imports.performAndWait {
            for text in ["Hello", "On my way"] { try imports.insertOnce(text) }
            if imports.hasChanges { try imports.save() }
          }
        }
        imports.perform { runtime.outcome(imports.signIn("Ann")) }
      },
      Variant(
        "half", "only the save is inside",
        idea: "The save waits its turn; looking, inserting and `hasChanges` do not.",
        expecting: .failing(7, of: 7), lookAt: ["performAndWait", "imports.hasChanges"]
      ) { runtime in
        let chat = try ChatStack()
        let imports = chat.backgroundContext("import")

        runtime.thread("import operation") {
          for text in ["Hello", "On my way"] { try imports.insertOnce(text) }
          if imports.hasChanges { try imports.performAndWait { try imports.save() } }
        }
        imports.perform { runtime.outcome(imports.signIn("Ann")) }
      },
      Variant(
        "unchecked", "direct, with the checker off",
        idea: "What the bug does when the checker is off.",
        expecting: .failing(5, of: 10), lookAt: ["confinementChecking"]
      ) { runtime in
        let chat = try ChatStack()
        let imports = chat.backgroundContext("import")
        imports.confinementChecking = .off

        runtime.thread("import operation") {
          for text in ["Hello", "On my way"] { try imports.insertOnce(text) }
          if imports.hasChanges { try imports.save() }
        }
        imports.perform { runtime.outcome(imports.signIn("Ann")) }
      },
      Variant(
        "pieces", "each line inside, one by one",
        idea: "Every call asks the queue, and between two of them others may come.",
        expecting: .failing(1, of: 4), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let imports = chat.backgroundContext("import")

        runtime.thread("import operation") {
          for text in ["Hello", "On my way"] {
            try imports.performAndWait { try imports.insertOnce(text) }
          }
          try imports.performAndWait { if imports.hasChanges { try imports.save() } }
        }
        imports.perform { runtime.outcome(imports.signIn("Ann")) }
      },
    ])
}

extension NSManagedObjectContext {
  /// Makes a message, unless there is one already.
  fileprivate func insertOnce(_ text: String) throws {
    let request = NSFetchRequest.allMessages
    request.predicate = NSPredicate(format: "text == %@", text)
    if try count(for: request) > 0 { return }
    let message = Message(context: self)
    message.text = text
  }

  /// Makes a member and saves it; says whether a part of other work was saved with it.
  fileprivate func signIn(_ name: String) -> String {
    let member = Member(context: self)
    member.name = name
    do {
      // The screen wants to know who it is before anything is saved.
      try obtainPermanentIDs(for: [member])
      let messages = insertedObjects.count { $0 is Message }
      try save()
      return messages == 1 ? "half" : "whole"
    } catch { return "refused" }
  }
}
