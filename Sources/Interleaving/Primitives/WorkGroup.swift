/// Counts work that is under way, and lets others wait until none is: what `DispatchGroup` does.
public final class WorkGroup: Sendable {
  private struct Notice {
    let queue: SerialQueue
    let block: () -> Void
  }

  private struct State {
    var count = 0
    var notices: [Notice] = []

    /// Whether that was a mistake, and who is to be told that nothing is left.
    mutating func leave() -> (isMistaken: Bool, [Notice]) {
      guard count > 0 else { return (true, []) }
      count -= 1
      guard count == 0 else { return (false, []) }
      defer { notices = [] }
      return (false, notices)
    }
  }

  private let monitor: Monitor<State>

  fileprivate init(_ name: String, in runtime: Runtime, at place: SourcePlace) {
    monitor = Monitor(name, "group", State(), in: runtime, at: place)
  }

  /// Its name in reports.
  public var name: String { monitor.name }

  /// One more piece of work that the group waits for.
  public func enter(file: StaticString = #fileID, line: UInt = #line) {
    monitor.change("enters group \(name)", at: SourcePlace(file: file, line: line)) {
      $0.count += 1
    }
  }

  /// Dispatch ends the process when a group is left more often than it was entered; controlled, that
  /// is a failure.
  public func leave(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    monitor.runtime.core.give(monitor.resource)
    let (isMistaken, notices) = monitor.change("leaves group \(name)", at: place) { state in
      state.leave()
    }
    if isMistaken { monitor.refuse("leaves group \(name), in which nothing is", at: place) }
    for notice in notices { notice.queue.core.async(at: place, notice.block) }
  }

  /// Waits until everything that entered has left.
  public func wait(file: StaticString = #fileID, line: UInt = #line) {
    monitor.wait(
      "waits for group \(name)", for: .completion(name: "group \(name)"),
      at: SourcePlace(file: file, line: line)
    ) { $0.count == 0 }
    monitor.runtime.core.take(monitor.resource)
  }

  /// The same for so long at most; false if it was too long.
  ///
  /// - Parameters:
  ///   - limit: How long at the most, in the time of the runtime.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: Whether everything has left.
  public func wait(
    atMost limit: Duration, file: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    let isEmpty = monitor.wait(
      "waits for group \(name)", for: .completion(name: "group \(name)"), atMost: limit,
      at: SourcePlace(file: file, line: line), until: { $0.count == 0 })
    if isEmpty { monitor.runtime.core.take(monitor.resource) }
    return isEmpty
  }

  /// Enqueues `block` once everything that entered has left.
  ///
  /// ```swift
  /// group.notify(on: runtime.main) { screen.reload() }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: Where the block runs.
  ///   - block: What runs, once.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func notify(
    on queue: SerialQueue, file: StaticString = #fileID, line: UInt = #line,
    _ block: sending @escaping () -> Void
  ) {
    let place = SourcePlace(file: file, line: line)
    let isEmpty = monitor.change("asks group \(name) for notice", at: place) { state in
      if state.count > 0 { state.notices.append(Notice(queue: queue, block: block)) }
      return state.count == 0
    }
    if isEmpty { queue.core.async(at: place, block) }
  }

  /// Enters, and leaves when `block` has run on `queue`.
  ///
  /// - Parameters:
  ///   - queue: Where the block runs.
  ///   - block: The work that the group waits for.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func async(
    on queue: SerialQueue, file: StaticString = #fileID, line: UInt = #line,
    _ block: sending @escaping () -> Void
  ) {
    enter(file: file, line: line)
    queue.async(file: file, line: line) {
      block()
      self.leave(file: file, line: line)
    }
  }
}

extension Runtime {
  /// A new group.
  ///
  /// ```swift
  /// let group = runtime.group("downloads")
  /// for image in images { group.async(on: queue) { load(image) } }
  /// group.wait()
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func group(
    _ name: String, file: StaticString = #fileID, line: UInt = #line
  ) -> WorkGroup {
    WorkGroup(name, in: self, at: SourcePlace(file: file, line: line))
  }
}
