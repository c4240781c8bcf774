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
    ])
}
