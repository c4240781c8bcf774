internal import Synchronization

/// A value that threads change in steps that cannot be divided, in one order for all of them: what
/// `Atomic` of the standard library is.
///
/// A read sees the last write, whatever the orderings. They say what else is ordered: a thread that
/// reads what another one stored may rely on what that one did before, unless one of the two is
/// ``AtomicOrdering/relaxed``.
public final class SharedAtomic<Value>: @unchecked Sendable {
  // @unchecked Sendable because `value` is touched only under `mutex`.
  /// Its name in reports.
  public let name: String
  fileprivate let runtime: Runtime
  fileprivate let home: Home
  fileprivate let resource: Resource
  fileprivate let mutex = Mutex<Void>(())
  fileprivate var value: Value

  fileprivate init(_ name: String, _ value: Value, in runtime: Runtime, at place: SourcePlace) {
    self.name = name
    self.value = value
    self.runtime = runtime
    resource = runtime.core.makeResource(name, guardsItself: true, isCell: true)
    home = Home(runtime: runtime.core.number, kind: "atomic", place: place)
    keepContents()
  }

  /// The value. A scheduling point.
  public func load(
    ordering: AtomicOrdering = .sequentiallyConsistent, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Value {
    step(.read, "reads \(name)", ordering, SourcePlace(file: file, line: line))
    return change { $0 }
  }

  /// Sets the value. A scheduling point.
  ///
  /// - Parameters:
  ///   - new: What is in it from now on.
  ///   - ordering: What else this orders.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func store(
    _ new: Value, ordering: AtomicOrdering = .sequentiallyConsistent,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    // It takes nothing over from who stored before.
    let ordering: AtomicOrdering = ordering.releases ? .releasing : .relaxed
    modify("writes", ordering, SourcePlace(file: file, line: line)) { $0 = new }
  }

  /// Puts `new` in, and returns what was there.
  public func exchange(
    _ new: Value, ordering: AtomicOrdering = .sequentiallyConsistent,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    modify("exchanges", ordering, SourcePlace(file: file, line: line)) { value in
      defer { value = new }
      return value
    }
  }

  /// Reads and changes the value in one step, which reports call `verb`.
  public func change<Result>(
    _ verb: String, ordering: AtomicOrdering = .sequentiallyConsistent,
    file: StaticString = #fileID, line: UInt = #line, _ change: (inout Value) -> Result
  ) -> Result {
    modify(verb, ordering, SourcePlace(file: file, line: line), change)
  }

  fileprivate func modify<Result>(
    _ verb: String, _ ordering: AtomicOrdering, _ place: SourcePlace,
    _ change: (inout Value) -> Result
  ) -> Result {
    step(.write, "\(verb) \(name)", ordering, place)
    give(ordering)
    defer { keepContents() }
    return self.change(change)
  }

  fileprivate func change<Result>(_ change: (inout Value) -> Result) -> Result {
    mutex.withLock { _ in
      defer { orderLive() }
      return change(&value)
    }
  }

  /// Where threads are real, one can come between a step and what is told before and behind it: each
  /// access knows of all before it, which may leave out a race that happened.
  private func orderLive() {
    guard runtime.kind == .live else { return }
    runtime.core.take(resource)
    runtime.core.give(resource)
  }

  private func step(
    _ kind: AccessKind, _ words: @autoclosure () -> String, _ ordering: AtomicOrdering,
    _ place: SourcePlace
  ) {
    home.check(name, at: place)
    runtime.access(resource, kind, words(), file: place.file, line: place.line)
    take(ordering)
  }

  fileprivate func take(_ ordering: AtomicOrdering) {
    if ordering.acquires {
      runtime.core.take(resource)
    } else {
      runtime.core.takeRelaxed(resource)
    }
  }

  fileprivate func give(_ ordering: AtomicOrdering) {
    if ordering.releases {
      runtime.core.give(resource)
    } else {
      runtime.core.giveRelaxed(resource)
    }
  }

  fileprivate func keepContents() {
    if runtime.core.keepsContents { runtime.core.keep(value, of: resource) }
  }
}

extension SharedAtomic where Value: Equatable {
  /// Puts `new` in, and returns what was there. Where that is the same, it only looks.
  public func exchange(
    _ new: Value, ordering: AtomicOrdering = .sequentiallyConsistent,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    let place = SourcePlace(file: file, line: line)
    stepIfChanging("exchanges \(name)", place) { $0 != new }
    take(ordering)
    let original = change { value in
      defer { value = new }
      return value
    }
    if original != new { noteChange(ordering) }
    return original
  }

  private func noteChange(_ ordering: AtomicOrdering) {
    give(ordering)
    keepContents()
  }

  private func stepIfChanging(
    _ words: @autoclosure () -> String, _ place: SourcePlace,
    _ willChange: @escaping (Value) -> Bool
  ) {
    home.check(name, at: place)
    let fact =
      runtime.isTracing
      ? SchedulerFact.accessed(resource: resource.name, kind: .write, words: words()) : nil
    runtime.core.exchange(resource, fact, at: place) { [self] in
      mutex.withLock { _ in willChange(value) }
    }
  }

  /// Puts `new` in if `expected` is there. Returns what was there, and whether it was as expected.
  ///
  /// ```swift
  /// // Only one thread gets true.
  /// let isFirst = started.compareExchange(expected: false, desired: true).exchanged
  /// ```
  ///
  /// - Parameters:
  ///   - expected: What must be there.
  ///   - new: What is put in its place.
  ///   - ordering: What else this orders.
  ///   - failureOrdering: The same where it only looks; what `ordering` says of that, if this is nil.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  @discardableResult
  public func compareExchange(
    expected: Value, desired new: Value, ordering: AtomicOrdering = .sequentiallyConsistent,
    failureOrdering: AtomicOrdering? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    let place = SourcePlace(file: file, line: line)
    stepIfChanging("compares and exchanges \(name)", place) { $0 == expected }
    let original = putIn(new, for: expected)
    guard original == expected else {
      take(failureOrdering ?? ordering)
      return (false, original)
    }
    take(ordering)
    noteChange(ordering)
    return (true, original)
  }

  private func putIn(_ new: Value, for expected: Value) -> Value {
    change { value in
      let original = value
      if original == expected { value = new }
      return original
    }
  }
}

extension SharedAtomic where Value: FixedWidthInteger {
  /// Adds `operand`, and returns the sum.
  ///
  /// - Parameters:
  ///   - operand: What is added, with wrapping around at the limits of the type.
  ///   - ordering: What else this orders.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: The sum.
  @discardableResult
  public func add(
    _ operand: Value, ordering: AtomicOrdering = .sequentiallyConsistent,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    modify("adds to", ordering, SourcePlace(file: file, line: line)) { value in
      value &+= operand
      return value
    }
  }
}

extension Runtime {
  /// A new atomic value.
  ///
  /// ```swift
  /// let started = runtime.atomic("started", false)
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - value: What is in it first.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func atomic<Value>(
    _ name: String, _ value: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> SharedAtomic<Value> {
    SharedAtomic(name, value, in: self, at: SourcePlace(file: file, line: line))
  }
}
