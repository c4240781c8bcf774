/// A program as one would write it in Swift.
extension SmallProgram: CustomStringConvertible {
  public var description: String {
    let semaphores = things.semaphores.enumerated().map { "s\($0.offset) has \($0.element)" }
    return "main {  // \(semaphores.joined(separator: ", "))\n\(lines(main.statements))}"
  }
}

private func lines(_ statements: [Statement]) -> String {
  statements.map { statement in
    let lines = "\(statement)".split(separator: "\n").map { "  \($0)\n" }
    return lines.joined()
  }.joined()
}

private func block(_ head: String, _ statements: [Statement]) -> String {
  "\(head) {\n\(lines(statements))}"
}

private func block(_ head: String, _ statements: [Statement], after first: String) -> String {
  "\(head) {\n" + first.split(separator: "\n").map { "  \($0)\n" }.joined()
    + lines(statements) + "}"
}

private func block(_ head: String, _ body: Body) -> String {
  "\(head) {  // body \(body.number)\n\(lines(body.statements))}"
}

extension Queue: CustomStringConvertible {
  public var description: String {
    switch self {
    case .main: "main"
    case .serial(let index): "q\(index)"
    case .lazy: "lazyQueue"
    }
  }
}

extension Guardian: CustomStringConvertible {
  public var description: String {
    switch self {
    case .queue(let queue): "\(queue)"
    case .actor(let index): "a\(index)"
    case .lock(let index): "l\(index)"
    }
  }
}

extension Statement: CustomStringConvertible {
  public var description: String {
    switch self {
    case .read(let cell): "see(x\(cell))"
    case .write(let cell, let value): "x\(cell) = \(value)"
    case .add(let cell, let number): "x\(cell) = x\(cell) * 2 + \(number)"
    case .successor(let one, let other): "x\(other) = x\(one) + 1"
    case .findZero(let highest):
      "see((0...\(highest)).reversed().first { x[$0] == 0 })"
    case .confined(let guardian, let number):
      "plain(of: \(guardian)) = plain(of: \(guardian)) * 2 + \(number), see it"
    case .locked(let lock, let inner): block("l\(lock).withLock", inner)
    case .addAtOnce(let cell, let number): "x\(cell).modify { $0 * 2 + \(number) }"
    case .tried(let lock, let inner): block("if see(l\(lock).try())", inner)
    case .waitAtMost(let semaphore): "see(s\(semaphore).wait(atMost: 1 s))"
    case .takenInTime(let semaphore, let inner):
      block("if see(s\(semaphore).wait(atMost: 1 s)), and then signal", inner)
    case .recursive(let inner): block("recursive.withLock", inner)
    case .exchange(let expected, let new): "see(atomic.compareExchange(\(expected), \(new)))"
    case .retryExchange(let expected, let new):
      "while !atomic.compareExchange(\(expected), \(new)) {}"
    case .tryExchange(let times, let expected, let new):
      "for _ in 1...\(times) where see(atomic.compareExchange(\(expected), \(new))) { break }"
    case .lockedLazily(let inner): block("lazyLock.withLock", inner)
    case .addLazily(let number): "lazyCell = lazyCell * 2 + \(number)"
    case .asyncLazily(let body): block("lazyQueue.async", body)
    case .loadAtomic: "see(atomic.load())"
    case .storeAtomic(let value): "atomic.store(\(value))"
    case .addToAtomic(let number): "atomic.add(\(number))"
    case .conditioned(let inner): block("condition.withLock", inner)
    case .waitForSignal: "condition.wait()"
    case .wake(let all): all ? "condition.broadcast()" : "condition.signal()"
    case .grouped(let inner): block("in group", inner)
    case .waitForGroup: "group.wait()"
    case .shared(let toWrite, let inner): block("shared.\(toWrite ? "writing" : "reading")", inner)
    case .concurrent(let isBarrier, let body):
      block("concurrent.async(isBarrier: \(isBarrier))", body)
    case .signal(let semaphore): "s\(semaphore).signal()"
    case .wait(let semaphore): "s\(semaphore).wait()"
    case .complete(let completion): "c\(completion).complete()"
    case .awaitCompletion(let completion): "c\(completion).wait()"
    case .poll(let completion): "see(c\(completion).isComplete)"
    case .thread(let body): block("thread", body)
    case .async(let queue, let body): block("\(queue).async", body)
    case .sync(let queue, let inner): block("\(queue).sync", inner)
    case .after(let delay, let queue, let body): block("after(\(delay) s, on: \(queue))", body)
    case .sleep(let delay): "await Task.sleep(\(delay) s)"
    case .task(let body): block("Task", body)
    case .mainTask(let body): block("Task { @MainActor in }", body)
    case .onActor(let actor, let inner): block("await a\(actor).run", inner)
    case .onMain(let inner): block("await MainActor.run", inner)
    case .group(let bodies):
      "withTaskGroup {\n"
        + bodies.map { body in
          block("addTask", body).split(separator: "\n").map { "  \($0)\n" }.joined()
        }.joined() + "}"
    case .groupSeeing(let cell, let bodies):
      "withTaskGroup {\n"
        + bodies.map { body in
          block("addTask", body).split(separator: "\n").map { "  \($0)\n" }.joined()
        }.joined() + "  while await group.next() != nil { see(x\(cell)) }\n}"
    case .asyncLet(let body, let inner):
      block("async let child =", body) + block("\ndo", inner) + "\nawait child"
    case .asyncLetLeft(let body, let inner):
      block("do", inner, after: block("async let child =", body))
    case .groupCancelling(let bodies):
      "withTaskGroup {\n"
        + bodies.map { body in
          block("addTask", body).split(separator: "\n").map { "  \($0)\n" }.joined()
        }.joined() + "  await group.next()\n  group.cancelAll()\n}"
    case .cancellable(let name, let body, let inner):
      block("let k\(name) = Task", body) + "\n" + block("do", inner)
    case .cancel(let name): "k\(name).cancel()"
    case .askCancelled: "see(Task.isCancelled)"
    case .handled(let handler, let inner):
      block("await withTaskCancellationHandler", inner) + " " + block("onCancel:", handler)
    case .yield: "await Task.yield()"
    case .callback(let queue, let body):
      block("await withUnsafeContinuation { \(queue).async, then resume }", body)
    case .send(let stream, let value): "feed\(stream).yield(\(value))"
    case .finish(let stream): "feed\(stream).finish()"
    case .next(let stream): "see(await stream\(stream).next())"
    }
  }
}
