internal import Foundation

let name = CommandLine.arguments.dropFirst().first
switch name {
case "schedules": exit(try Schedules.run() ? 0 : 1)
default:
  print("benchmark schedules    how fast schedules are explored, and what the live runtime costs")
  exit(name == nil ? 0 : 2)
}
