import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X12 and D15: a permanent ID is no promise that its row exists.
  static let notYetARow = Scenario(
    "temporary-ids/not-yet-a-row", title: "Permanent, and not there",
    question: "The composer obtained a permanent ID. May the indexer be told at once?",
    outcomes: [
      .allowed("indexed", "The indexer found the message and indexed its text."),
      .forbidden("gone", "The indexer was told of a message that is not in the store yet."),
    ],
    variants: [
      .bug(
        "obtain, tell, save",
        idea: "The ID travels while the row is still on its way; who is first decides.",
        expecting: .failing(1, of: 2), lookAt: ["obtainPermanentIDs", "save()"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          do {
            try composer.obtainPermanentIDs(for: [message])
            let id = message.objectID
            indexer.perform { runtime.outcome(index(id, in: indexer) ? "indexed" : "gone") }
            try composer.save()
          } catch { runtime.note("composer", "cannot save: \(error)") }
        }
      },
      .fix(
        "obtain, save, tell",
        idea: "The ID travels after the save of the root, when its row is there.",
        expecting: .passing(1), lookAt: ["save()", "indexer.perform"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          do {
            try composer.obtainPermanentIDs(for: [message])
            let id = message.objectID
            try composer.save()
            indexer.perform { runtime.outcome(index(id, in: indexer) ? "indexed" : "gone") }
          } catch { runtime.note("composer", "cannot save: \(error)") }
        }
      },
      .fix(
        "the values travel too", named: "values",
        idea: "The indexer gets the text itself and needs no row at all.",
        expecting: .passing(1), lookAt: ["text"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          let text = message.text
          indexer.perform { runtime.outcome(text == "On my way" ? "indexed" : "gone") }
          do { try composer.save() } catch { runtime.note("composer", "cannot save: \(error)") }
        }
      },
      Variant(
        "retry", "and a second try",
        idea: "If the message is not there, the indexer looks once more.",
        expecting: .failing(1, of: 3), lookAt: ["||"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          do {
            try composer.obtainPermanentIDs(for: [message])
            let id = message.objectID
            indexer.perform {
              let isFound = index(id, in: indexer) || index(id, in: indexer)
              runtime.outcome(isFound ? "indexed" : "gone")
            }
            try composer.save()
          } catch { runtime.note("composer", "cannot save: \(error)") }
        }
      },
      Variant(
        "patient", "and an indexer that waits",
        idea: "The indexer sleeps for two seconds before it looks.",
        expecting: .failing(1, of: 2), lookAt: ["sleep"]
      ) { runtime in
        let (composer, indexer) = try composerAndIndexer()

        composer.perform {
          let message = Message(context: composer)
          message.text = "On my way"
          do {
            try composer.obtainPermanentIDs(for: [message])
            let id = message.objectID
            indexer.perform {
              runtime.sleep(for: .seconds(2))
              runtime.outcome(index(id, in: indexer) ? "indexed" : "gone")
            }
            try composer.save()
          } catch { runtime.note("composer", "cannot save: \(error)") }
        }
      },
    ])
}
