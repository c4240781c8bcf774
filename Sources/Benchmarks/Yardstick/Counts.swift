internal import Foundation
internal import Interleaving

/// Explores programs whose numbers of executions are published: `benchmark counts [NAME...]`.
enum Counts {
  /// False if a number is another one, or a run was in vain.
  static func run(_ names: [String]) throws -> Bool {
    let programs = CountedProgram.all.filter { program in
      names.isEmpty || names.contains { program.title.contains($0) }
    }
    guard !programs.isEmpty else { throw BadArguments(text: "no program is called so") }
    print("     program           published      run  in vain        time")
    return try programs.map(measure).allSatisfy { $0 }
  }

  private static func measure(_ program: CountedProgram) throws -> Bool {
    var options = ExplorationOptions(schedules: 1_000_000, races: .ignored, shrinks: false)
    options.looks = nil
    var found: Exploration?
    let duration = try time {
      found = try explore(program.title, options: options, program.program)
    }
    guard let found else { return false }
    let isRight =
      found.coverage == .exhaustive && found.schedules == program.executions
      && found.redundantRuns == 0
    let columns = [
      (program.title, -16), ("\(program.executions)", 10), ("\(found.schedules)", 8),
      ("\(found.redundantRuns)", 8), (String(format: "%.1f ms", duration.seconds * 1_000), 11),
    ]
    print((isRight ? "ok  " : "MISS") + columns.map { " " + padded($0, to: $1) }.joined())
    fflush(nil)
    return isRight
  }

  /// Fills up to a width: on the left, or on the right where it is negative.
  static func padded(_ text: String, to width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + blanks : blanks + text
  }
}
