import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X10: an ID is handed over before the save, and means nothing where it arrives.
  static let passedTooSoon = Scenario(
    "temporary-ids/passed-too-soon", title: "An ID from before the save",
    question: "The composer tells the indexer the ID of a new message. Can the indexer find it?",
    outcomes: [
      .allowed("indexed", "The indexer found the message and indexed its text."),
      .forbidden("unknown", "The ID means nothing to the indexer, now or ever."),
    ],
    variants: [
      .bug(
        "insert, tell, save",
        idea: "The ID is read and passed on before the save gives the message its permanent one.",
        expecting: .failing(1, of: 1), lookAt: ["objectID", "save()"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          let id = message.objectID
          do { try composer.save() } catch { runtime.note("composer", "cannot save: \(error)") }
          indexer.perform { runtime.outcome(index(id, in: indexer) ? "indexed" : "unknown") }
        }
      },
      .fix(
        "insert, save, tell",
        idea: "The ID is read after the save, when it is the permanent one and its row exists.",
        expecting: .passing(1), lookAt: ["save()", "objectID"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          do { try composer.save() } catch { runtime.note("composer", "cannot save: \(error)") }
          let id = message.objectID
          indexer.perform { runtime.outcome(index(id, in: indexer) ? "indexed" : "unknown") }
        }
      },
      .fix(
        "obtain, save, tell", named: "obtained",
        idea: "A permanent ID obtained first stays the same through the save.",
        expecting: .passing(1), lookAt: ["obtainPermanentIDs", "save()"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          do {
            try composer.obtainPermanentIDs(for: [message])
            let id = message.objectID
            try composer.save()
            indexer.perform { runtime.outcome(index(id, in: indexer) ? "indexed" : "unknown") }
          } catch { runtime.note("composer", "cannot save: \(error)") }
        }
      },
      Variant(
        "retry", "looked up again later",
        idea: "The indexer tries again after two seconds, with the same ID.",
        expecting: .failing(1, of: 1), lookAt: ["sleep"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          let id = message.objectID
          do { try composer.save() } catch { runtime.note("composer", "cannot save: \(error)") }
          indexer.perform {
            if index(id, in: indexer) { return runtime.outcome("indexed") }
            runtime.sleep(for: .seconds(2))
            runtime.outcome(index(id, in: indexer) ? "indexed" : "unknown")
          }
        }
      },
      Variant(
        "url", "passed on as a URL",
        idea: "The URL of a temporary ID is as temporary as the ID.",
        expecting: .failing(1, of: 1), lookAt: ["uriRepresentation", "forURIRepresentation"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          let url = message.objectID.uriRepresentation()
          do { try composer.save() } catch { runtime.note("composer", "cannot save: \(error)") }
          indexer.perform {
            let id = indexer.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
            let isFound = id.map { index($0, in: indexer) } ?? false
            runtime.outcome(isFound ? "indexed" : "unknown")
          }
        }
      },
      Variant(
        "shared", "shared between two blocks",
        idea: "The user taps Share after the insertion; the save is a block of its own.",
        expecting: .failing(2, of: 3), lookAt: ["message.objectID", "save()"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()
        let message = composer.performAndWait {
          let message = Message(context: composer)
          message.text = "On my way"
          return message
        }

        runtime.thread("share") {
          let id = composer.performAndWait { message.objectID }
          // By now everything is saved; only the ID is from before.
          composer.performAndWait { attempt { try composer.save() } }
          indexer.perform { runtime.outcome(index(id, in: indexer) ? "indexed" : "unknown") }
        }
        composer.perform { attempt { try composer.save() } }
      },
    ])
}
