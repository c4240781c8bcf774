import Interleaving
import Synchronization
import Testing

/// Programs whose operations are the same each time, and whose results are not.
struct HiddenStateTests {
  private func refusal(_ program: @escaping Program) -> String {
    do {
      _ = try explore("hidden", program)
      return "none"
    } catch {
      return error.description
    }
  }

  @Test func `a random number in a cell is noticed`() {
    let told = refusal { runtime in
      runtime.cell("dice", 0).write(Int.random(in: 0...Int.max))
    }
    #expect(told.contains("came to something else the second time: cell dice is "))
    #expect(told.contains("Look for a random number"))
  }

  @Test func `a counter outside the program is noticed in the outcome`() {
    let runs = Atomic(0)
    let told = refusal { runtime in
      let number = runs.add(1, ordering: .relaxed).newValue
      runtime.atEnd { runtime.outcome("run \(number)") }
    }
    #expect(told.contains("the outcome is run 1 at first, then run 2"))
  }

  /// Each run makes its own objects, which are not equal to those of another.
  @Test func `new objects in each run are nothing hidden`() throws {
    final class Thing: Equatable, CustomStringConvertible {
      static func == (one: Thing, other: Thing) -> Bool { one === other }
      var description: String { "<Thing: \(UInt(bitPattern: ObjectIdentifier(self)))>" }
    }
    let result = try explore("objects") { runtime in
      let cell = runtime.cell("thing", Thing())
      cell.write(Thing())
      let optional = runtime.cell("address", "<Thing: 0x\(UInt.random(in: 0...9999))>")
      optional.write("done")
      runtime.cell("not a number", Double.nan).write(.nan)
    }
    #expect(result.failures.isEmpty)
  }
}
