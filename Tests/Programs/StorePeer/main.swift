import Foundation

// StorePeer STORE TIMEOUT [history]
//
// One of several processes on one store file. Reads commands from standard input, a line each, and
// answers each with a line:
//
//     make           makes the tally
//     read           reads it, and says its value
//     add            adds one to what was read, and saves
//     count W N      counts N up, with a tick of writer W for each
//     write C N      writes 1 to N into column C, merging what others wrote
//     grow N         makes N ticks and saves
//     save           saves what is pending
//     room N         lets no file grow beyond N bytes; 0 lifts the limit
//     lock, unlock   holds the write lock of the file

let arguments = CommandLine.arguments
guard arguments.count >= 3, let timeout = Double(arguments[2]) else {
  fatalError("usage: StorePeer STORE TIMEOUT [history]")
}
let peer = try Peer(
  URL(fileURLWithPath: arguments[1]), timeout: timeout,
  keepsHistory: arguments.last == "history")
while let line = readLine() {
  FileHandle.standardOutput.write(Data((peer.answer(line) + "\n").utf8))
}
