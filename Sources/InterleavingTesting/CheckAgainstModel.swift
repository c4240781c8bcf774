public import Interleaving
public import Testing

/// Compares an object that several threads use with one that a single thread uses: in every order of
/// the threads, the calls must have come to what they come to in *some* order one after the other, in
/// which a call that had ended before another one began stands before it. (This is what is called
/// linearisable.)
///
/// ```swift
/// enum Call { case push(Int), pop }
///
/// @Test func `a stack of several threads is a stack`() throws {
///   try check(operations: [[.push(1), .pop], [.push(2), .pop]], against: [Int]()) { runtime in
///     SharedStack<Int>(in: runtime)
///   } performing: { (stack, call: Call) -> Int? in
///     switch call {
///     case .push(let number): stack.push(number); return nil
///     case .pop: return stack.pop()
///     }
///   } modelling: { list, call in
///     switch call {
///     case .push(let number): list.append(number); return nil
///     case .pop: return list.popLast()
///     }
///   }
/// }
/// ```
///
/// If it is not so, the test fails with the calls, what they gave, and the story of the simplest
/// order that no order of calls explains. Each begin and each end of a call is a step that all
/// threads see, so a few calls a thread make many orders: two threads with two calls each are enough
/// for most mistakes.
///
/// - Parameters:
///   - name: What codes begin with; the test's name if you give none.
///   - operations: What each thread does, one after the other.
///   - model: The state in which an object begins that one thread uses.
///   - code: Repeats only the order of this code, as a failing check printed it.
///   - options: How orders are chosen, and how many.
///   - sourceLocation: The line at which the test fails if no line of the program is to blame.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
///   - subject: Makes the object, at the beginning of each run.
///   - perform: Does one operation with the object, and gives its result.
///   - modelled: Does the same with the model.
/// - Returns: What was explored; nil if one order was repeated.
/// - Throws: What the exploration throws: a code that fits no order, or options that do not fit.
@discardableResult
public func check<Subject, Model, Operation, Result: Equatable & SendableMetatype>(
  _ name: String? = nil, operations: [[Operation]], against model: Model,
  replaying code: String? = nil, options: ExplorationOptions = ExplorationOptions(),
  sourceLocation: SourceLocation = #_sourceLocation, file: StaticString = #fileID,
  line: UInt = #line, making subject: @escaping (Runtime) throws -> Subject,
  performing perform: @escaping (Subject, Operation) throws -> Result,
  modelling modelled: @escaping (inout Model, Operation) -> Result
) throws -> Exploration? {
  try check(
    name, replaying: code, options: options, sourceLocation: sourceLocation, file: file, line: line
  ) { runtime in
    let subject = try subject(runtime)
    let history = CallHistory<Operation, Result>(in: runtime)
    for (thread, operations) in operations.enumerated() {
      let name = threadName(thread)
      // What threads do side by side with one object is what is asked here.
      nonisolated(unsafe) let calls = {
        for operation in operations {
          try history.call(operation, of: name) { try perform(subject, operation) }
        }
      }
      runtime.thread(name, file: file, line: line) { try calls() }
    }
    runtime.atEnd {
      guard !history.fits(model, modelled) else { return }
      runtime.fail(
        "no order of these calls gives these results: \(history)", file: file, line: line)
    }
  }
}

/// A to Z, then T27.
private func threadName(_ index: Int) -> String {
  index < 26 ? String(UnicodeScalar(UInt8(65 + index))) : "T\(index + 1)"
}

/// What was called in one run, from when to when, and what it gave.
private final class CallHistory<
  Operation, Result: Equatable & SendableMetatype
>: CustomStringConvertible {
  private struct Call {
    let thread: String
    let operation: Operation
    let began: Int
    var end: (time: Int, result: Result)?

    var description: String {
      "\(thread): \(operation)" + (end.map { " gives \(words($0.result))" } ?? " does not end")
    }
  }

  private let runtime: Runtime
  private let calls: Resource
  private var time = 0
  private var all: [Call] = []

  init(in runtime: Runtime) {
    self.runtime = runtime
    calls = runtime.resource("calls", guardsItself: true)
  }

  /// Whether one call ended before another one began is part of what is compared, so both are steps
  /// of which no two change places unseen.
  func call(_ operation: Operation, of thread: String, _ body: () throws -> Result) rethrows {
    tick("begins \(operation)")
    let index = all.count
    all.append(Call(thread: thread, operation: operation, began: time))
    let result = try body()
    tick("ends \(operation): \(words(result))")
    all[index].end = (time, result)
  }

  private func tick(_ words: @autoclosure () -> String) {
    runtime.access(calls, .write, words())
    time += 1
  }

  /// Whether the calls, one after the other in some order, would have given the same.
  func fits<Model>(_ model: Model, _ modelled: (inout Model, Operation) -> Result) -> Bool {
    fits(all.filter { $0.end != nil }, model, modelled)
  }

  private func fits<Model>(
    _ left: [Call], _ model: Model, _ modelled: (inout Model, Operation) -> Result
  ) -> Bool {
    guard let firstEnd = left.compactMap(\.end?.time).min() else { return true }
    // The next one is among those that began before any other had ended.
    return left.indices.contains { index in
      let call = left[index]
      guard call.began < firstEnd else { return false }
      var model = model
      guard modelled(&model, call.operation) == call.end?.result else { return false }
      var rest = left
      rest.remove(at: index)
      return fits(rest, model, modelled)
    }
  }

  var description: String { all.map(\.description).joined(separator: ", ") }
}

/// Nothing is said of the optional around a result.
private func words(_ result: Any) -> String {
  let mirror = Mirror(reflecting: result)
  guard mirror.displayStyle == .optional else { return "\(result)" }
  return mirror.children.first.map { words($0.value) } ?? "nil"
}
