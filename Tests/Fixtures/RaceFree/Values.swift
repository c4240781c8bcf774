// Values, references and memory that is used again.
// Each function is a program of its own, in which nothing races.
import Foundation
import Synchronization

func scenarioArrayIsCopiedOnWrite(_ s: Stage) {
  let shared = [1, 2, 3]
  for name in ["A", "B"] {
    s.thread(name) {
      var own = shared
      own.append(4)
      own[0] = 5
    }
  }
}

func scenarioDictionaryIsCopiedOnWrite(_ s: Stage) {
  let shared = ["a": 1]
  for name in ["A", "B"] {
    s.thread(name) {
      var own = shared
      own[name] = 2
    }
  }
}

func scenarioLastReferenceIsUnique(_ s: Stage) {
  final class Holder {
    let lock = NSLock()
    var values = [1, 2, 3]
    func snapshot() -> [Int] { lock.withLock { values } }
    func add() { lock.withLock { values[0] += 1 } }
  }
  let holder = Holder()
  s.thread("A") { _ = holder.snapshot().reduce(0, +) }
  s.thread("B") { holder.add() }
}

func scenarioStringsAreBuilt(_ s: Stage) {
  let lock = NSLock()
  var text = "begin"
  for name in ["A", "B"] {
    s.thread(name) {
      let more = (0..<3).map { "\(name)\($0)" }.joined()
      lock.withLock { text += more }
    }
  }
}

func scenarioObjectsComeAndGo(_ s: Stage) {
  final class Node {
    var next: Node?
    var value = 0
    deinit { value = -1 }
  }
  for name in ["A", "B"] {
    s.thread(name) {
      for index in 0..<3 {
        let node = Node()
        node.value = index
        node.next = Node()
        node.next?.value = index
      }
    }
  }
}

func scenarioDeinitReadsFields(_ s: Stage) {
  final class Part {
    var name: String
    init(_ name: String) { self.name = name }
    deinit { _ = name.count }
  }
  let lock = NSLock()
  var part: Part? = Part("a")
  s.thread("A") { lock.withLock { part?.name = "b" } }
  s.thread("B") { lock.withLock { part = nil } }
}

func scenarioObjectIsHandedThroughALock(_ s: Stage) {
  final class Message {
    var text = ""
  }
  let lock = NSLock()
  var inbox: [Message] = []
  s.thread("A") {
    let message = Message()
    message.text = "hello"
    lock.withLock { inbox.append(message) }
  }
  s.thread("B") {
    let message = lock.withLock { inbox.popLast() }
    message?.text += "!"
  }
}

func scenarioExistentialsAndProtocols(_ s: Stage) {
  protocol Shape {
    var area: Double { get }
  }
  struct Square: Shape {
    var side = 2.0
    var area: Double { side * side }
  }
  final class Disc: Shape {
    let radius = 1.0
    var area: Double { radius * radius * 3 }
  }
  let shapes: [any Shape] = [Square(), Disc()]
  for name in ["A", "B"] { s.thread(name) { _ = shapes.map(\.area).reduce(0, +) } }
}

func scenarioGenericsOnTheirOwn(_ s: Stage) {
  struct Stack<Element> {
    var elements: [Element] = []
    mutating func push(_ element: Element) { elements.append(element) }
  }
  for name in ["A", "B"] {
    s.thread(name) {
      var stack = Stack<String>()
      stack.push(name)
      var numbers = Stack<Int>()
      numbers.push(1)
    }
  }
}

func scenarioClosuresKeepTheirOwn(_ s: Stage) {
  func counter() -> () -> Int {
    var count = 0
    return {
      count += 1
      return count
    }
  }
  for name in ["A", "B"] {
    s.thread(name) {
      let next = counter()
      _ = next() + next()
    }
  }
}

func scenarioNeighbouringBytes(_ s: Stage) {
  final class Flags {
    var first: UInt8 = 0
    var second: UInt8 = 0
  }
  let flags = Flags()
  s.thread("A") { flags.first = 1 }
  s.thread("B") { flags.second = 1 }
}

func scenarioNeighbouringFields(_ s: Stage) {
  final class Pair {
    var left = 0
    var right = 0
  }
  let pair = Pair()
  s.thread("A") { pair.left = 1 }
  s.thread("B") { pair.right = 1 }
}

func scenarioLetsAreRead(_ s: Stage) {
  final class Settings {
    let name = "a"
    let sizes = [1, 2]
    let table = ["a": 1]
  }
  let settings = Settings()
  for name in ["A", "B"] {
    s.thread(name) { _ = settings.name.count + settings.sizes[0] + (settings.table["a"] ?? 0) }
  }
}

func scenarioEnumsWithPayloads(_ s: Stage) {
  indirect enum Tree {
    case leaf(Int)
    case node(Tree, Tree)
    var sum: Int {
      switch self {
      case .leaf(let value): value
      case .node(let left, let right): left.sum + right.sum
      }
    }
  }
  let tree = Tree.node(.leaf(1), .node(.leaf(2), .leaf(3)))
  for name in ["A", "B"] { s.thread(name) { _ = tree.sum } }
}

func scenarioErrorsAreThrown(_ s: Stage) {
  struct Failure: Error {
    let code: Int
  }
  func fail(_ code: Int) throws { throw Failure(code: code) }
  for name in ["A", "B"] {
    s.thread(name) {
      do { try fail(name.count) } catch { _ = "\(error)" }
    }
  }
}

func scenarioStackIsUsedAgain(_ s: Stage) {
  func fill(_ depth: Int) -> Int {
    var numbers = (0, 1, 2, 3)
    numbers.0 = depth
    withUnsafeMutableBytes(of: &numbers) { $0[0] = 1 }
    return depth == 0 ? numbers.0 : fill(depth - 1) + numbers.1
  }
  for name in ["A", "B", "C"] { s.thread(name) { _ = fill(3) } }
}

func scenarioDataIsBuilt(_ s: Stage) {
  for name in ["A", "B"] {
    s.thread(name) {
      var data = Data(name.utf8)
      data.append(1)
      data[0] = 2
    }
  }
}

func scenarioLazyPropertyUnderALock(_ s: Stage) {
  final class Report {
    let lock = NSLock()
    lazy var text = "made"
    func read() -> String { lock.withLock { text } }
  }
  let report = Report()
  for name in ["A", "B"] { s.thread(name) { _ = report.read() } }
}
