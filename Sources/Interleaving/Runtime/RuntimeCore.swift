/// What a kind of runtime provides. `Runtime` is the face; this is the machine behind it.
protocol RuntimeCore: AnyObject, Sendable {
  var kind: Runtime.Kind { get }
  /// Tells runtimes apart; 0 is the live one.
  var number: Int { get }
  func allows(_ promise: WeakerPromise) -> Bool
  /// Called once, by the runtime it belongs to.
  func makeMainQueue() -> any QueueCore
  func makeQueue(_ name: String) -> any QueueCore
  /// Whether reports already have a queue of this name.
  func hasQueue(_ name: String) -> Bool
  func makeLock(_ name: String) -> any LockCore
  func makeSemaphore(_ name: String, value: Int) -> any SemaphoreCore
  func makeCompletion(_ name: String) -> any CompletionCore
  func makeResource(_ name: String, guardsItself: Bool, isCell: Bool) -> Resource
  /// State that threads wait for, as `Monitor` keeps it.
  func makeState(_ name: String) -> Resource
  /// What a thread waits with until another one lets it have `resource`; reports speak of `want`.
  func makeTurn(_ want: Want, of resource: Resource) -> any SemaphoreCore
  /// The calling thread holds it from now on, or no longer.
  func hold(_ resource: Resource, at place: SourcePlace)
  func letGo(_ resource: Resource)
  /// A thread that takes it from now on relies on what the calling thread did before it gave it.
  func give(_ resource: Resource)
  func take(_ resource: Resource)
  /// The same with nothing but a fence to rely on.
  func giveRelaxed(_ resource: Resource)
  func takeRelaxed(_ resource: Resource)
  func fence(acquires: Bool, releases: Bool)
  /// Where the calling thread is now, and that it has come to know of where another one was.
  func moment() -> Int?
  func come(after moment: Int?)
  func startThread(
    _ name: String, at place: SourcePlace, _ body: @escaping () throws -> Void
  ) -> ThreadHandle

  /// A fact comes only if the run is told.
  func access(
    _ resource: Resource, _ kind: AccessKind, _ fact: (any Fact)?, at place: SourcePlace)
  /// Changes something if `willChange`, asked when the step is made, says so; else only looks.
  func exchange(
    _ resource: Resource, _ fact: (any Fact)?, at place: SourcePlace,
    if willChange: @escaping () -> Bool)
  /// The calling thread, which has made a step of changing it, may make others before it is done;
  /// no other thread comes in between.
  func beginChange(of resource: Resource)
  func endChange(of resource: Resource)
  func touch(_ resource: Resource, _ kind: AccessKind, at place: SourcePlace)
  /// Whether what is in the cells is compared with another run.
  var keepsContents: Bool { get }
  func keep(_ contents: Any, of resource: Resource)
  var isUnwinding: Bool { get }
  /// Whether the calling thread is the only one so far: what it does now comes first in every order.
  var isAlone: Bool { get }

  var now: Duration { get }
  func spend(_ duration: Duration, _ fact: (any Fact)?)
  func sleep(for duration: Duration, at place: SourcePlace)
  func after(
    _ delay: Duration, on queue: SerialQueue, at place: SourcePlace, _ block: @escaping () -> Void)

  func outcome(_ name: String, isFinal: Bool)
  func leaveOut(_ what: String)
  func fail(_ reason: String, at place: SourcePlace)
  func atEnd(_ block: @escaping () throws -> Void)
  func atEndOfMainTurn(_ block: @escaping () -> Void)
  var isTracing: Bool { get }
  var longestMainStall: Duration { get }
  func untraced(_ body: () throws -> Void) rethrows
  func note(_ fact: any Fact, at place: SourcePlace?)
  /// Runs `note` when all notes that are to come before it have come.
  func inTurn(ofNote text: String, at place: SourcePlace, _ note: () -> Void)
}

protocol QueueCore: AnyObject, Sendable {
  /// Takes another name for reports.
  func rename(_ name: String)
  /// Whether the calling code runs as a block of this queue.
  var isCurrent: Bool { get }
  /// Whether the calling thread is inside a block of this queue, innermost or not.
  var isHeld: Bool { get }
  func async(at place: SourcePlace, _ block: @escaping () -> Void)
  /// Waits for its turn, then runs `block`: on the caller's thread, or on the main thread if this
  /// is the main queue.
  func sync(at place: SourcePlace, _ block: () -> Void)
}

protocol LockCore: AnyObject, Sendable {
  func lock(at place: SourcePlace)
  /// Takes it if it is free.
  func `try`(at place: SourcePlace) -> Bool
  func unlock(at place: SourcePlace)
}

protocol SemaphoreCore: AnyObject, Sendable {
  func wait(at place: SourcePlace)
  /// False if no signal came within the time.
  func wait(atMost limit: Duration, at place: SourcePlace) -> Bool
  func signal(at place: SourcePlace)
}

protocol CompletionCore: AnyObject, Sendable {
  func wait(at place: SourcePlace)
  /// False if it was not complete within the time.
  func wait(atMost limit: Duration, at place: SourcePlace) -> Bool
  func complete(at place: SourcePlace)
  var isComplete: Bool { get }
}
