internal import Interleaving

/// Who makes a lazy global, where several threads come to it: `static let shared = Cache()`.
///
/// The language's runtime makes it once and lets all others wait, out of the scheduler's sight. In a
/// program that tries a file these are steps instead:
///
///     A                            B
///     is the first: makes it
///       takes a lock in `init`
///                                  is not the first: waits
///     has made it
public enum LazyGlobals {
  private struct Making: Sendable {
    let hasBegun: UncheckedBox<SharedAtomic<Bool>>
    let end: Completion
  }

  private final class Table: @unchecked Sendable {
    // @unchecked Sendable because a run has one thread going at a time.
    var making: [UInt: Making] = [:]
    /// The threads that know that a global is made, each with the mark of the global.
    var known: Set<[UInt]> = []
  }

  // Known from the start, so that asking for them asks for nothing that is lazy itself.
  private nonisolated(unsafe) static var first: UInt = .max
  private nonisolated(unsafe) static var last: UInt = 0
  private nonisolated(unsafe) static var names: [UInt: String] = [:]
  private static let table = PerRun { _ in Table() }

  /// From now on the globals with these marks are made in steps. Called once.
  public static func control(_ marks: [UInt: String]) {
    names = marks
    _ = table
    (first, last) = (marks.keys.min() ?? .max, marks.keys.max() ?? 0)
  }

  /// Whether the thread that asks is to make the global with this mark here.
  public static func areControlled(_ mark: UInt) -> Bool {
    mark >= first && mark <= last && Runtime.nameOfThread != nil && names[mark] != nil
  }

  /// Makes a global if no other thread does, and returns when it is made.
  public static func once(_ mark: UInt, _ make: () -> Void) {
    let table = table.current
    let key = Runtime.keyOfThread.map { [UInt($0), mark] }
    if let key, table.known.contains(key) { return }
    let making = table.making[mark] ?? begin(mark, in: table)
    if making.hasBegun.value.compareExchange(expected: false, desired: true).exchanged {
      make()
      making.end.complete()
    } else {
      making.end.wait()
    }
    if let key { table.known.insert(key) }
  }

  private static func begin(_ mark: UInt, in table: Table) -> Making {
    let name = names[mark] ?? "a global"
    let making = Making(
      hasBegun: UncheckedBox(Runtime.current.atomic("the beginning of \(name)", false)),
      end: Runtime.current.completion("the making of \(name)"))
    table.making[mark] = making
    return making
  }
}
