import Foundation
import Testing

@testable import CoreData

struct SchemaNamesTests {
  private func chat() throws -> (NSManagedObjectModel, SchemaNames) {
    let model = try ModelReader.model(
      from: Data(SampleModelFile.chat.utf8), at: SampleModelFile.url)
    return (model, SchemaNames(model: model))
  }

  @Test func `names that SQL cannot tell apart get numbers, odd ones quotes`() {
    let entity = NSEntityDescription()
    entity.name = "Thing"
    entity.properties = ["name", "NAME", "_ent", "größe"].map(ChatModel.string)
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let columns = SchemaNames(model: model).tables[0].columns.map(\.name)
    #expect(columns == ["Z_ENT", "Z_OPT", "ZNAME", "Z_ENT1", "\"ZGRÖSSE\"", "ZNAME1"])
  }
}

extension SchemaNamesTests {
  /// What is widely observed, not promised.
  struct Observed {
    @Test func `Q8: entities are numbered by name, families together`() throws {
      let (_, names) = try SchemaNamesTests().chat()
      #expect(names.entities.compactMap(\.name) == ["Member", "Message", "Room", "QuietRoom"])
      #expect(names.tables.map(\.name) == ["ZMEMBER", "ZMESSAGE", "ZROOM"])
      let room = try #require(names.entity(number: 3))
      #expect(names.numbers(of: room) == 3...4)
      #expect(names.number(of: room.subentities[0]) == 4)
      #expect(names.entity(number: 5) == nil && names.entity(number: 0) == nil)
    }

    @Test func `Q8: columns carry Apple's names and types`() throws {
      let (_, names) = try SchemaNamesTests().chat()
      let tables = names.tables.map { table in
        table.name + ": "
          + table.columns.map { "\($0.name) \($0.type.rawValue)" }.joined(separator: ", ")
      }
      #expect(
        tables == [
          "ZMEMBER: Z_ENT INTEGER, Z_OPT INTEGER, ZJOINED TIMESTAMP, ZNAME VARCHAR",
          "ZMESSAGE: Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHOR INTEGER, ZROOM INTEGER, "
            + "Z3_ROOM INTEGER, Z_FOK_ROOM INTEGER, ZTEXT VARCHAR",
          "ZROOM: Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, ZSEATS INTEGER, ZTOPIC VARCHAR, "
            + "ZIN INTEGER",
        ])
    }

    @Test func `Q8: many-to-many relationships share one table, seen from both sides`() throws {
      let (model, names) = try SchemaNamesTests().chat()
      #expect(names.joinTables.map(\.name) == ["Z_1ROOMS"])
      #expect(names.joinTables[0].columns == ["Z_1MEMBERS", "Z_3ROOMS"])
      let rooms = try #require(model.entitiesByName["Member"]?.relationshipsByName["rooms"])
      let members = try #require(model.entitiesByName["Room"]?.relationshipsByName["members"])
      guard case .pairs(let forth)? = names.members(of: rooms),
        case .pairs(let back)? = names.members(of: members)
      else {
        Issue.record("both sides are kept in pairs")
        return
      }
      #expect(forth.owner == "Z_1MEMBERS" && forth.member == "Z_3ROOMS")
      #expect(back.owner == "Z_3ROOMS" && back.member == "Z_1MEMBERS")
    }
  }
}
