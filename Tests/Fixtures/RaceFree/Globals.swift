// Globals and statics.
// Each function is a program of its own, in which nothing races.
import Foundation
import Synchronization

let globalTable = ["a": 1, "b": 2]
let globalNames = (0..<3).map { "\($0)" }

final class Registry {
  static let shared = Registry()
  private let lock = NSLock()
  private var names: [String]
  private init() { names = globalNames }
  func add(_ name: String) { lock.withLock { names.append(name) } }
}

enum Formats {
  static let all: [String] = ["a", "b"].map { $0 + "!" }
}

func scenarioGlobalsAreRead(_ s: Stage) {
  for name in ["A", "B"] { s.thread(name) { _ = globalTable["a"]! + globalNames.count } }
}

func scenarioSingletonIsMadeOnce(_ s: Stage) {
  for name in ["A", "B"] { s.thread(name) { Registry.shared.add(name) } }
}

func scenarioStaticLetOfAnEnum(_ s: Stage) {
  for name in ["A", "B"] { s.thread(name) { _ = Formats.all[0].count } }
}
