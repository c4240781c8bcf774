// Compiled into a program that tries a reader's file: what differs from run to run is fixed there.
// The functions are found before those of the C library, by whatever asks for the time:
// `Date()`, `ContinuousClock`. What asks for chance is in `FixedChance.swift`.
import ControlledDispatch
import Glibc
import Interleaving

/// The clock begins there in each run, and goes by virtual time: 2025-01-01 09:00 in Greenwich.
private let fixedMorning = 1_735_722_000
/// Off until the program is about to be explored: the language's own runtime asks before.
private nonisolated(unsafe) var isWorldFixed: Bool = false

/// Called before anything is explored.
func fixWorld() {
  realOnce = real("swift_once")
  realTime = real("clock_gettime")
  realRandom = real("getrandom")
  isWorldFixed = true
}

private typealias CallOfOnce =
  @convention(c) (
    UnsafeMutableRawPointer, @convention(c) (UnsafeMutableRawPointer?) -> Void,
    UnsafeMutableRawPointer?
  ) -> Void
private nonisolated(unsafe) var realOnce: CallOfOnce?
private typealias CallOfClock = @convention(c) (Int32, UnsafeMutablePointer<timespec>) -> Int32
private typealias CallOfChance = @convention(c) (UnsafeMutableRawPointer, Int, UInt32) -> Int
private nonisolated(unsafe) var realTime: CallOfClock?
private nonisolated(unsafe) var realRandom: CallOfChance?

/// The library's own function, which the one here comes before.
private func real<Function>(_ name: String) -> Function {
  let found = dlsym(UnsafeMutableRawPointer(bitPattern: -1), name)
  return unsafeBitCast(found!, to: Function.self)
}

/// Whether the thread that asks belongs to a run.
var isOfARun: Bool { isWorldFixed && Runtime.nameOfThread != nil }

private func fill(_ buffer: UnsafeMutableRawPointer, _ count: Int) {
  for index in 0..<count {
    let byte = UInt8(truncatingIfNeeded: nextChance())
    buffer.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
  }
}

@_cdecl("clock_gettime")
public func fixedTime(_ clock: Int32, _ result: UnsafeMutablePointer<timespec>) -> Int32 {
  // Processor time is real: it only says how long something took.
  guard isOfARun, clock != CLOCK_PROCESS_CPUTIME_ID, clock != CLOCK_THREAD_CPUTIME_ID else {
    return (realTime ?? real("clock_gettime"))(clock, result)
  }
  let (seconds, attoseconds) = Runtime.current.now.components
  let start = clock == CLOCK_REALTIME ? fixedMorning : 1_000
  result.pointee.tv_sec = start + Int(seconds)
  result.pointee.tv_nsec = Int(attoseconds / 1_000_000_000)
  return 0
}

/// Each lazy global is asked for through this.
@_cdecl("swift_once")
public func controlledOnce(
  _ mark: UnsafeMutableRawPointer, _ make: @convention(c) (UnsafeMutableRawPointer?) -> Void,
  _ context: UnsafeMutableRawPointer?
) {
  guard isWorldFixed, LazyGlobals.areControlled(UInt(bitPattern: mark)) else {
    return (realOnce ?? real("swift_once"))(mark, make, context)
  }
  LazyGlobals.once(UInt(bitPattern: mark)) { make(context) }
}

@_cdecl("getrandom")
public func fixedRandom(
  _ buffer: UnsafeMutableRawPointer, _ count: Int, _ flags: UInt32
) -> Int {
  guard isOfARun else {
    return (realRandom ?? real("getrandom"))(buffer, count, flags)
  }
  fill(buffer, count)
  return count
}

@_cdecl("getentropy")
public func fixedEntropy(_ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int32 {
  fixedRandom(buffer, count, 0) == count ? 0 : -1
}

@_cdecl("arc4random_buf")
public func fixedBytes(_ buffer: UnsafeMutableRawPointer, _ count: Int) {
  var done = 0
  while done < count {
    let got = fixedRandom(buffer + done, count - done, 0)
    if got > 0 { done += got }
  }
}
