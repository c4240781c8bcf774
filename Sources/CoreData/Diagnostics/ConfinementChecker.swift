internal import Interleaving
internal import Synchronization

/// What happens when a context or one of its objects is touched off its queue.
public enum ConfinementChecking: Sendable, Hashable {
  /// The process stops with the report, as `-com.apple.CoreData.ConcurrencyDebug 1` does.
  case trap
  /// The report is kept, and the program goes on.
  case record
  /// Nothing happens. What the program then does is undefined.
  case off
}

/// Watches one context: is the code that touches it, or its objects, on its queue?
final class ConfinementChecker: Sendable {
  /// The queue of the context; nil for the confinement type, which has none to check.
  let owner: SerialQueue?
  let runtime: Runtime
  /// Where the context was made.
  let origin: SourcePlace
  private let contextName: Mutex<String>
  /// What the context is called as long as it has no name.
  let nameOfOrigin: String
  private let kept: Mutex<(mode: ConfinementChecking, violations: [ConfinementViolation])>

  /// The mode that a new context starts with: to trap if the process was launched so (fact C7).
  static let initialMode = Mutex(
    LaunchArguments.ofProcess.stopsAtViolations ? ConfinementChecking.trap : .record)

  init(owner: SerialQueue?, runtime: Runtime, contextName: String, origin: SourcePlace) {
    self.owner = owner
    self.runtime = runtime
    self.origin = origin
    self.contextName = Mutex(contextName)
    nameOfOrigin = contextName
    self.kept = Mutex((Self.initialMode.withLock { $0 }, []))
  }

  /// Free when all is well: one thread-local read and a comparison.
  @inline(__always)
  func check(_ subject: @autoclosure () -> ConfinementViolation.Subject) {
    guard let owner, !owner.isHeld else { return }
    report(subject(), owner)
  }

  /// Whether the caller may touch the context.
  var isSatisfied: Bool { owner?.isHeld ?? true }

  var mode: ConfinementChecking {
    get { kept.withLock { $0.mode } }
    set { kept.withLock { $0.mode = newValue } }
  }

  var violations: [ConfinementViolation] { kept.withLock { $0.violations } }

  func rename(_ name: String) { contextName.withLock { $0 = name } }

  private func report(_ subject: ConfinementViolation.Subject, _ owner: SerialQueue) {
    let mode = mode
    if runtime.isUnwinding { return }
    if mode == .off {
      return runtime.leaveOut("accesses off the queue of \(contextName.withLock { $0 })")
    }
    let violation = ConfinementViolation(
      subject: subject, context: contextName.withLock { $0 }, ownerQueue: owner.name,
      offender: Offender.current, offenderPlace: Offender.place, contextMadeAt: origin,
      calls: CallsToViolations.current)
    let place = violation.offenderPlace ?? SourcePlace()
    runtime.note(
      CoreDataFact.confinement(violation: violation), file: place.file, line: place.line)
    if mode == .trap { fatalError(violation.description) }
    kept.withLock { $0.violations.append(violation) }
    runtime.finalOutcome(RunEnding.violation)
  }
}

// What a program asks of the confinement checker. May be asked from any thread: reports are read
// by the person who looks for the mistake, not by the queue that made it.

extension NSManagedObjectContext {
  /// What happens when this context or one of its objects is touched off its queue.
  public final var confinementChecking: ConfinementChecking {
    get { checker.mode }
    set { checker.mode = newValue }
  }

  /// What was touched off the queue so far, in `record` mode, in the order it happened.
  public final var confinementViolations: [ConfinementViolation] { checker.violations }

  /// What happens, in every context made from now on, unless it is set there.
  public static var initialConfinementChecking: ConfinementChecking {
    get { ConfinementChecker.initialMode.withLock { $0 } }
    set { ConfinementChecker.initialMode.withLock { $0 = newValue } }
  }
}
