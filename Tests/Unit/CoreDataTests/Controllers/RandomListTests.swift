import CoreData
import Foundation
import LongTests
import Testing

/// Whatever happens to a context in one event: a table that applies what the controller tells
/// shows what the controller shows, and that is what a fetch would find.
struct RandomListTests {
  @Test(arguments: LongTests.all(Array(0..<4), orFirst: 1))
  func `a table that listens shows what a fetch finds`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) &* 7919 &+ 1)
    let stage = try ControllerStage((0..<12).map { "\(["a", "b", "c"][$0 % 3]) n\($0)" })
    try stage.inside {
      let (controller, table) = (stage.controller("name != 'hidden'"), TableDelegate())
      let (plain, plainTable) = (stage.controller(sections: nil), TableDelegate())
      (controller.delegate, plain.delegate) = (table, plainTable)
      try controller.performFetch()
      try plain.performFetch()
      table.show(controller)
      plainTable.show(plain)
      var number = 100
      for event in 0..<60 {
        let rooms = try stage.context.fetch(ControllerStage.request())
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let room = rooms.randomElement(using: &random).flatMap { $0.isDeleted ? nil : $0 }
          switch Int.random(in: 0..<7, using: &random) {
          case 0, 1:
            // Texts come twice, and topics come and go.
            number += 1
            let name = "n\(Int.random(in: 0..<20, using: &random))"
            stage.context.insert("Room", ["topic": "\(Self.topic(&random))", "name": name])
          case 2: if let room { stage.context.delete(room) }
          case 3: room?["topic"] = Self.topic(&random)
          case 4: room?["name"] = "hidden"
          default: room?["name"] = "n\(Int.random(in: 0..<20, using: &random))"
          }
        }
        stage.context.processPendingChanges()
        #expect(table.picture == controller.picture(), "event \(event), seed \(seed)")
        #expect(plainTable.picture == plain.picture(), "event \(event), seed \(seed)")
        let moves = (table.words + plainTable.words).filter { $0.hasPrefix("move") }
        #expect(
          moves.allSatisfy {
            $0.split(separator: " ").suffix(2).first != $0.split(separator: " ").last
          })
        table.forget()
        plainTable.forget()
        let fresh = stage.controller("name != 'hidden'")
        try fresh.performFetch()
        #expect(fresh.picture() == controller.picture(), "event \(event), seed \(seed)")
        if event % 10 == 9 { try stage.context.save() }
      }
    }
  }

  private static func topic(_ random: inout SeededRandom) -> String {
    ["a", "b", "c", "d", "e", "ü"].randomElement(using: &random) ?? "a"
  }
}
