import Foundation

// load [--seconds N | --operations N] [--seed N] [--classic]
//
// Lets eight contexts, peers and nested, insert, update, merge and delete in one store at the same
// time, and compares the store with their books. With --classic one request reaches the store at a
// time, and children learn of permanent IDs by themselves. Built for ThreadSanitizer too:
//
//     swift build --sanitize=thread -Xswiftc -DTHREAD_SANITIZER --scratch-path .build/tsan \
//       --product load

/// The number after an option; nil if the option is not given.
func number(after option: String) -> Int? {
  guard let index = CommandLine.arguments.firstIndex(of: option) else { return nil }
  guard CommandLine.arguments.indices.contains(index + 1),
    let number = Int(CommandLine.arguments[index + 1]), number >= 0
  else {
    FileHandle.standardError.write(Data("load: \(option) needs a number\n".utf8))
    exit(2)
  }
  return number
}

let length: LiveLoad.Length =
  number(after: "--operations").map { .operations($0) }
  ?? .seconds(number(after: "--seconds") ?? 10)
var load = LiveLoad(length: length, seed: UInt64(number(after: "--seed") ?? 1))
if CommandLine.arguments.contains("--classic") { load.behaviour = .classicAndFixedUp }
let result = try load.run()
print(
  "\(result.operations) operations in \(LoadStack.names.count) contexts: \(result.made) items "
    + "made, \(result.living) left; everybody's counters at \(result.counted), "
    + "\(result.conflicts) conflicts on the way")
for sentence in result.troubles { print("wrong: \(sentence)") }
print(result.troubles.isEmpty ? "every row is accounted for" : "rows are not accounted for")
exit(result.troubles.isEmpty ? 0 : 1)
