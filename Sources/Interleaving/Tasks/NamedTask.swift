extension Runtime {
  /// Starts a task with a name. An error it throws is a failure of the program.
  ///
  /// `Task { }` works as well; a name makes the story of a run easier to read.
  ///
  /// ```swift
  /// runtime.task("reader") { await model.load() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - mustEnd: Whether the run has got stuck where the task waits for a stream for good, also if that
  ///     may stay unread.
  ///   - body: What the task does.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: The task, to wait for it or to cancel it.
  @discardableResult
  public func task(
    _ name: String, mustEnd: Bool = false, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @isolated(any) @Sendable () async throws -> Void
  ) -> Task<Void, Never> {
    let place = SourcePlace(file: file, line: line)
    Home(runtime: core.number, kind: "task", place: place).check(name, at: place)
    let table = (core as? ControlledCore)?.taskTableForNewTask()
    table?.announced = (name, place, mustEnd)
    defer { table?.announced = nil }
    let activity = kind == .live ? LiveActivity.shared : nil
    activity?.begin()
    return Task(executorPreference: table == nil ? nil : ControlledExecutor.shared) {
      defer { activity?.end() }
      do {
        try await body()
      } catch {
        self.core.fail("\(name) threw \(error)", at: place)
      }
    }
  }

  /// Cancels `task`, as `task.cancel()` does, and is told with its line.
  ///
  /// - Parameters:
  ///   - task: The task to cancel.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func cancel<Success, Failure: Error>(
    _ task: Task<Success, Failure>, file: StaticString = #fileID, line: UInt = #line
  ) {
    TaskCancellation.cancelAsStep(
      unsafeBitCast(task, to: UnsafeMutableRawPointer.self),
      at: SourcePlace(file: file, line: line))
  }
}
