import IndependentEnumerator
import Interleaving

/// What tasks do.
extension World {
  func run(_ body: Body) async { await perform(body.statements, as: body.number) }

  func perform(_ statements: [Statement], as body: Int) async {
    for statement in statements { await perform(statement, as: body) }
  }

  private func perform(_ statement: Statement, as body: Int) async {
    switch statement {
    case .onActor(let actor, let inner): await stages[actor].perform(inner, as: body, in: self)
    case .onMain(let inner): await MainActor.run { performNow(inner, as: body) }
    case .group(let bodies):
      await withTaskGroup(of: Void.self) { group in
        for body in bodies { group.addTask { [self] in await run(body) } }
        while await group.next() != nil {}
      }
    case .groupSeeing(let cell, let bodies):
      await withTaskGroup(of: Void.self) { group in
        for body in bodies { group.addTask { [self] in await run(body) } }
        while await group.next() != nil { note(cells[cell].read(), body) }
      }
    case .asyncLet(let child, let inner):
      async let end: Void = run(child)
      await perform(inner, as: body)
      await end
    case .groupCancelling(let bodies):
      await withTaskGroup(of: Void.self) { group in
        for body in bodies { group.addTask { [self] in await run(body) } }
        await group.next()
        group.cancelAll()
        while await group.next() != nil {}
      }
    case .asyncLetLeft(let child, let inner):
      async let _ = run(child)
      await perform(inner, as: body)
    case .cancellable(let name, let task, let inner):
      start(task, named: name)
      await perform(inner, as: body)
    case .handled(let handler, let inner): await handle(inner, as: body, onCancel: handler)
    case .yield: await Task.yield()
    case .sleep(let delay): try? await Task.sleep(for: .seconds(delay))
    case .callback(let queue, let block):
      await withUnsafeContinuation { continuation in
        self[queue].async { [self] in
          run(block)
          continuation.resume()
        }
      }
    case .next(let stream): note(await streams[stream].next() ?? -1, body)
    default: performNow([statement], as: body)
    }
  }

  /// The operation stays where the task is.
  private func handle(
    _ statements: [Statement], as body: Int, onCancel handler: Body,
    on actor: isolated (any Actor)? = #isolation
  ) async {
    await withTaskCancellationHandler {
      _ = actor
      await perform(statements, as: body)
    } onCancel: {
      run(handler)
    }
  }

  func performCancelling(_ statement: Statement, as body: Int) {
    switch statement {
    case .cancellable(let name, let task, let inner):
      start(task, named: name)
      perform(inner, as: body)
    // Where the task has been left out, there is nothing to cancel.
    case .cancel(let name): tasks[name]?.cancel()
    case .askCancelled: note(Task.isCancelled ? 1 : 0, body)
    default: preconditionFailure("\(statement) cancels nothing")
    }
  }

  private func start(_ task: Body, named name: Int) {
    tasks[name] = runtime.task("K\(task.number)") { [self] in await run(task) }
  }

  /// The synchronous way, also where an asynchronous one could be called.
  private func performNow(_ statements: [Statement], as body: Int) {
    perform(statements, as: body)
  }
}

/// An actor on which tasks do what they like.
actor Stage {
  func perform(_ statements: [Statement], as body: Int, in world: World) async {
    await world.perform(statements, as: body)
  }
}
