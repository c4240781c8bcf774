internal import CoreData

/// What a child process does and measures: `benchmark probe KIND ROWS FILE`.
///
/// A process of its own has nothing behind it: neither memory that an earlier measurement gave
/// back, which would be used again, nor a heap that is full of holes.
enum Probe: String {
  case faults, cachedFaults, realised, importing
  case saving, fetchingRealised, fetchingFaults, fetchingAgain, plainSaving, plainFetching
  case childSaving, merging
  case wideFilling, wideRealised
  case following, followingInSnapshots, firstPage

  /// Starts this program anew; it answers with a number of bytes or nanoseconds.
  func run(rows: Int, file: String) throws -> Int {
    let child = Process()
    child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = ["probe", rawValue, String(rows), file]
    let pipe = Pipe()
    child.standardOutput = pipe
    try child.run()
    let answer = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    guard let number = Int(answer) else {
      throw BadArguments(text: "the probe '\(rawValue)' gave no number but '\(answer)'")
    }
    return number
  }

  /// The child's side.
  static func main(_ words: [String]) throws {
    guard words.count == 3, let probe = Probe(rawValue: words[0]), let rows = Int(words[1]) else {
      throw BadArguments(text: "probe takes a kind, a number of rows and a store file")
    }
    print(try probe.measure(rows, words[2]), terminator: "")
  }

  private func measure(_ rows: Int, _ file: String) throws -> Int {
    switch self {
    case .faults, .cachedFaults, .realised, .importing:
      try bytes(EngineStack(path: file), rows)
    case .following, .followingInSnapshots: try nanosecondsOfFollowing(rows, file)
    case .firstPage: try bytesOfFirstPage(rows, file)
    case .wideFilling, .wideRealised: try wideBytes(rows, file)
    case .childSaving: try nanosecondsOfChildSave(rows, file)
    case .merging: try nanosecondsOfMerging(rows, file)
    case .saving, .plainSaving: try nanosecondsOfSaving(rows, file)
    case .fetchingRealised, .fetchingFaults, .fetchingAgain, .plainFetching:
      try nanosecondsOfFetching(rows, file)
    }
  }
}
