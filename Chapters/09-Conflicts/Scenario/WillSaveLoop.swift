import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// X39: an object that changes itself whenever it is about to be saved.
  static let willSaveLoop = Scenario(
    "conflicts/will-save-loop", title: "Stamped again and again",
    question: "A draft stamps itself with the time, in willSave. What does the save say?",
    outcomes: [
      .allowed("stamped", "The draft is in the store, with its time."),
      .allowed("unstamped", "The draft is in the store, without a time."),
      .forbidden("refused", "The save gave up: the draft was never done changing itself."),
    ],
    variants: [
      .bug(
        "stamped each time",
        idea: "A change in willSave is saved as well, so the object is asked again, and again.",
        expecting: .failing(1, of: 1), lookAt: ["StampedDraft"]
      ) { runtime in
        let team = try Team(drafts: StampedDraft.self)
        runtime.outcome(team.saveADraft())
      },
      .fix(
        "stamped once for each save",
        idea: "A draft that was stamped in this save is left alone.",
        expecting: .passing(1), lookAt: ["OnceStampedDraft"]
      ) { runtime in
        let team = try Team(drafts: OnceStampedDraft.self)
        runtime.outcome(team.saveADraft())
      },
      .fix(
        "stamped unseen", named: "primitive",
        idea: "A primitive setter changes the value and tells no observer.",
        expecting: .passing(1), lookAt: ["QuietlyStampedDraft"]
      ) { runtime in
        let team = try Team(drafts: QuietlyStampedDraft.self)
        runtime.outcome(team.saveADraft())
      },
      Variant(
        "later", "stamped if it is another time by now",
        idea: "It always is: the clock goes on while the save goes round.",
        expecting: .failing(1, of: 1), lookAt: ["ComparedDraft"]
      ) { runtime in
        let team = try Team(drafts: ComparedDraft.self)
        runtime.outcome(team.saveADraft())
      },
      Variant(
        "changed", "stamped if it has changes",
        idea: "It always has some: the stamp itself.",
        expecting: .failing(1, of: 1), lookAt: ["ChangedDraft"]
      ) { runtime in
        let team = try Team(drafts: ChangedDraft.self)
        runtime.outcome(team.saveADraft())
      },
    ])
}

final class StampedDraft: Draft {
  override func willSave() {
    super.willSave()
    edited = Date()
  }
}

final class OnceStampedDraft: Draft {
  override func willSave() {
    super.willSave()
    if changedValues()["edited"] == nil { edited = Date() }
  }
}

final class QuietlyStampedDraft: Draft {
  override func willSave() {
    super.willSave()
    setPrimitiveValue(Date(), forKey: "edited")
  }
}

final class ComparedDraft: Draft {
  override func willSave() {
    super.willSave()
    let now = Date()
    if edited != now { edited = now }
  }
}

final class ChangedDraft: Draft {
  override func willSave() {
    super.willSave()
    if hasPersistentChangedValues { edited = Date() }
  }
}

extension Team {
  fileprivate func saveADraft() -> String {
    let draft = newDraft("On my way", in: viewContext)
    do { try viewContext.save() } catch { return "refused" }
    return draft.edited == nil ? "unstamped" : "stamped"
  }
}
