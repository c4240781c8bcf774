import Foundation
import Testing

@testable import CoreData

/// The numbers of changes, of which SQLite gives all but the first of a transaction.
struct `Numbers of changes` {
  private func numbers(_ stack: ChatStack) throws -> [Int64] {
    try stack.history().flatMap { $0.changes ?? [] }.map(\.changeID)
  }

  @Test(arguments: RuntimeKind.both)
  func `follow each other, however many are written at once`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      let context = stack.context("editor")
      try context.performAndWait {
        let messages = (0..<77).map { context.insert("Message", ["text": "\($0)"]) }
        let rooms = (0..<3).map { context.insert("Room", ["name": "\($0)"]) }
        try context.save()
        // Rooms leave their names behind, so each is written by itself.
        for object in messages[..<41] + rooms[...] { context.delete(object) }
        for message in messages[41..<60] { message["text"] = "edited" }
        try context.save()
      }
      #expect(try numbers(stack) == Array(1...143))
      let words = try stack.history().map(\.words)
      #expect(words[0].split(separator: ",").count == 80)
      #expect(words[1].components(separatedBy: "delete").count == 45)
      #expect(words[1].components(separatedBy: "(text)").count == 20)
      let file = try PlainDatabase(stack.store.url!)
      #expect(try file.number("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16001") == 143)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `go on behind a purge`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack.withHistory()
      for name in ["a", "b", "c"] { try stack.add("Room", ["name": name]) }
      #expect(try stack.ask(.deleteHistory(before: Date.distantFuture)) as? Bool == true)
      let context = stack.context("editor")
      try context.performAndWait {
        for name in ["d", "e"] { context.insert("Room", ["name": name]) }
        try context.save()
      }
      #expect(try numbers(stack) == [4, 5])
    }
  }
}
