public import Dispatch
public import Foundation
internal import Interleaving

extension Platform {
  /// How often a timer fires that repeats: a run must come to an end.
  static var rounds: Int { 3 }

  /// A timer of the main run loop.
  public final class Timer: @unchecked Sendable {
    // @unchecked Sendable because all but the flag is settled before it is scheduled.
    private let isOff = Flag("whether a timer is invalid")
    private let block: (Timer) -> Void
    public let timeInterval: TimeInterval
    private let repeats: Bool
    /// When it fires for the first time; nil for an interval from when it is scheduled.
    private var firstDate: Date?
    /// How often it was scheduled: what an earlier time would have done is off.
    private var schedules = 0
    private let place: SourcePlace
    public var tolerance: TimeInterval = 0
    public let userInfo: Any? = nil

    /// A timer that does not run before `RunLoop.main.add(_:forMode:)`.
    @preconcurrency
    public init(
      timeInterval interval: TimeInterval, repeats: Bool, file: StaticString = #fileID,
      line: UInt = #line, block: @escaping @Sendable (Timer) -> Void
    ) {
      timeInterval = interval
      firstDate = nil
      self.repeats = repeats
      self.block = block
      place = SourcePlace(file: file, line: line)
    }

    /// The same, which fires at `date` first.
    @preconcurrency
    public init(
      fire date: Date, interval: TimeInterval, repeats: Bool, file: StaticString = #fileID,
      line: UInt = #line, block: @escaping @Sendable (Timer) -> Void
    ) {
      timeInterval = interval
      firstDate = date
      self.repeats = repeats
      self.block = block
      place = SourcePlace(file: file, line: line)
    }

    /// When it fires next; one that is set moves what comes.
    public var fireDate: Date {
      get { firstDate ?? Date().addingTimeInterval(timeInterval) }
      set {
        firstDate = newValue
        if schedules > 0 { schedule() }
      }
    }

    public var isValid: Bool { !isOff.isSet }
    public func invalidate() { isOff.set(true) }
    public func fire() {
      guard isValid else { return }
      block(self)
      if !repeats { invalidate() }
    }

    @preconcurrency
    @discardableResult
    public static func scheduledTimer(
      withTimeInterval interval: TimeInterval, repeats: Bool, file: StaticString = #fileID,
      line: UInt = #line, block: @escaping @Sendable (Timer) -> Void
    ) -> Timer {
      let timer = Timer(
        timeInterval: interval, repeats: repeats, file: file, line: line, block: block)
      timer.schedule()
      return timer
    }

    func schedule(_ round: Int = 1) {
      let runtime = Runtime.current
      let first = round == 1 ? firstDate.map { max(0, $0.timeIntervalSinceNow) } : nil
      schedules += 1
      let mine = schedules
      runtime.after(
        .seconds(first ?? timeInterval), on: runtime.main, file: place.file, line: place.line
      ) { [self] in
        guard isValid, mine == schedules else { return }
        block(self)
        guard repeats, isValid else { return invalidate() }
        if round < rounds { schedule(round + 1) }
      }
    }
  }

  /// The run loop of the main thread, which takes timers and blocks.
  public final class RunLoop: Sendable {
    public typealias Mode = Foundation.RunLoop.Mode
    public static let main = RunLoop()
    public static var current: RunLoop { main }

    public func add(_ timer: Timer, forMode mode: Mode) { timer.schedule() }

    @preconcurrency
    public func perform(
      file: StaticString = #fileID, line: UInt = #line, _ block: @escaping @Sendable () -> Void
    ) {
      DispatchQueue.main.async(file: file, line: line, execute: block)
    }

    @available(
      *, unavailable,
      message: "not controlled: running a run loop; return instead"
    )
    public func run() {}

    @available(
      *, unavailable,
      message: "not controlled: running a run loop; return instead"
    )
    @discardableResult
    public func run(mode: Mode, before limit: Date) -> Bool { false }

    @available(
      *, unavailable,
      message: "not controlled: running a run loop; return instead"
    )
    public func run(until limit: Date) {}
  }

  /// Timers of Dispatch; its other sources come from outside of the program.
  public enum DispatchSource {
    public typealias TimerFlags = Dispatch.DispatchSource.TimerFlags

    public static func makeTimerSource(
      flags: TimerFlags = [], queue: DispatchQueue? = nil
    ) -> any DispatchSourceTimer {
      SourceTimer(queue ?? DispatchQueue.global())
    }
  }

  public protocol DispatchSourceTimer: AnyObject {
    func schedule(
      deadline: DispatchTime, repeating interval: DispatchTimeInterval,
      leeway: DispatchTimeInterval)
    func setEventHandler(handler: (() -> Void)?)
    func setCancelHandler(handler: (() -> Void)?)
    func resume()
    func activate()
    func cancel()
    var isCancelled: Bool { get }
  }

  private final class SourceTimer: DispatchSourceTimer, @unchecked Sendable {
    // @unchecked Sendable because a run has one thread going at a time.
    private let queue: DispatchQueue
    private let isOff = Flag("whether a timer is cancelled")
    private var handler: (() -> Void)?
    private var atEnd: (() -> Void)?
    private var deadline: DispatchTime?
    private var interval = DispatchTimeInterval.never
    private var isOn = false

    init(_ queue: DispatchQueue) { self.queue = queue }

    deinit {
      let isOver = Runtime.current.kind == .live || Runtime.current.isUnwinding
      precondition(isOn || isOver, "a timer source is let go of before its first resume()")
    }

    func schedule(
      deadline: DispatchTime, repeating interval: DispatchTimeInterval,
      leeway: DispatchTimeInterval
    ) {
      (self.deadline, self.interval) = (deadline, interval)
      if isOn { wait(until: deadline, 1) }
    }

    func setEventHandler(handler: (() -> Void)?) { self.handler = handler }
    func setCancelHandler(handler: (() -> Void)?) { atEnd = handler }
    var isCancelled: Bool { isOff.isSet }

    func resume() {
      precondition(!isOn, "resume() of a timer source that is resumed already")
      activate()
    }

    func activate() {
      if isOn { return }
      isOn = true
      if let deadline { wait(until: deadline, 1) }
    }

    /// It lets go of its handlers, and of what they hold.
    func cancel() {
      isOff.set(true)
      if atEnd == nil {
        handler = nil
      } else {
        queue.async { [self] in
          atEnd?()
          (handler, atEnd) = (nil, nil)
        }
      }
    }

    private func wait(until deadline: DispatchTime, _ round: Int) {
      queue.asyncAfter(deadline: deadline) { [self] in
        guard !isCancelled else { return }
        handler?()
        if interval.duration != nil, round < rounds { wait(until: .now() + interval, round + 1) }
      }
    }
  }
}

extension Platform.DispatchSourceTimer {
  public func setEventHandler(handler: Platform.DispatchWorkItem) {
    setEventHandler { handler.perform() }
  }

  public func setCancelHandler(handler: Platform.DispatchWorkItem) {
    setCancelHandler { handler.perform() }
  }

  public func schedule(
    wallDeadline: Platform.DispatchWallTime, repeating interval: DispatchTimeInterval = .never,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    schedule(deadline: wallDeadline.time, repeating: interval, leeway: leeway)
  }

  public func schedule(
    deadline: Platform.DispatchTime, repeating interval: DispatchTimeInterval = .never
  ) {
    schedule(deadline: deadline, repeating: interval, leeway: .nanoseconds(0))
  }

  public func schedule(
    deadline: Platform.DispatchTime, repeating seconds: Double,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    schedule(
      deadline: deadline, repeating: .nanoseconds(Int(seconds * 1e9)), leeway: leeway)
  }

  @available(
    *, unavailable,
    message: "not controlled: suspending a timer; cancel it and make another"
  )
  public func suspend() {}
}
