import Foundation
import Synchronization
public import Testing

/// Tests that take long and seldom tell anything new: random runs, sudden deaths, whole museums,
/// pages in a browser, builds of other packages. `swift test` leaves them out, so that who repairs
/// an exercise is answered soon; `WORKBOOK_TESTS=all swift test` runs everything, as `.ci/run` does.
public enum LongTests {
  public static let areAsked = ProcessInfo.processInfo.environment["WORKBOOK_TESTS"] == "all"

  private static let leftOut = Atomic(0)

  /// Whether a long test runs. If not, the last line of the run says how many did not.
  static func runs() -> Bool {
    if areAsked { return true }
    if leftOut.add(1, ordering: .relaxed).oldValue == 0 {
      atexit {
        let count = LongTests.leftOut.load(ordering: .relaxed)
        print("Left out: \(count) long tests or suites. Everything: WORKBOOK_TESTS=all swift test")
      }
    }
    return false
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs with `WORKBOOK_TESTS=all` only.
  public static var long: Self {
    .enabled(if: LongTests.runs(), "runs with WORKBOOK_TESTS=all")
  }
}
