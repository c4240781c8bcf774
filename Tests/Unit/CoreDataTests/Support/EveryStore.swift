import Foundation
import Testing

@testable import CoreData

/// Runs each test of a suite in every kind of store: stacks that are told none take the one at hand,
/// so that no kind of value or relationship can be forgotten in one of them.
/// `WORKBOOK_STORE=Binary` tries one kind only.
struct EveryStore: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  @TaskLocal static var current: NSPersistentStore.StoreType?

  private static let types = WebStack.types.filter { type in
    ProcessInfo.processInfo.environment["WORKBOOK_STORE"].map { $0 == type.rawValue } ?? true
  }

  @concurrent
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    for type in Self.types {
      await Self.$current.withValue(type) {
        do { try await function() } catch {
          Issue.record("in a \(type.rawValue) store: \(error)")
        }
      }
    }
  }
}

extension Trait where Self == EveryStore {
  /// In every kind of store.
  static var everyStore: Self { Self() }
}
