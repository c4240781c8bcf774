/// Lets a person be the scheduler: at every step choose who goes next.
///
/// It keeps no run open. Each question is answered by running the program again along the steps
/// chosen so far, so that undoing is forgetting.
public final class Stepper {
  /// A thread that can go on.
  public struct Choice: Hashable, Sendable {
    /// The name of the thread.
    public let thread: String
    /// What it would do: `takes lock A`.
    public let next: String
    /// Nil inside of an engine.
    public let place: SourcePlace?
    let id: Int
  }

  /// A thread that cannot.
  public struct Blocked: Hashable, Sendable {
    /// The name of the thread.
    public let thread: String
    /// Why not: `takes lock A, which T1 holds`.
    public let reason: String
    /// The line where it waits.
    public let place: SourcePlace
  }

  let explorer: Explorer
  var chosen: [UInt16] = []
  /// Who can go on now; empty when the run is over.
  public private(set) var choices: [Choice] = []
  /// Who waits, and for what.
  public private(set) var blocked: [Blocked] = []
  /// Everything that happened so far.
  public private(set) var events: [TraceEvent] = []

  /// A run of the program that waits at its first choice.
  ///
  /// ```swift
  /// let stepper = Stepper("transfer") { runtime in transfer(in: runtime) }
  /// while !stepper.isOver { stepper.choose(0) }
  /// print(stepper.finish())
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call the program.
  ///   - version: Its version, for the code of the run.
  ///   - options: What counts as a failure.
  ///   - program: Run anew for each step, along the steps that were chosen.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public init(
    _ name: String, version: Int = 1, options: ExplorationOptions = ExplorationOptions(),
    file: StaticString = #fileID, line: UInt = #line, _ program: @escaping Program
  ) {
    explorer = Explorer(
      name, version: version, options, at: SourcePlace(file: file, line: line), program)
    look()
  }

  /// Whether no thread can go on any more.
  public var isOver: Bool { choices.isEmpty }
  /// How many steps have been made.
  public var steps: Int { chosen.count }

  /// Makes the step of the choice with this index.
  ///
  /// - Parameter index: A place in ``choices``; another one stops the program.
  public func choose(_ index: Int) {
    precondition(choices.indices.contains(index), "there is no choice \(index)")
    chosen.append(UInt16(choices[index].id))
    look()
  }

  /// Makes the next step of the thread with this name; false if it cannot go on.
  ///
  /// - Parameter name: A thread's name, as the program gave it.
  /// - Returns: Whether the thread could go on.
  @discardableResult
  public func choose(thread name: String) -> Bool {
    guard let index = choices.firstIndex(where: { $0.thread == name }) else { return false }
    choose(index)
    return true
  }

  /// Goes on to where there is something to choose, in one run of the program; not without end, where
  /// a thread goes in circles.
  ///
  /// - Returns: Who went last, if there was a step to make.
  @discardableResult
  public func takeSingleChoices() -> String? {
    guard choices.count == 1 else { return nil }
    let peek = look(takingSingleChoices: 50)
    return peek.lastThread
  }

  /// Takes the last step back; false if there is none.
  @discardableResult
  public func undo() -> Bool {
    guard chosen.popLast() != nil else { return false }
    look()
    return true
  }

  /// Takes steps back until so many are left; the program runs once for all of them.
  ///
  /// - Parameter steps: How many stay; all if there are not so many.
  public func undo(to steps: Int) {
    guard steps < chosen.count else { return }
    chosen.removeLast(chosen.count - max(0, steps))
    look()
  }

  /// Takes steps back, makes another one there, and goes on to where there is something to choose:
  /// one run of the program for all of it.
  ///
  /// - Parameters:
  ///   - steps: How many stay.
  ///   - choice: One of the ``choices`` that there were after so many.
  /// - Returns: The thread that went last.
  public func goBack(to steps: Int, taking choice: Choice) -> String {
    precondition(steps <= chosen.count, "there are \(chosen.count) steps, not \(steps)")
    chosen.removeLast(chosen.count - steps)
    chosen.append(UInt16(choice.id))
    return look(takingSingleChoices: 50).lastThread ?? choice.thread
  }

  /// The run along the chosen steps, with the rest done in the usual way.
  public func finish() -> RunReport { explorer.report(Schedule(threads: chosen)) }

  /// A failing run that begins with the chosen steps; nil if there is none within the budget.
  ///
  /// - Parameter schedules: How many orders may be tried.
  /// - Returns: The first failing run that was found.
  public func letAdversaryFinish(schedules: Int = 10_000) -> RunReport? {
    let search = explorer.search(after: chosen, schedules: schedules) { $0.isFailure }
    return search.found.map(explorer.report)
  }

  /// Whether every order from here on fails; nil if there are more of them than may be tried.
  ///
  /// - Parameter schedules: How many orders may be tried.
  /// - Returns: True if all fail, false if one does not; nil if the orders were not all tried.
  public func isLost(schedules: Int = 2_000) -> Bool? {
    let search = explorer.search(after: chosen, schedules: schedules) { !$0.isFailure }
    if search.found != nil { return false }
    return search.isComplete ? true : nil
  }

  @discardableResult
  func look(takingSingleChoices most: Int = 0) -> Peek {
    let peek = Peek(
      Schedule(threads: chosen), takingSingleChoices: most,
      hidingPlacesIn: explorer.options.engines)
    _ = explorer.runner.run(peek, tracing: true)
    chosen += peek.taken
    choices = peek.choices
    blocked = peek.blocked
    events = explorer.runner.model.record.events
    return peek
  }
}

/// Follows a schedule to its end, goes on while there is nothing to choose, if it may, and notes how
/// things stand there.
final class Peek: Strategy {
  private let schedule: Schedule
  private let engines: Set<String>
  private let mostTaken: Int
  /// The steps behind the schedule, and who made the last of them.
  private(set) var taken: [UInt16] = []
  private(set) var lastThread: String?
  private(set) var choices: [Stepper.Choice] = []
  private(set) var blocked: [Stepper.Blocked] = []

  init(
    _ schedule: Schedule, takingSingleChoices most: Int, hidingPlacesIn engines: Set<String>
  ) {
    self.schedule = schedule
    mostTaken = most
    self.engines = engines
  }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    let step = model.steps.count
    if step < schedule.threads.count {
      let thread = Int(schedule.threads[step])
      return enabled.contains(thread) ? thread : nil
    }
    if taken.count < mostTaken, enabled.count == 1, let thread = enabled.first {
      taken.append(UInt16(thread))
      lastThread = model.threads[thread].name
      return thread
    }
    choices = enabled.map { id in
      let thread = model.threads[id]
      let place = thread.pending.place
      return Stepper.Choice(
        thread: thread.name, next: model.prospect(of: thread),
        place: place.isIn(engines) ? nil : place, id: id)
    }
    return nil
  }

  func runEnded(_ model: RunModel, as stop: RunStop) {
    blocked = model.stuckThreads.filter { thread in !choices.contains { $0.id == thread.id } }
      .map {
        Stepper.Blocked(thread: $0.name, reason: model.member($0).obstacle, place: $0.pending.place)
      }
  }
}
