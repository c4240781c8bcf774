internal import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "schedules": exit(try Schedules.run(Array(arguments.dropFirst())) ? 0 : 1)
  case "counts": exit(try Counts.run(Array(arguments.dropFirst())) ? 0 : 1)
  case "finds": exit(try Finds.run(Array(arguments.dropFirst())) ? 0 : 1)
  case "engine": exit(try EngineBenchmark.run(Array(arguments.dropFirst())) ? 0 : 1)
  case "probe": try Probe.main(Array(arguments.dropFirst()))
  default:
    print("benchmark schedules [--html FILE]      how fast schedules are explored")
    print("benchmark counts [NAME...]              schedules of programs with published numbers")
    print("benchmark finds [--seeds N] [NAME...]  how soon a bug is found, by each method")
    print("benchmark engine [--wide | --stack] [--rows N] [--json] [--html FILE] [NAME...]")
    print("                                       the engine beside plain SQLite")
    print("--html FILE also writes the figures as bars, with their promises")
    exit(arguments.isEmpty ? 0 : 2)
  }
} catch let error as BadArguments {
  FileHandle.standardError.write(Data("benchmark: \(error.text)\n".utf8))
  exit(2)
}
