import Foundation
import Testing

@testable import CoreData

struct RequiredMembersTests {
  @Test(arguments: RuntimeKind.both)
  func `a required to-many relationship without a least count may be saved empty`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(model: {
        $0["Room"]!.relationshipsByName["members"]!.isOptional = false
      })
      let context = stack.context("editor")
      try context.performAndWait {
        context.insert("Room", ["name": "lobby"])
        try context.save()
      }
      #expect(try stack.storedNames() == ["lobby"])
    }
  }
}
