import Interleaving
import Testing

/// Codes of long runs that were drawn at random.
struct LongCodeTests {
  /// 240 steps, divided between two to four threads.
  private static func program(_ number: UInt64) -> Program {
    var random = Mixer(state: number)
    let threads = 2 + Int(number % 3)
    let kinds = (0..<threads).map { _ in
      (0..<(240 / threads)).map { _ in Int.random(in: 0..<4, using: &random) }
    }
    return { runtime in
      let cells = (0..<3).map { runtime.cell("c\($0)", 0) }
      let signals = runtime.semaphore("S")
      for (thread, kinds) in kinds.enumerated() {
        runtime.thread("T\(thread)") {
          for (index, kind) in kinds.enumerated() {
            switch kind {
            case 0: cells[index % 3].write(index)
            case 1: _ = cells[index % 3].read()
            case 2: cells[thread % 3].modify { $0 += 1 }
            default: signals.signal()
            }
          }
        }
      }
      runtime.atEnd { runtime.outcome("\(cells[0].read() % 4)") }
    }
  }

  @Test(arguments: [
    ExplorationOptions.Sampling.uniform, .pct(depth: 3), .pct(depth: 40),
  ])
  func `a code of 240 steps of up to four threads is short, and repeats its run`(
    sampling: ExplorationOptions.Sampling
  ) throws {
    for number in UInt64(0)..<12 {
      let program = Self.program(number)
      let options = ExplorationOptions(.sampled(10, seed: number, sampling), shrinks: false)
      let result = try explore("random", options: options, program)
      for outcome in result.outcomes {
        let code = outcome.example.description
        #expect(code.count < 120, "\(code)")
        #expect(try replay(code, of: "random", program).ending.kind == outcome.ending)
      }
    }
  }

  private struct Mixer: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }
}
