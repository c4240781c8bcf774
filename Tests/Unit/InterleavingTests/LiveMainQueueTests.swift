import Dispatch
import Foundation
import Interleaving
import Testing

/// Who is on the main queue of a live program. Where `main` is an async function, as in a test
/// run, the main queue may be drained by a thread that is not the main thread.
struct LiveMainQueueTests {
  private var main: SerialQueue { Runtime.live.main }

  /// What a block answers that another thread runs.
  private func answer(
    _ start: (@escaping @Sendable (Bool) -> Void) -> Void
  ) async -> Bool {
    await withCheckedContinuation { continuation in start { continuation.resume(returning: $0) } }
  }

  @Test func `a block of the main queue is on it, from wherever it was enqueued`() async {
    let main = main
    #expect(await answer { reply in main.async { reply(main.isCurrent && main.isHeld) } })
    #expect(
      await answer { reply in DispatchQueue.main.async { reply(main.isCurrent && main.isHeld) } })
  }

  @Test @MainActor func `the main actor is on the main queue, where an engine runs at once`() {
    #expect(main.isCurrent)
    #expect(main.syncOrRun { main.isCurrent })
  }

  @Test func `a thread that waits for a block of it is on it in that block only`() async {
    let main = main
    let wasInside = await answer { reply in
      DispatchQueue.global().async {
        let before = main.isCurrent
        let inside = main.sync { main.isCurrent }
        reply(!before && inside && !main.isCurrent)
      }
    }
    #expect(wasInside)
  }

  @Test func `from inside another queue the main queue is still held`() async {
    let main = main
    let queue = Runtime.live.queue("import")
    #expect(await answer { reply in main.async { queue.sync { reply(main.isHeld) } } })
  }
}
