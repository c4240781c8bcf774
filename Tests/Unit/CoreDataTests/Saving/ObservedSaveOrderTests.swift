import Foundation
import Testing

@testable import CoreData

struct ObservedSaveOrderTests {
  @Test(arguments: RuntimeKind.both)
  func `I5: the order of a save`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(model: { $0["Room"]!.objectClass = Diarist.self })
      let context = stack.context("editor")
      let log = NotificationLog(of: context)
      try context.performAndWait {
        let room = try #require(context.insert("Room", ["name": "Swift"]) as? Diarist)
        room.log = log
        try context.save()
        #expect(
          room.entries == [
            "willSave after 2", "validateForInsert after 2", "didSave after 2, permanent",
          ])
      }
      #expect(
        log.words == [
          "editor did change", "editor will save", "editor did save", "editor did save IDs",
        ])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I5: the uncertain places are switches`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(
        .inMemory,
        {
          $0.didChangePrecedesWillSave = false
          $0.validatesBeforeWillSave = true
        }, model: { $0["Room"]!.objectClass = Diarist.self })
      let context = stack.context("editor")
      let log = NotificationLog(of: context)
      try context.performAndWait {
        let room = try #require(context.insert("Room", ["name": "Swift"]) as? Diarist)
        room.log = log
        try context.save()
        #expect(room.entries.first?.hasPrefix("validateForInsert") == true)
      }
      #expect(log.words.prefix(2) == ["editor will save", "editor did change"])
    }
  }
}
