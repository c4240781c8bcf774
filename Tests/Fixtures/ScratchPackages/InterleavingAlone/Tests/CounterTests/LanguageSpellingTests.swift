import Interleaving
import Testing

// The language's functions for streams and cancelling are found in `Interleaving` before those of
// its library. An optimised build looks into them as it compiles a caller, so their types must be
// those of the library; and a program that runs outside an exploration must not notice.

private struct Broken: Error {}

private final class Counted: Sendable {
  static let alive = SharedCount()
  init() { Self.alive.add(1) }
  deinit { Self.alive.add(-1) }
}

private final class SharedCount: @unchecked Sendable {
  // Only one task of one test counts.
  private(set) var value = 0
  func add(_ change: Int) { value += change }
}

@Test func `every way to feed a stream does outside an exploration what the library's does`() async
{
  for round in 0..<200 {
    let (values, feed) = AsyncThrowingStream<[Counted], any Error>.makeStream()
    feed.yield([Counted(), Counted()])
    feed.yield(with: .success([Counted()]))
    if round.isMultiple(of: 2) { feed.finish(throwing: Broken()) } else { feed.finish() }
    var seen = 0
    do { for try await part in values { seen += part.count } } catch { seen += 10 }
    #expect(seen == (round.isMultiple(of: 2) ? 13 : 3))

    let (texts, more) = AsyncStream<String>.makeStream()
    more.yield("a text that is too long to be kept in place, number \(round)")
    more.yield(with: .success("second"))
    more.finish()
    var length = 0
    for await text in texts { length += text.count }
    #expect(length > 50)

    let (ticks, tick) = AsyncStream<Void>.makeStream()
    let (throwingTicks, throwingTick) = AsyncThrowingStream<Void, any Error>.makeStream()
    tick.yield()
    throwingTick.yield()
    tick.finish()
    throwingTick.finish()
    for await _ in ticks { seen += 100 }
    do { for try await _ in throwingTicks { seen += 1000 } } catch { seen = 0 }
    #expect(seen > 1100)
  }
  #expect(Counted.alive.value == 0)
}

@Test func `a stream that a thread feeds is told, so nothing is called exhaustive`() throws {
  let told = try explore("stream") { runtime in
    let (values, feed) = AsyncThrowingStream<Int, any Error>.makeStream()
    let sum = runtime.cell("sum", 0)
    runtime.task("writer") {
      feed.yield(1)
      feed.finish(throwing: Broken())
    }
    runtime.task("reader") {
      do { for try await value in values { sum.write(sum.read() + value) } } catch {
        runtime.outcome("broken after \(sum.read())")
      }
    }
  }
  #expect(told.outcomes.map(\.name) == ["broken after 1"])
  #expect(!told.coverage.isComplete)
}

@Test(arguments: ["task", "group", "throwing group", "discarding group", "unsafe task", "handler"])
func `cancelling comes before or after each question`(spelling: String) throws {
  let asked = try explore(spelling) { runtime in
    let answer = runtime.cell("answer", "none")
    let asking = runtime.task("asking") {
      switch spelling {
      case "task": answer.write(Task.isCancelled ? "yes" : "no")
      case "group":
        await withTaskGroup(of: Void.self) { answer.write($0.isCancelled ? "yes" : "no") }
      case "throwing group":
        await withThrowingTaskGroup(of: Void.self) { answer.write($0.isCancelled ? "yes" : "no") }
      case "discarding group":
        await withDiscardingTaskGroup { answer.write($0.isCancelled ? "yes" : "no") }
      case "unsafe task":
        withUnsafeCurrentTask { answer.write($0?.isCancelled == true ? "yes" : "no") }
      default:
        await withTaskCancellationHandler {
          do {
            try Task.checkCancellation()
            answer.write("no")
          } catch { answer.write("yes") }
        } onCancel: {
        }
      }
    }
    runtime.thread("cancels") { asking.cancel() }
    runtime.atEnd { runtime.outcome(answer.read()) }
  }
  #expect(asked.outcomes.map(\.name).sorted() == ["no", "yes"])
}
