import Foundation
import Testing

@testable import Interleaving

/// The standard library marks its pool of generic types with a lock in hand.
struct StandardLibraryMarkTests {
  @Test func `a mark in the memory of the standard library is not looked at`() throws {
    LanguageRuntime.hooks
    let variable = try #require(LanguageRuntime.address(of: "_swift_tsan_acquire"))
    #expect(TaskSightings.isStandardLibrarys(variable))
    #expect(
      TaskSightings.isStandardLibrarys(try #require(LanguageRuntime.address(of: "swift_once"))))
  }

  @Test func `a mark of a task or an actor is`() throws {
    LanguageRuntime.hooks
    let object = NSObject()
    #expect(!TaskSightings.isStandardLibrarys(Unmanaged.passUnretained(object).toOpaque()))
    let task = try #require(LanguageRuntime.address(of: "swift_task_create"))
    #expect(!TaskSightings.isStandardLibrarys(task))
  }
}
