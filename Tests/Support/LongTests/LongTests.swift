import Foundation
import Synchronization
public import Testing

/// Tests that take long and seldom tell anything new: random runs, sudden deaths, whole museums,
/// pages in a browser, builds of other packages. `swift test` leaves them out, so that who repairs
/// an exercise is answered soon; `WORKBOOK_TESTS=all swift test` runs everything, and `.ci/run` with
/// `WORKBOOK_TESTS=tenth` each of them with a tenth of what it repeats. The engines' own tests are
/// not even built by plain `swift test` (Package.swift).
public enum LongTests {
  private static let asked = ProcessInfo.processInfo.environment["WORKBOOK_TESTS"]

  public static var isTenth: Bool { asked == "tenth" }

  /// A tenth of what a long test goes through, always the same one; all of it with
  /// `WORKBOOK_TESTS=all`.
  public static func part<Item>(of all: [Item]) -> [Item] {
    guard isTenth else { return all }
    return stride(from: max(0, min(3, all.count - 1)), to: all.count, by: 10).map { all[$0] }
  }

  /// What a test goes through: all of it, or, where the long tests are left out, the first few.
  public static func all<Item>(_ items: [Item], orFirst count: Int) -> [Item] {
    items.count <= count || runs() ? items : Array(items.prefix(count))
  }

  private static let leftOut = Atomic(0)

  #if WITHOUT_ENGINES
    fileprivate static let engines = ", and the engines' own tests"
  #else
    fileprivate static let engines = ""
  #endif

  /// Whether a long test runs. If not, the last line of the run says how many did not.
  static func runs() -> Bool {
    if asked == "all" || asked == "tenth" { return true }
    if leftOut.add(1, ordering: .relaxed).oldValue == 0 {
      atexit {
        let count = LongTests.leftOut.load(ordering: .relaxed)
        print(
          "Left out: \(count) long tests or suites\(LongTests.engines). "
            + "Everything: WORKBOOK_TESTS=all swift test")
      }
    }
    return false
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs with `WORKBOOK_TESTS=all` or `tenth` only.
  public static var long: Self {
    .enabled(if: LongTests.runs(), "runs with WORKBOOK_TESTS=all")
  }
}
