internal import Dispatch
internal import Foundation
internal import Synchronization

/// The live runtime: a thin layer over Dispatch and real threads.
final class LiveCore: RuntimeCore {
  let kind = Runtime.Kind.live
  let number = 0
  private let start = ContinuousClock.now
  private let resources = Atomic(0)
  private let races = LiveRaces.shared

  func makeMainQueue() -> any QueueCore { LiveMainQueue() }
  func makeQueue(_ name: String) -> any QueueCore { LiveQueue(name) }
  func hasQueue(_ name: String) -> Bool { false }
  func makeLock(_ name: String) -> any LockCore { LiveLock() }
  func makeSemaphore(_ name: String, value: Int) -> any SemaphoreCore { LiveSemaphore(value) }
  func makeCompletion(_ name: String) -> any CompletionCore { LiveCompletion() }
  func makeResource(_ name: String, guardsItself: Bool, isCell: Bool) -> Resource {
    Resource(
      name: name, id: resources.add(1, ordering: .relaxed).oldValue, guardsItself: guardsItself)
  }

  func makeState(_ name: String) -> Resource {
    makeResource(name, guardsItself: true, isCell: false)
  }

  func makeTurn(_ want: Want, of resource: Resource) -> any SemaphoreCore { LiveSemaphore(0) }
  func hold(_ resource: Resource, at place: SourcePlace) {}
  func letGo(_ resource: Resource) {}
  func beginChange(of resource: Resource) {}
  func endChange(of resource: Resource) {}
  func give(_ resource: Resource) { races.give(races.moment(of: resource)) }
  func take(_ resource: Resource) { races.take(races.moment(of: resource)) }
  // What nothing but a fence orders is taken for ordered: a race that happened is left out sooner
  // than one told that did not.
  func giveRelaxed(_ resource: Resource) { give(resource) }
  func takeRelaxed(_ resource: Resource) { take(resource) }
  func fence(acquires: Bool, releases: Bool) {}
  // Streams, which only tasks read, ask for these.
  func moment() -> Int? { nil }
  func come(after moment: Int?) {}

  func startThread(
    _ name: String, at place: SourcePlace, _ body: @escaping () throws -> Void
  ) -> ThreadHandle {
    let ended = Completion(
      name: "end of \(name)", core: LiveCompletion(),
      home: Home(runtime: number, kind: "the", place: place))
    let (party, moment) = (races.party(name), races.moment())
    let once = OneShot {
      ThreadState.current.startedAt = place
      ThreadState.current.party = party
      self.races.take(moment)
      do { try body() } catch { self.fail("\(name) threw: \(error)", at: place) }
      ended.complete()
      LiveActivity.shared.end()
    }
    let thread = Thread { once.run() }
    thread.name = name
    LiveActivity.shared.begin()
    thread.start()
    return ThreadHandle(name: name, ended: ended)
  }

  func access(
    _ resource: Resource, _ kind: AccessKind, _ fact: (any Fact)?, at place: SourcePlace
  ) { races.note(resource, kind, at: place) }
  func exchange(
    _ resource: Resource, _ fact: (any Fact)?, at place: SourcePlace,
    if willChange: @escaping () -> Bool
  ) {}
  func touch(_ resource: Resource, _ kind: AccessKind, at place: SourcePlace) {
    races.note(resource, kind, at: place)
  }
  var keepsContents: Bool { false }
  func keep(_ contents: Any, of resource: Resource) {}
  var isUnwinding: Bool { false }
  var isAlone: Bool { false }

  var now: Duration { start.duration(to: .now) }
  func spend(_ duration: Duration, _ fact: (any Fact)?) {}
  func sleep(for duration: Duration, at place: SourcePlace) {
    Thread.sleep(forTimeInterval: duration / .seconds(1))
  }

  func after(
    _ delay: Duration, on queue: SerialQueue, at place: SourcePlace, _ block: @escaping () -> Void
  ) {
    let once = OneShot(races.handedOver(block))
    LiveActivity.shared.begin()
    DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1)) {
      queue.core.async(at: place) { once.run() }
      LiveActivity.shared.end()
    }
  }

  func outcome(_ name: String, isFinal: Bool) {
    LiveActivity.shared.record { journal in
      guard isFinal || !journal.isOutcomeFinal else { return }
      journal.outcome = name
      journal.isOutcomeFinal = isFinal
    }
  }
  /// The system tries one order, and claims nothing.
  func leaveOut(_ what: String) {}
  func fail(_ reason: String, at place: SourcePlace) {
    LiveActivity.shared.record { $0.failures.append("\(reason) (\(place))") }
  }
  func atEnd(_ block: @escaping () throws -> Void) {
    LiveActivity.shared.record { $0.endBlocks.append(block) }
  }
  func atEndOfMainTurn(_ block: @escaping () -> Void) {
    LiveMainQueue().async(at: SourcePlace(), block)
  }
  /// Live, the main queue is the system's, and it is not watched.
  var longestMainStall: Duration { .zero }
  /// Live, the system keeps what it has promised, and nothing makes it do less.
  func allows(_ promise: WeakerPromise) -> Bool { false }
  var isTracing: Bool { false }
  func untraced(_ body: () throws -> Void) rethrows { try body() }
  func note(_ fact: any Fact, at place: SourcePlace?) {}
  func inTurn(ofNote text: String, at place: SourcePlace, _ note: () -> Void) { note() }
}

/// Carries a block to the one place that runs it.
struct OneShot: @unchecked Sendable {
  // @unchecked Sendable because the block is run once, by the thread that it was handed to, and the
  // hand-over (a queue, a thread start) orders everything before it.
  let block: () -> Void
  init(_ block: @escaping () -> Void) { self.block = block }
  func run() { block() }
}
