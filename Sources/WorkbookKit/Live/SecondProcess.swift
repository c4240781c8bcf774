public import Foundation
internal import Glibc
public import Interleaving

/// A copy of this program that does a part of a live run, so that it can really end in the middle.
///
///     live run                      second process
///     variant's program             the same program, from its start
///     start(in: folder)      ──▶    finds `folder` named, does its part
///     goes on when it ended  ◀──    exits, or is killed
public struct SecondProcess {
  /// The environment variable that names the folder to the second process.
  private static let variable = "WORKBOOK_SECOND_PROCESS"

  /// Where this process is to do its part; nil if it is the first.
  public static var folder: URL? {
    ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
  }

  /// Where the two processes of a live run meet; nil in a controlled run, whose processes are threads.
  public static func meetingPlace(of runtime: Runtime) throws -> URL? {
    guard runtime.kind == .live else { return nil }
    return try folder ?? RunFolder(in: runtime).url
  }

  /// It ended in another way than it was to.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Runs the variant that this live run is of once more, and waits until that process has done its
  /// part, or was killed if that is expected.
  public static func run(in folder: URL, isKilled: Bool = false) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.environment = ProcessInfo.processInfo.environment
      .merging([variable: folder.plainPath]) { $1 }
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Not `waitUntilExit`, which lets this thread's run loop go on. A thread that is awake is taken for
    // one that gets somewhere, so that the watchdog of live runs has patience.
    while process.isRunning { sched_yield() }
    let (reason, status) = (process.terminationReason, process.terminationStatus)
    let isAsExpected =
      isKilled ? reason == .uncaughtSignal && status == SIGKILL : reason == .exit && status == 0
    if !isAsExpected {
      throw Failure(description: "the second process ended with \(status), which was not its part")
    }
  }

  /// Does the part of this process, which is then over.
  public static func end(with part: () throws -> Void) -> Never {
    do {
      try part()
      exit(0)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// Ends this process as the system ends an app: at once, without a last word.
  public static func killThisProcess() -> Never {
    kill(getpid(), SIGKILL)
    fatalError("SIGKILL cannot be refused")
  }
}
