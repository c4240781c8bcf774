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

  /// How the second process ended.
  public enum Ending: Sendable, Hashable {
    case exited(status: Int32)
    case killed
  }

  /// Runs the variant that this live run is of once more, and waits until that process has ended.
  public static func run(in folder: URL) throws -> Ending {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.environment = ProcessInfo.processInfo.environment
      .merging([variable: folder.plainPath]) { $1 }
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Not `waitUntilExit`, which lets this thread's run loop go on. A thread that is awake is taken for
    // one that gets somewhere, so that the watchdog of live runs has patience.
    while process.isRunning { sched_yield() }
    return process.terminationReason == .uncaughtSignal
      ? .killed : .exited(status: process.terminationStatus)
  }

  /// The part is done.
  public static func exit() -> Never { Glibc.exit(0) }

  /// Ends this process as the system ends an app: at once, without a last word.
  public static func killThisProcess() -> Never {
    kill(getpid(), SIGKILL)
    fatalError("SIGKILL cannot be refused")
  }
}
