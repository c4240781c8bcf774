import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X28: look whether it is there, and make it if not.
  static let findOrCreate = Scenario(
    "conflicts/find-or-create", title: "Find it or make it",
    question: "Two importers need the tag 'urgent', which is not there yet.",
    outcomes: [
      .allowed("one-tag", "The tag is there once, and both imports are saved."),
      .forbidden("two-tags", "The tag is there twice."),
      .forbidden("refused", "One import was refused, and everything in it is missing."),
    ],
    variants: [
      .bug(
        "look, then make",
        idea: "Each looks in its own context, and both may look before one of them saves.",
        expecting: .failing(2, of: 4), lookAt: ["findOrMakeTag"]
      ) { runtime in
        let team = try Team()
        for name in ["mail", "chat"] {
          let importer = team.backgroundContext(name)
          importer.perform {
            attempt {
              try importer.findOrMakeTag("urgent")
              importer.addDraft(from: name)
              try importer.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.judged()) }
      },
      .fix(
        "a constraint and a policy",
        idea: "The store takes no second tag of that name; the policy says which one stays.",
        expecting: .passing(4), lookAt: ["uniqueTags", "mergePolicy"]
      ) { runtime in
        let team = try Team(uniqueTags: true)
        for name in ["mail", "chat"] {
          let importer = team.backgroundContext(name)
          importer.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
          importer.perform {
            attempt {
              try importer.findOrMakeTag("urgent")
              importer.addDraft(from: name)
              try importer.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.judged()) }
      },
      .fix(
        "one context for both", named: "one-writer",
        idea: "Looking and making are one block, and all such blocks are on one queue.",
        expecting: .passing(1), lookAt: ["backgroundContext"]
      ) { runtime in
        let team = try Team()
        let importer = team.backgroundContext("import")
        for name in ["mail", "chat"] {
          importer.perform {
            attempt {
              try importer.findOrMakeTag("urgent")
              importer.addDraft(from: name)
              try importer.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.judged()) }
      },
      Variant(
        "constraint", "a constraint",
        idea: "The store takes no second tag, so the save of the later importer fails as a whole.",
        expecting: .failing(2, of: 4), lookAt: ["uniqueTags"]
      ) { runtime in
        let team = try Team(uniqueTags: true)
        for name in ["mail", "chat"] {
          let importer = team.backgroundContext(name)
          importer.perform {
            attempt {
              try importer.findOrMakeTag("urgent")
              importer.addDraft(from: name)
              try importer.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.judged()) }
      },
      Variant(
        "policy", "a policy",
        idea: "A policy decides conflicts, and without a constraint two new tags are none.",
        expecting: .failing(2, of: 4), lookAt: ["mergePolicy"]
      ) { runtime in
        let team = try Team()
        for name in ["mail", "chat"] {
          let importer = team.backgroundContext(name)
          importer.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
          importer.perform {
            attempt {
              try importer.findOrMakeTag("urgent")
              importer.addDraft(from: name)
              try importer.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.judged()) }
      },
      Variant(
        "waiting", "each in performAndWait",
        idea: "Two contexts are two queues, and waiting for one keeps no code off the other.",
        expecting: .failing(2, of: 4), lookAt: ["performAndWait"]
      ) { runtime in
        let team = try Team()
        for name in ["mail", "chat"] {
          let importer = team.backgroundContext(name)
          runtime.thread(name) {
            importer.performAndWait {
              attempt {
                try importer.findOrMakeTag("urgent")
                importer.addDraft(from: name)
                try importer.save()
              }
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.judged()) }
      },
    ])
}

extension NSManagedObjectContext {
  fileprivate func findOrMakeTag(_ name: String) throws {
    let request = NSFetchRequest<Tag>(entityName: "Tag")
    request.predicate = NSPredicate(format: "name == %@", name)
    if try fetch(request).isEmpty { Tag(context: self).name = name }
  }

  fileprivate func addDraft(from sender: String) {
    Draft(context: self).text = "from \(sender)"
  }
}

extension Team {
  fileprivate func judged() throws -> String {
    if try count("Draft") < 2 { return "refused" }
    return try count("Tag") == 1 ? "one-tag" : "two-tags"
  }
}
