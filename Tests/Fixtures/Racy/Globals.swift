// Globals and statics that threads share without an order.
// Each function is a program of its own, in which something races.
import Foundation
import Synchronization

/// What is read is used, or the optimizer leaves the access out.
@inline(never) func use<Value>(_ value: Value) {
  if String(describing: value) == "?" { print("?") }
}

var globalCount = 0
var globalNames: [String] = ["a"].map { $0 }

final class Session {
  static var current: String?
  static let shared = Session()
  var token = ""
}

func scenarioGlobalCount(_ s: Stage) {
  for name in ["A", "B"] { s.thread(name) { globalCount += 1 } }
}

func scenarioGlobalArray(_ s: Stage) {
  for name in ["A", "B"] { s.thread(name) { globalNames.append(name) } }
}

func scenarioStaticVariable(_ s: Stage) {
  s.thread("A") { Session.current = "a" }
  s.thread("B") { use(Session.current?.count) }
}

func scenarioSingletonsProperty(_ s: Stage) {
  for name in ["A", "B"] { s.thread(name) { Session.shared.token = name } }
}
