import Foundation
import Testing

@testable import CoreData

struct `Rows in a store` {
  @Test(arguments: StoreKind.allCases)
  func `what was saved is read back, value by value`(kind: StoreKind) throws {
    let stage = try StoreStage(kind)
    let sent = Date(timeIntervalSinceReferenceDate: 12.5)
    let room = try #require(try stage.insert("Room", [["name": .text("Größe 😀")]]).first)
    try stage.insert(
      "Message",
      [
        [
          "text": .text(""), "sentAt": .date(sent), "isRead": .integer(1), "position": .integer(-7),
          "room": .reference(room.id),
        ]
      ])
    let read = try #require(try stage.all("Message").first)
    #expect(read["text"] == .text(""))
    #expect(read["sentAt"] == .date(sent))
    #expect(read["isRead"] == .integer(1))
    #expect(read["position"] == .integer(-7))
    #expect(read["room"] == .reference(room.id))
    #expect(read["author"] == .null)
    #expect(try stage.all("Room").first?["name"] == .text("Größe 😀"))
  }

  @Test(arguments: StoreKind.allCases)
  func `to-many members come by key and follow the other side`(kind: StoreKind) throws {
    let stage = try StoreStage(kind)
    let rooms = try stage.insert("Room", [[:], [:]])
    let messages = try stage.insert(
      "Message", (0..<3).map { _ in ["room": .reference(rooms[0].id)] })
    let relationship = stage.relationship("Room", "messages")
    var members = try stage.rows.members(of: relationship, owner: rooms[0].id)
    #expect(members == messages.map(\.id))
    var changes = StoreChanges()
    changes.updates = [stage.update(messages[1], "room", .reference(rooms[1].id))]
    changes.deletions = [StoreChanges.Deletion(id: messages[2].id, base: messages[2])]
    try stage.save(changes)
    members = try stage.rows.members(of: relationship, owner: rooms[0].id)
    #expect(members == [messages[0].id])
    members = try stage.rows.members(of: relationship, owner: rooms[1].id)
    #expect(members == [messages[1].id])
  }

  @Test(arguments: StoreKind.allCases)
  func `pairs are written once, whichever side brings them`(kind: StoreKind) throws {
    let stage = try StoreStage(kind)
    let room = try #require(try stage.insert("Room", [[:]]).first)
    let members = try stage.insert("Member", [[:], [:]])
    let forth = stage.relationship("Room", "members")
    let back = stage.relationship("Member", "rooms")
    func change(
      _ row: Row, _ relationship: NSRelationshipDescription, add: [NSManagedObjectID] = [],
      remove: [NSManagedObjectID] = []
    ) -> StoreChanges.Update {
      StoreChanges.Update(
        id: row.id, base: row, values: row.values, changedSlots: [],
        members: [
          StoreChanges.MemberChange(
            relationship: relationship, added: add, removed: remove, order: nil)
        ])
    }
    var changes = StoreChanges()
    changes.updates =
      [change(room, forth, add: members.map(\.id))]
      + members.map { change($0, back, add: [room.id]) }
    let saved = try stage.save(changes)
    #expect(try stage.rows.members(of: forth, owner: room.id) == members.map(\.id))
    #expect(try stage.rows.members(of: back, owner: members[0].id) == [room.id])
    let newRoom = try #require(saved[room.id])
    changes.updates = [change(newRoom, forth, remove: [members[0].id])]
    try stage.save(changes)
    #expect(try stage.rows.members(of: forth, owner: room.id) == [members[1].id])
    #expect(try stage.rows.members(of: back, owner: members[0].id) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an ordered relationship keeps the order it was given`(kind: StoreKind) throws {
    let model = ChatModel.make { $0["Room"]!.relationshipsByName["messages"]!.isOrdered = true }
    let stage = try StoreStage(kind, model: model)
    let room = try #require(try stage.insert("Room", [[:]]).first)
    let messages = try stage.insert(
      "Message", (0..<3).map { _ in ["room": .reference(room.id)] })
    let order = [messages[2].id, messages[0].id, messages[1].id]
    let relationship = stage.relationship("Room", "messages")
    var changes = StoreChanges()
    changes.updates = [
      StoreChanges.Update(
        id: room.id, base: room, values: room.values, changedSlots: [],
        members: [
          StoreChanges.MemberChange(
            relationship: relationship, added: [], removed: [], order: order)
        ])
    ]
    try stage.save(changes)
    #expect(try stage.rows.members(of: relationship, owner: room.id) == order)
  }
}

extension `Rows in a store` {
  /// What is widely observed, not promised.
  struct Observed {
    @Test(arguments: RuntimeKind.both, StoreKind.allCases)
    func `K1: a row has version 1 and one more with every update`(
      runtime: RuntimeKind, kind: StoreKind
    ) throws {
      try runtime.run {
        let stage = try StoreStage(kind)
        let row = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
        #expect(row.version == 1)
        var changes = StoreChanges()
        changes.updates = [stage.update(row, "name", .text("b"))]
        let saved = try stage.save(changes)
        #expect(saved[row.id]?.version == 2)
        #expect(try stage.all("Room").map(\.version) == [2])
      }
    }
  }
}
