import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X39: an object of a child context is inserted twice, once in the child and once in its parent.
  static let awakeTwice = Scenario(
    "conflicts/awake-twice", title: "Two reminders",
    question: "A draft makes its reminder in awakeFromInsert. How many are in the store?",
    outcomes: [
      .allowed("one", "The draft has one reminder."),
      .forbidden("two", "There are two reminders for one draft."),
    ],
    variants: [
      .bug(
        "made in awakeFromInsert, in a sheet",
        idea: "The child's save inserts the draft into the parent, which wakes it once more.",
        expecting: .failing(1, of: 1), lookAt: ["RemindingDraft", "child"]
      ) { runtime in
        let team = try Team(drafts: RemindingDraft.self)
        let child = NSManagedObjectContext(.mainQueue)
        child.parent = team.viewContext

        team.newDraft("On my way", in: child)
        try child.save()
        try team.viewContext.save()
        runtime.outcome(try team.reminders())
      },
      .fix(
        "made by the code that makes the draft",
        idea: "One function makes both, once.",
        expecting: .passing(1), lookAt: ["Reminder(context"]
      ) { runtime in
        let team = try Team()
        let child = NSManagedObjectContext(.mainQueue)
        child.parent = team.viewContext

        team.newDraft("On my way", in: child)
        _ = Reminder(context: child)
        try child.save()
        try team.viewContext.save()
        runtime.outcome(try team.reminders())
      },
      .fix(
        "the same draft, without a child", named: "root",
        idea: "In a context on the coordinator it wakes once.",
        expecting: .passing(1), lookAt: ["RemindingDraft", "view"]
      ) { runtime in
        let team = try Team(drafts: RemindingDraft.self)
        team.newDraft("On my way", in: team.viewContext)
        try team.viewContext.save()
        runtime.outcome(try team.reminders())
      },
    ])
}

final class RemindingDraft: Draft {
  override func awakeFromInsert() {
    super.awakeFromInsert()
    if let context = managedObjectContext { _ = Reminder(context: context) }
  }
}

extension Team {
  fileprivate func reminders() throws -> String { try count("Reminder") == 1 ? "one" : "two" }
}
