public import Dispatch
internal import Interleaving

extension Platform {
  /// A moment of virtual time, as a deadline.
  public struct DispatchTime: Sendable, Comparable {
    /// Nil for never.
    let moment: Duration?

    public static func now() -> DispatchTime { DispatchTime(moment: Runtime.current.now) }
    public static let distantFuture = DispatchTime(moment: nil)

    public init(uptimeNanoseconds: UInt64) {
      moment = .nanoseconds(Int64(clamping: uptimeNanoseconds))
    }

    init(moment: Duration?) { self.moment = moment }

    public var uptimeNanoseconds: UInt64 {
      guard let (seconds, attoseconds) = moment?.components else { return .max }
      return UInt64(clamping: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// How long it is until then; nil for never.
    var delay: Duration? { moment.map { max(.zero, $0 - Runtime.current.now) } }

    public static func < (one: DispatchTime, other: DispatchTime) -> Bool {
      guard let first = one.moment else { return false }
      return other.moment.map { first < $0 } ?? true
    }

    public static func + (time: DispatchTime, seconds: Double) -> DispatchTime {
      DispatchTime(moment: time.moment.map { $0 + .seconds(seconds) })
    }

    public static func - (time: DispatchTime, seconds: Double) -> DispatchTime { time + -seconds }

    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime {
      DispatchTime(
        moment: time.moment.flatMap { moment in interval.duration.map { moment + $0 } })
    }

    public static func - (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime {
      DispatchTime(
        moment: time.moment.flatMap { moment in interval.duration.map { moment - $0 } })
    }

    public func advanced(by interval: DispatchTimeInterval) -> DispatchTime { self + interval }
  }

  /// The same by the clock on the wall, which here is no other.
  public struct DispatchWallTime: Sendable, Comparable {
    let time: DispatchTime

    public static func now() -> DispatchWallTime { DispatchWallTime(time: .now()) }
    public static let distantFuture = DispatchWallTime(time: .distantFuture)

    public static func < (one: DispatchWallTime, other: DispatchWallTime) -> Bool {
      one.time < other.time
    }

    public static func + (one: DispatchWallTime, seconds: Double) -> DispatchWallTime {
      DispatchWallTime(time: one.time + seconds)
    }

    public static func + (
      one: DispatchWallTime, interval: DispatchTimeInterval
    ) -> DispatchWallTime {
      DispatchWallTime(time: one.time + interval)
    }
  }
}

extension DispatchTimeInterval {
  /// Nil for never.
  var duration: Duration? {
    switch self {
    case .seconds(let count): .seconds(count)
    case .milliseconds(let count): .milliseconds(count)
    case .microseconds(let count): .microseconds(count)
    case .nanoseconds(let count): .nanoseconds(count)
    default: nil
    }
  }
}
