internal import Foundation

/// `benchmark engine [--wide | --stack] [--rows N] [--json] [--html FILE] [NAME...]`: the engine
/// beside plain SQLite. Names, or parts of them, choose what is measured; `--wide` takes the rows of
/// all kinds of attributes, `--stack` history, lists, migrations and batches.
enum EngineBenchmark {
  struct Report: Encodable {
    let schema = 1
    let rows: Int
    let contests: [ContestResult]
    let figures: [Figure]
  }

  /// False if a promise is broken.
  static func run(_ arguments: [String]) throws -> Bool {
    var rows = 100_000
    var rest = arguments[...]
    var isJSON = false
    var page: String?
    var table = Table.narrow
    var names: [String] = []
    while let word = rest.popFirst() {
      switch word {
      case "--json": isJSON = true
      case "--html": page = try BarPage.file(rest.popFirst())
      case "--wide": table = .wide
      case "--stack": table = .stack
      case "--rows":
        guard let count = rest.popFirst().flatMap(Int.init), count >= 1_000 else {
          throw BadArguments(text: "--rows takes a number of at least 1000")
        }
        rows = count
      case _ where word.hasPrefix("-"):
        throw BadArguments(
          text: "'\(word)' is not --wide, --stack, --rows N, --json or --html FILE")
      default: names.append(word)
      }
    }
    let scratch = try Scratch()
    func isWanted(_ name: String) -> Bool {
      names.isEmpty || names.contains { name.localizedCaseInsensitiveContains($0) }
    }
    let all = table.measurements(rows, scratch)
    let contests = all.contests.filter { isWanted($0.name) }
    let figures = all.figures.filter { isWanted($0.name) }
    if contests.isEmpty && figures.isEmpty {
      throw BadArguments(text: "nothing is called \(names.joined(separator: ", "))")
    }
    var progress = MeasuringLine(all: contests.count + figures.count)
    let report = Report(
      rows: rows,
      contests: try contests.map { contest in
        progress.show(contest.name)
        return try contest.run(rounds: 9)
      },
      figures: try figures.flatMap { figure in
        progress.show(figure.name)
        return try figure.measure()
      })
    progress.clear()
    try isJSON ? printJSON(report) : printTable(report)
    if let page {
      let ratios = report.contests.map {
        Figure(
          name: "\($0.name), engine to plain SQLite", value: $0.ratio, unit: "times",
          limit: $0.limit)
      }
      try BarPage(title: "The engine, \(rows) rows", figures: ratios + report.figures).write(
        to: page)
    }
    return report.contests.allSatisfy(\.holds) && report.figures.allSatisfy(\.holds)
  }

  /// What there is to measure.
  private enum Table {
    case narrow, wide, stack

    func measurements(
      _ rows: Int, _ scratch: Scratch
    ) -> (contests: [Contest], figures: [Measurement]) {
      switch self {
      case .narrow:
        (
          EngineContests(rows: rows, scratch: scratch).all(),
          EngineFigures(scratch: scratch).all() + MemoryFigures(scratch: scratch).all()
            + ReaderFigures(scratch: scratch).all() + SearchFigures(scratch: scratch).all()
            + GrowthFigures(scratch: scratch).all()
        )
      case .wide:
        (WideContests(rows: rows, scratch: scratch).all(), WideFigures(scratch: scratch).all())
      case .stack:
        (
          HistoryContests(rows: rows, scratch: scratch).all()
            + BatchContests(rows: rows, scratch: scratch).all()
            + MigrationContests(rows: rows, scratch: scratch).all(),
          StackFigures(rows: rows, scratch: scratch).all()
        )
      }
    }
  }

  private static func printJSON(_ report: Report) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(report), as: UTF8.self))
  }

  private static func printTable(_ report: Report) {
    print("The engine beside plain SQLite, \(report.rows) rows, medians of nine in turns")
    print("     contest, engine, plain SQLite, plain for one row, engine to plain, promise\n")
    for contest in report.contests {
      let limit = contest.limit.map { "at most \($0)" } ?? ""
      print(
        mark(contest.holds), padded(contest.name, 42), padded(milliseconds(contest.ourSeconds), 12),
        padded(milliseconds(contest.plainSeconds), 12),
        padded(String(format: "%.2f µs", contest.plainSeconds / Double(contest.units) * 1e6), 10),
        padded(String(format: "%.2f times", contest.ratio), 14), limit)
    }
    print("")
    for figure in report.figures {
      let limit = figure.limit.map { "at most \($0)" } ?? ""
      print(
        mark(figure.holds), padded(figure.name, 58),
        padded(String(format: "%.2f \(figure.unit)", figure.value), 16), limit)
    }
  }

  private static func mark(_ holds: Bool) -> String { holds ? "ok  " : "MISS" }
  private static func milliseconds(_ seconds: Double) -> String {
    String(format: "%.1f ms", seconds * 1e3)
  }
  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

/// A wrong word on the command line.
struct BadArguments: Error {
  let text: String
}
