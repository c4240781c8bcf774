import Foundation
import LongTests
import Testing

@testable import CoreData

/// Two contexts edit one web, save over each other and merge: both ends of each relationship agree,
/// both contexts show what the store has, and every kind of store has the same.
/// A thousand rounds with the long tests; `WORKBOOK_WEBS=1000` tries so many webs of six rounds.
struct RandomMergeTests {
  private static let webs =
    ProcessInfo.processInfo.environment["WORKBOOK_WEBS"].flatMap { Int($0) }
    ?? LongTests.all(Array(0..<170), orFirst: 16).count

  @Test(arguments: LongTests.all(Array(0..<4), orFirst: 2))
  func `two contexts and every kind of store agree after merging`(lot: Int) throws {
    for web in 0..<Self.webs where web / 4 % 4 == lot {
      if try !holds(web) { return }
    }
  }

  private func holds(_ web: Int) throws -> Bool {
    var pictures: [String] = []
    for type in WebStack.types {
      var round = try MergeRound(seed: UInt64(web), type: type)
      for _ in 0..<6 {
        do {
          try round.step()
        } catch {
          Issue.record("web \(web): \(error)\n\(round.story.joined(separator: "\n"))")
          return false
        }
        if let failure = round.failure {
          Issue.record("web \(web): \(failure)\n\(round.story.joined(separator: "\n"))")
          return false
        }
      }
      pictures.append("\(try round.stack.stored())")
      if let first = pictures.first, first != pictures.last {
        let story = round.story.joined(separator: "\n")
        Issue.record("web \(web), \(type.rawValue):\n\(first)\n\n\(pictures[1...])\n\(story)")
        return false
      }
    }
    return true
  }
}

private struct MergeRound {
  static let policies: [NSMergePolicy] = [
    .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
  ]

  let stack: WebStack
  private let contexts: [NSManagedObjectContext]
  private var hands: [WebHand]
  private let policyName: String
  private(set) var story: [String] = []
  private(set) var failure: String?

  init(seed: UInt64, type: WebStack.StoreType) throws {
    stack = try WebStack(type)
    let stack = stack
    let policy = Int(seed % 4)
    policyName = ["object", "store", "overwrite", "rollback"][policy]
    contexts = ["one", "two"].map { name in
      let context = stack.context(name)
      context.retainsRegisteredObjects = true
      context.mergePolicy = Self.policies[policy]
      return context
    }
    hands = [
      WebHand(seed: seed &* 31 &+ 7, owner: "a"), WebHand(seed: seed &* 17 &+ 3, owner: "b"),
    ]
  }

  /// Both edit, both save, and then each merges what the other one saved.
  mutating func step() throws {
    var saves: [Notification] = []
    for index in contexts.indices { try edit(index) }
    for index in contexts.indices {
      let context = contexts[index]
      let saved = Listener(.NSManagedObjectContextDidSave, context)
      story.append("\(context.name ?? "") saves (\(policyName))")
      try context.performAndWait { try context.save() }
      saves += saved.notifications
    }
    for context in contexts {
      context.performAndWait {
        for save in saves where save.object as? NSManagedObjectContext !== context {
          context.mergeChanges(fromContextDidSave: save)
        }
      }
    }
    let stored = try stack.stored()
    for context in contexts {
      let shown = try context.performAndWait { try WebPicture(of: context) }
      if shown == stored { continue }
      failure =
        "\(stack.type.rawValue), the store and \(context.name ?? ""):\n"
        + stored.differences(from: shown)
      return
    }
  }

  private mutating func edit(_ index: Int) throws {
    let context = contexts[index]
    try context.performAndWait {
      var objects = try WebPicture.objects(in: context)
      for _ in 0..<Int.random(in: 0...4, using: &hands[index].random) {
        let edit = hands[index].edit(&objects, context, deleting: index == 0)
        story.append("\(context.name ?? ""): \(edit)")
      }
    }
  }
}
