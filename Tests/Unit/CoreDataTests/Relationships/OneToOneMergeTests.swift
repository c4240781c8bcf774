import Foundation
import Testing

@testable import CoreData

/// Both ends of a one-to-one relationship agree after a save that a merge policy has decided, row by
/// row, in every kind of store.
struct OneToOneMergeTests {
  enum Deed: String, CaseIterable {
    /// The other end was changed meanwhile, in another property.
    case changedOtherEnd
    /// Another one was put there meanwhile.
    case takenOtherEnd
    /// The link that this save cuts was kept by others, who changed the row.
    case cutLink
    /// The link was moved meanwhile, and this save changes another property of its row.
    case movedLink
    /// The row was deleted meanwhile.
    case deletedRow
  }

  private static let pairs: [Deed: [String: [String]]] = [
    .changedOtherEnd: [
      "object": ["a-b"], "store": ["a-b"], "overwrite": ["a-b"], "rollback": [],
    ],
    .takenOtherEnd: [
      "object": ["a-b"], "store": ["b-c"], "overwrite": ["a-b"], "rollback": ["b-c"],
    ],
    .cutLink: ["object": [], "store": [], "overwrite": [], "rollback": ["c-d"]],
    .movedLink: [
      "object": ["b-c"], "store": ["b-c"], "overwrite": ["b-c"], "rollback": ["b-c"],
    ],
    .deletedRow: ["object": ["a-b"], "store": [], "overwrite": ["a-b"], "rollback": []],
  ]
  private static let policies: [String: NSMergePolicy] = [
    "object": .mergeByPropertyObjectTrump, "store": .mergeByPropertyStoreTrump,
    "overwrite": .overwrite, "rollback": .rollback,
  ]

  @Test(arguments: Deed.allCases, ["object", "store", "overwrite", "rollback"])
  func `both ends agree`(deed: Deed, policy: String) throws {
    for type in WebStack.types {
      let stack = try WebStack(type)
      let (first, second) = (stack.context("first"), stack.context("second"))
      second.mergePolicy = try #require(Self.policies[policy])
      try first.performAndWait {
        let nodes = ["a", "b", "c", "d"].map { first.insert("Node", ["name": $0, "value": 1]) }
        nodes[2].setValue(nodes[3], forKey: "partner")
        try first.save()
      }
      let held = try second.performAndWait {
        let nodes = try Self.nodes(in: second)
        for node in nodes { node.willAccessValue(forKey: nil) }
        return nodes
      }
      try first.performAndWait {
        let nodes = try Self.nodes(in: first)
        switch deed {
        case .changedOtherEnd: nodes[1].setValue(2, forKey: "value")
        case .takenOtherEnd, .movedLink: nodes[1].setValue(nodes[2], forKey: "partner")
        case .cutLink: nodes[2].setValue(2, forKey: "value")
        case .deletedRow: first.delete(nodes[1])
        }
        try first.save()
      }
      try second.performAndWait {
        switch deed {
        case .cutLink: held[2].setValue(nil, forKey: "partner")
        case .movedLink: held[2].setValue(3, forKey: "value")
        case .changedOtherEnd, .takenOtherEnd, .deletedRow:
          held[0].setValue(held[1], forKey: "partner")
        }
        try second.save()
        // What became of `c` and `d` it has not merged yet.
        let shown = try Self.pairs(in: second).filter { $0.hasPrefix("a") }
        #expect(
          shown == Self.expected(deed, policy).filter { $0.hasPrefix("a") }, "\(type) shows")
      }
      _ = try stack.stored()
      let reader = stack.context("reader")
      let stored = try reader.performAndWait { try Self.pairs(in: reader) }
      #expect(stored == Self.expected(deed, policy), "\(type) stores")
    }
  }

  private static func expected(_ deed: Deed, _ policy: String) -> [String] {
    let pairs = pairs[deed]?[policy] ?? []
    // These two leave `c` and `d` alone.
    return deed == .changedOtherEnd || deed == .deletedRow ? pairs + ["c-d"] : pairs
  }

  private static func nodes(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Node")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request)
  }

  private static func pairs(in context: NSManagedObjectContext) throws -> [String] {
    try nodes(in: context).compactMap { node in
      let partner = node.value(forKey: "partner") as? NSManagedObject
      guard let one = node["name"], let other = partner?["name"] else { return nil }
      return one < other ? "\(one)-\(other)" : nil
    }
  }
}
