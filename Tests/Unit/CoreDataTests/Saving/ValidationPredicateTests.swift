import Foundation
import Testing

@testable import CoreData

struct ValidationPredicateTests {
  private static func error(warnings: [Any]?) throws -> NSError {
    let stack = try ChatStack(model: {
      $0["Room"]!.attributesByName["name"]!.setValidationPredicates(
        [NSPredicate(format: "length >= 2")], withValidationWarnings: warnings)
    })
    let context = stack.context("editor")
    return try context.performAndWait {
      context.insert("Room", ["name": "x"])
      return try #require(failure { try context.save() })
    }
  }

  @Test func `a validation predicate gives 1550 and its warning`() throws {
    let error = try Self.error(warnings: ["Two letters at least."])
    #expect(error.code == 1550)
    #expect(error.localizedDescription == "Two letters at least.")
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "name")
    #expect(error.userInfo[NSValidationValueErrorKey] as? String == "x")
    #expect(error.userInfo[NSValidationPredicateErrorKey] is NSPredicate)
  }

  @Test func `without a warning the predicate is named`() throws {
    let error = try Self.error(warnings: nil)
    #expect(error.code == 1550)
    #expect(error.localizedDescription.contains("length >= 2"))
  }

  @Test func `a number as warning is the code`() throws {
    #expect(try Self.error(warnings: [NSNumber(value: 1670)]).code == 1670)
    #expect(try Self.error(warnings: [1680]).code == 1680)
  }
}
