// What an engine reads and writes, declared by its name.

extension Runtime {
  /// A thing that operations of an engine read and write: a store, a cache, a context. One that
  /// guards itself, as a database does, may be used by two threads in no order: that is no race.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - guardsItself: Whether two threads may use it at the same time without a lock of their own.
  public func resource(_ name: String, guardsItself: Bool = false) -> Resource {
    core.makeResource(name, guardsItself: guardsItself, isCell: false)
  }

  /// A scheduling point before an operation on `resource`, with what it comes to. Two accesses
  /// depend on each other when they touch the same resource and one of them writes.
  ///
  /// - Parameters:
  ///   - resource: What is read or written.
  ///   - kind: Which of the two it is.
  ///   - fact: What happens, for the log; made only if the run is told.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func access(
    _ resource: Resource, _ kind: AccessKind, _ fact: @autoclosure () -> any Fact,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let place = SourcePlace(file: file, line: line)
    guard core.isTracing else { return core.access(resource, kind, nil, at: place) }
    core.access(resource, kind, fact(), at: place)
  }

  /// The same in words: `evicts the oldest`.
  ///
  /// ```swift
  /// runtime.access(cache, .write, "evicts the oldest")
  /// ```
  ///
  /// - Parameters:
  ///   - resource: What is read or written.
  ///   - kind: Which of the two it is.
  ///   - words: What happens, as a sentence without its subject.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func access(
    _ resource: Resource, _ kind: AccessKind, _ words: @autoclosure () -> String,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    access(
      resource, kind,
      SchedulerFact.accessed(resource: resource.name, kind: kind, words: words()), file: file,
      line: line)
  }

  /// The same of a thing with a lock of its own: who finds what another thread has put there comes after
  /// what that did before.
  package func accessUnderItsLock(
    _ resource: Resource, _ kind: AccessKind, _ words: @autoclosure () -> String,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    access(resource, kind, words(), file: file, line: line)
    core.take(resource)
    if kind == .write { core.give(resource) }
  }

  /// Tells the race detector of an access without making it a scheduling point.
  ///
  /// - Parameters:
  ///   - resource: What is read or written.
  ///   - kind: Which of the two it is.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func touch(
    _ resource: Resource, _ kind: AccessKind, file: StaticString = #fileID, line: UInt = #line
  ) {
    core.touch(resource, kind, at: SourcePlace(file: file, line: line))
  }

  /// Throws `RunAbandoned` when the run is being unwound (deadlock found, cut short, stopped).
  /// Throwing operations of an engine call it first, so that a doomed run ends quickly.
  ///
  /// - Throws: ``RunAbandoned``, for the program to let through.
  public func checkpoint() throws { if core.isUnwinding { throw RunAbandoned() } }

  /// True while a doomed run is being unwound: nothing blocks any more, nothing is scheduled.
  public var isUnwinding: Bool { core.isUnwinding }

  /// Whether the calling thread is the only one of its run so far: what it does now comes first in
  /// every order, and needs no scheduling point.
  package var isAlone: Bool { core.isAlone }
}
