import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X43: two check the same rule, and each breaks it for the other.
  static let onCall = Scenario(
    "conflicts/on-call", title: "No doctor on call",
    question: "Ann and Ben may both sign off, if the other one stays. Both tap at once.",
    outcomes: [
      .allowed("one", "One of them is still on call."),
      .forbidden("no-one", "Both have signed off, and both saves have succeeded."),
    ],
    variants: [
      .bug(
        "check, then act",
        idea: "Each checks both rows and changes its own. Only a row that is changed is compared.",
        expecting: .failing(3, of: 8), lookAt: ["others", "isOnCall = false"]
      ) { runtime in
        let team = try Team.onCall()
        for person in ["Ann", "Ben"] {
          let context = team.backgroundContext(person)
          context.perform {
            attempt {
              let (mine, others) = try context.duties(of: person)
              guard others.contains(where: \.isOnCall) else { return }
              mine.isOnCall = false
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.anybodyOnCall()) }
      },
      .fix(
        "what was checked is compared, too",
        idea: "The rows that the decision rests on are enlisted; who comes later gets an error.",
        expecting: .passing(8), lookAt: ["detectConflicts"]
      ) { runtime in
        let team = try Team.onCall()
        for person in ["Ann", "Ben"] {
          let context = team.backgroundContext(person)
          context.perform {
            attempt {
              let (mine, others) = try context.duties(of: person)
              guard others.contains(where: \.isOnCall) else { return }
              for other in others { context.detectConflicts(for: other) }
              mine.isOnCall = false
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.anybodyOnCall()) }
      },
      .fix(
        "one context signs off", named: "one-writer",
        idea: "Check and act are one block, and all such blocks are on one queue.",
        expecting: .passing(1), lookAt: ["backgroundContext"]
      ) { runtime in
        let team = try Team.onCall()
        let context = team.backgroundContext("duties")
        for person in ["Ann", "Ben"] {
          context.perform {
            attempt {
              let (mine, others) = try context.duties(of: person)
              guard others.contains(where: \.isOnCall) else { return }
              mine.isOnCall = false
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.anybodyOnCall()) }
      },
      Variant(
        "twice", "checked twice",
        idea: "The rows are read anew and checked again just before the save.",
        expecting: .failing(2, of: 12), lookAt: ["refreshAllObjects"]
      ) { runtime in
        let team = try Team.onCall()
        for person in ["Ann", "Ben"] {
          let context = team.backgroundContext(person)
          context.perform {
            attempt {
              let (mine, others) = try context.duties(of: person)
              guard others.contains(where: \.isOnCall) else { return }
              mine.isOnCall = false
              context.refreshAllObjects()
              guard others.contains(where: \.isOnCall) else { return context.rollback() }
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.anybodyOnCall()) }
      },
      Variant(
        "store-wins", "the store wins",
        idea: "A policy decides about rows that both have changed. Here each has changed another.",
        expecting: .failing(3, of: 8), lookAt: ["mergePolicy"]
      ) { runtime in
        let team = try Team.onCall()
        for person in ["Ann", "Ben"] {
          let context = team.backgroundContext(person)
          context.mergePolicy = NSMergePolicy.rollback
          context.perform {
            attempt {
              let (mine, others) = try context.duties(of: person)
              guard others.contains(where: \.isOnCall) else { return }
              mine.isOnCall = false
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try team.anybodyOnCall()) }
      },
    ])
}

extension NSManagedObjectContext {
  fileprivate func duties(of person: String) throws -> (mine: Duty, others: [Duty]) {
    let all = try fetch(NSFetchRequest<Duty>(entityName: "Duty"))
    return (all.first { $0.person == person }!, all.filter { $0.person != person })
  }
}

extension Team {
  fileprivate static func onCall() throws -> Team {
    let team = try Team()
    try team.prepare { context in
      for person in ["Ann", "Ben"] {
        let duty = Duty(context: context)
        duty.person = person
        duty.isOnCall = true
      }
    }
    return team
  }

  fileprivate func anybodyOnCall() throws -> String {
    try count("Duty", where: "isOnCall == YES") == 0 ? "no-one" : "one"
  }
}
