import Testing

@testable import CoreData

/// The worked table of the policies, on bare rows.
struct RowMergeTests {
  let id: NSManagedObjectID
  let base: Row
  let theirs: Row

  init() {
    let entity = NSEntityDescription()
    entity.name = "Message"
    entity.properties = ["a", "b", "c"].map { name in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = .stringAttributeType
      return attribute
    }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    model.freeze()
    self.model = model
    id = NSManagedObjectID(entity: entity, key: .row(1), storeUUID: "store")
    base = Row(id: id, version: 1, values: [.text("a0"), .text("b0"), .text("c0")])
    theirs = Row(id: id, version: 2, values: [.text("a0"), .text("b2"), .text("c2")])
  }

  let model: NSManagedObjectModel

  var merge: RowMerge {
    RowMerge(
      base: base, ours: [.text("a1"), .text("b1"), .text("c0")], changedSlots: [0, 1],
      theirs: theirs)
  }

  @Test(arguments: [
    (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, ["a1", "b2", "c2"]),
    (.mergeByPropertyObjectTrumpMergePolicyType, ["a1", "b1", "c2"]),
    (.overwriteMergePolicyType, ["a1", "b1", "c0"]),
    (.rollbackMergePolicyType, ["a0", "b2", "c2"]),
  ])
  func `K6: the row that each policy writes`(policy: NSMergePolicyType, row: [String]) {
    #expect(merge.values(under: policy) == row.map(Value.text))
  }

  @Test func `K6: the error policy writes nothing`() {
    #expect(merge.values(under: .errorMergePolicyType) == nil)
  }

  @Test func `only properties that both changed differently overlap`() {
    #expect(merge.overlap == [1])
    var same = merge
    same.ours[1] = .text("b2")
    #expect(same.overlap.isEmpty)
  }

  func outcome(_ intent: MergeIntent, _ policy: NSMergePolicyType, deleted: Bool) -> String {
    let clash = VersionClash(
      id: id, base: base, cached: nil, persisted: deleted ? nil : theirs, isDeleted: deleted)
    switch clash.outcome(of: intent, under: policy, switches: DeletionConflictSwitches()) {
    case nil: return "refuses"
    case .write: return "writes"
    case .adopt: return "takes theirs"
    case .reinsert: return "inserts again"
    case .delete: return "deletes"
    case .becomeDeleted: return "is deleted"
    }
  }

  @Test func `K9: an update of a deleted row, policy by policy`() {
    let update = MergeIntent.update(values: merge.ours, changedSlots: [0, 1])
    #expect(
      NSMergePolicyType.allCases.map { outcome(update, $0, deleted: true) }
        == ["refuses", "is deleted", "inserts again", "inserts again", "is deleted"])
  }

  @Test func `K10: a deletion of an updated row, policy by policy`() {
    #expect(
      NSMergePolicyType.allCases.map { outcome(.delete, $0, deleted: false) }
        == ["refuses", "takes theirs", "deletes", "deletes", "takes theirs"])
  }

  @Test func `two deletions of one row agree under every policy`() {
    #expect(
      NSMergePolicyType.allCases.map { outcome(.delete, $0, deleted: true) }
        == Array(repeating: "is deleted", count: 5))
  }

  @Test func `a settled update is made on top of their row and changes only what differs`() {
    var changes = StoreChanges()
    changes.updates = [
      .init(id: id, base: base, values: merge.ours, changedSlots: [0, 1], members: [])
    ]
    let values = merge.values(under: .mergeByPropertyObjectTrumpMergePolicyType)!
    changes.settle([(id, .write(values: values, over: theirs))])
    #expect(changes.updates.count == 1)
    #expect(changes.updates[0].base.version == 2)
    #expect(changes.updates[0].changedSlots == [0, 1])
    changes.settle([(id, .adopt(theirs))])
    #expect(changes.updates.isEmpty)
  }
}
