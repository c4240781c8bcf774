// A call takes the function that names its line; the others are what a function type asks for.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

internal import Foundation
internal import Interleaving

/// How `await perform` treats a caller who is inside the context's queue already.
public enum NSManagedObjectContextScheduledTaskType: Sendable {
  /// Run at once if the caller is inside the context's queue, else wait for a turn.
  case immediate
  /// Always wait for a turn.
  case enqueued
}

extension NSManagedObjectContext {
  /// How `await perform` treats a caller who is inside the queue already.
  public typealias ScheduledTaskType = NSManagedObjectContextScheduledTaskType

  /// Runs `block` as one event on the context's queue, some time later; never inline.
  /// When it ends, pending changes are processed.
  public final func perform(
    file: StaticString = #fileID, line: UInt = #line, _ block: @escaping () -> Void
  ) {
    let place = SourcePlace(file: file, line: line)
    requireQueue("perform").asyncUnchecked(file: file, line: line) {
      self.runEvent(at: place, block)
    }
  }

  /// Runs `block` when the context's turn comes, at once if the caller is inside it already, and
  /// returns what it returned. This is not an event: pending changes are left as they are.
  public final func performAndWait<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ block: () throws -> Result
  ) rethrows -> Result {
    try requireQueue("performAndWait").syncOrRun(file: file, line: line) {
      try CurrentContext.inside(self, at: SourcePlace(file: file, line: line), block)
    }
  }

  /// The same as plain functions, to be handed on where one is wanted. A call names its line.
  @_disfavoredOverload
  public final func perform(_ block: @escaping () -> Void) {
    perform(file: #fileID, line: #line, block)
  }
  /// The same as a plain function.
  @_disfavoredOverload
  public final func performAndWait<Result>(_ block: () throws -> Result) rethrows -> Result {
    try performAndWait(file: #fileID, line: #line, block)
  }
  /// The same where a function that throws nothing is wanted.
  @_disfavoredOverload
  public final func performAndWait(_ block: () -> Void) {
    performAndWait(file: #fileID, line: #line, block)
  }

  /// Runs `block` on the context's queue and waits for its result without blocking a thread.
  public final func perform<Result>(
    schedule: ScheduledTaskType = .immediate, file: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping () throws -> Result
  ) async rethrows -> Result {
    let queue = requireQueue("perform")
    if schedule == .immediate, queue.isCurrent { return try block() }
    return try await queue.perform(
      file: file, line: line,
      inside: { self.runEvent(at: SourcePlace(file: file, line: line), $0) }, block)
  }

  /// One user event: the block, then what it left to be announced.
  final func runEvent(at place: SourcePlace, _ block: () -> Void) {
    CurrentContext.inside(self, at: place) {
      events.inside(block)
      processPendingChanges()
    }
  }

  private func requireQueue(_ message: String) -> SerialQueue {
    guard let queue else {
      misuse(
        "Can only use -\(message)Block: on an NSManagedObjectContext that was created with a "
          + "queue; \(label) is of the confinement type.")
    }
    return queue
  }
}
