extension Runtime {
  /// Starts a task with a name. An error it throws is a failure of the program.
  ///
  /// `Task { }` works as well; a name makes the story of a run easier to read.
  @discardableResult
  public func task(
    _ name: String, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @isolated(any) @Sendable () async throws -> Void
  ) -> Task<Void, Never> {
    let place = SourcePlace(file: file, line: line)
    let table = (core as? ControlledCore)?.taskTableForNewTask()
    table?.announced = (name, place)
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
  public func cancel<Success, Failure: Error>(
    _ task: Task<Success, Failure>, file: StaticString = #fileID, line: UInt = #line
  ) {
    TaskCancellation.cancelAsStep(
      unsafeBitCast(task, to: UnsafeMutableRawPointer.self),
      at: SourcePlace(file: file, line: line))
  }
}
