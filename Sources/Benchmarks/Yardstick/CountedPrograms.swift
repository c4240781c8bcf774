internal import Interleaving

/// A program whose number of executions under sequential consistency is published.
///
/// Every variable is an atomic: its operations are what is ordered, and there is no race.
struct CountedProgram {
  let name: String
  let size: Int
  let executions: Int
  let program: @Sendable (Runtime) throws -> Void

  var title: String { size > 0 ? "\(name)(\(size))" : name }
}

/// What a thread does to the variables x, y and z.
enum CountedOperation {
  case read(Int)
  case write(Int, Int = 1)
  /// Fetch and add.
  case add(Int)
  case exchange(Int, from: Int, to: Int)
}

extension CountedProgram {
  static let all = families + litmus + algorithms

  /// Threads that go through lists of operations.
  private static func straight(
    _ name: String, _ size: Int, _ executions: Int, _ threads: [[CountedOperation]]
  ) -> CountedProgram {
    CountedProgram(name: name, size: size, executions: executions) { runtime in
      let variables = ["x", "y", "z"].map { runtime.atomic($0, 0) }
      for (number, operations) in threads.enumerated() {
        runtime.thread("T\(number)") {
          for operation in operations {
            switch operation {
            case .read(let variable): _ = variables[variable].load()
            case .write(let variable, let value): variables[variable].store(value)
            case .add(let variable): variables[variable].add(1)
            case .exchange(let variable, let from, let to):
              variables[variable].compareExchange(expected: from, desired: to)
            }
          }
        }
      }
    }
  }

  private static func sizes(
    _ name: String, from first: Int, _ executions: [Int], _ threads: (Int) -> [[CountedOperation]]
  ) -> [CountedProgram] {
    executions.enumerated().map { index, count in
      straight(name, first + index, count, threads(first + index))
    }
  }

  private static func times(_ count: Int, _ operations: [CountedOperation]) -> [[CountedOperation]]
  {
    Array(repeating: operations, count: count)
  }

  private static let (x, y, z) = (0, 1, 2)

  private static let families: [CountedProgram] =
    sizes("ainc", from: 2, [2, 6, 24, 120, 720, 5_040]) { times($0, [.add(x)]) }
    + sizes("binc", from: 2, [4, 36, 576]) { times($0, [.add(x), .add(y)]) }
    + sizes("cinc", from: 2, [8, 216, 13_824]) { times($0, [.add(x), .add(y), .add(z)]) }
    + sizes("inc", from: 2, [4, 36, 576]) { times($0, [.read(x), .write(x)]) }
    + sizes("wainc", from: 2, [6, 24, 120]) { [[.write(x)]] + times($0, [.add(x)]) }
    + sizes("cas", from: 2, [2, 3, 4, 5]) { size in
      (1...size).map { [.exchange(x, from: 0, to: $0)] }
    }
    + sizes("casrot", from: 2, [2, 5, 14, 43, 144, 523, 2_048]) { size in
      (1...size).map { [.exchange(x, from: $0 - 1, to: $0)] }
    }
    + sizes("casw", from: 2, [6, 66, 1_200]) { size in
      (0..<size).map { [.exchange(x, from: 0, to: 1), .write(x, $0 + 3)] }
    }
    + sizes("wcas", from: 2, [5, 13, 33, 81, 193, 449]) { size in
      [[.write(x, 2)]] + times(size, [.exchange(x, from: 2, to: 3)])
    }
    + [
      straight("readers", 2, 4, [[.write(x)]] + times(2, [.read(x)])),
      straight("readers", 8, 256, [[.write(x)]] + times(8, [.read(x)])),
      straight("N-writers", 4, 720, [[.read(x)]] + times(5, [.write(x)])),
    ]
    + sizes("CoA", from: 1, [4, 15, 130, 2_028]) { size in
      [[.write(x), .read(y), .read(x)], [.write(x), .read(z), .read(x)]]
        + times(size - 1, [.write(y), .write(z)])
    }

  private static let litmus: [CountedProgram] = [
    straight("SB", 0, 3, [[.write(x), .read(y)], [.write(y), .read(x)]]),
    straight("LB", 0, 3, [[.read(x), .write(y)], [.read(y), .write(x)]]),
    straight("MP", 0, 3, [[.write(x), .write(y)], [.read(y), .read(x)]]),
    straight("2+2W", 0, 3, [[.write(x), .write(y, 2)], [.write(y), .write(x, 2)]]),
    straight(
      "LB3", 0, 7,
      [[.read(x), .write(y)], [.read(y), .write(z)], [.read(z), .write(x)]]),
    straight(
      "IRIW", 0, 15,
      [[.write(x)], [.write(y)], [.read(x), .read(y)], [.read(y), .read(x)]]),
    straight("CoRR1", 0, 36, [[.write(x, 1), .write(x, 2)]] + times(2, [.read(x), .read(x)])),
    straight("CoRR2", 0, 72, [[.write(x, 1)], [.write(x, 2)]] + times(2, [.read(x), .read(x)])),
  ]
}
