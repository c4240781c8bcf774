import Foundation
import Testing

@testable import CoreData

extension Observed {
  struct Faults {
    @Test(arguments: RuntimeKind.both)
    func `H10: a realised object survives the deletion of its row`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack()
        let id = try stack.savedRoom("lobby")
        let context = stack.context("reader")
        let room = context.performAndWait { context.object(with: id) }
        #expect(context.performAndWait { room.value(forKey: "name") as? String } == "lobby")
        let other = stack.context("deleter")
        try other.performAndWait {
          other.delete(other.object(with: id))
          try other.save()
        }
        context.performAndWait {
          #expect(room.value(forKey: "name") as? String == "lobby")
          #expect(!room.isDeleted)
          context.refresh(room, mergeChanges: false)
          #expect(room.value(forKey: "name") == nil)
        }
      }
    }
  }
}
