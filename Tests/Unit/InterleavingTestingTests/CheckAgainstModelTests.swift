import Interleaving
import Testing

@testable import InterleavingTesting

/// An object of several threads, compared with that of one.
struct CheckAgainstModelTests {
  private enum Call { case add, read }

  private func texts(_ body: () throws -> Void) throws -> [String] {
    try issues(body).map { $0.comments.map(\.rawValue).joined() }
  }

  private func count(_ count: inout Int, _ call: Call) -> Int {
    if call == .add { count += 1 }
    return count
  }

  @Test func `a counter with a lock counts`() throws {
    let found = try texts {
      let explored = try check("locked", operations: [[.add, .read], [.add]], against: 0) {
        $0.mutex("count", 0)
      } performing: { counter, call in
        counter.withLock { count(&$0, call) }
      } modelling: {
        count(&$0, $1)
      }
      #expect(explored?.failingSchedules == 0)
    }
    #expect(found.isEmpty)
  }

  @Test func `calls that share nothing come in every order of their begins and ends`() throws {
    // Two begins and two ends, each after its begin: four out of two times two.
    let explored = try check(operations: [[1], [2]], against: 0) { _ in
    } performing: { _, number in
      number
    } modelling: { _, number in
      number
    }
    #expect(explored?.schedules == 6 && explored?.coverage == .exhaustive)
  }

  @Test func `an update that is lost is told with the calls`() throws {
    let found = try texts {
      try check("lost", operations: [[Call.add], [Call.add]], against: 0) {
        $0.cell("count", 0)
      } performing: { cell, _ in
        let sum = cell.read() + 1
        cell.write(sum)
        return sum
      } modelling: {
        count(&$0, $1)
      }
    }
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        "no order of these calls gives these results: A: add gives 1, B: add gives 1") == true)
    #expect(found.first?.contains("ends add: 1") == true)
  }

  /// Each thread for itself could be right: B may have been the first. But A had been told that its
  /// value is there.
  ///
  ///     A                      B
  ///     add begins, ends
  ///                            read begins, gives 0
  ///     (the queue adds)
  @Test func `a value that comes after its call had ended is too late`() throws {
    let found = try texts {
      try check("late", operations: [[Call.add], [Call.read]], against: 0) { runtime in
        (runtime.cell("count", 0), runtime.queue("later"))
      } performing: { subject, call in
        let (cell, later) = subject
        guard call == .add else { return cell.read() }
        later.async { cell.write(cell.read() + 1) }
        return 1
      } modelling: {
        count(&$0, $1)
      }
    }
    #expect(found.first?.contains("A: add gives 1, B: read gives 0") == true)
  }

  @Test func `results that are optional are told without the word`() throws {
    let found = try texts {
      try check("optional", operations: [[1]], against: 0) { _ in
      } performing: { _, number in
        Int?.some(number)
      } modelling: { _, _ in
        nil
      }
    }
    #expect(found.first?.contains("A: 1 gives 1") == true)
  }

  /// A call that waits without end is told as the deadlock it is, and not as a result.
  @Test func `a call that does not end is a deadlock`() throws {
    let found = try texts {
      try check("stuck", operations: [[1]], against: 0) {
        $0.semaphore("never")
      } performing: { semaphore, number in
        semaphore.wait()
        return number
      } modelling: { _, number in
        number
      }
    }
    #expect(found.first?.contains("never") == true)
    #expect(found.first?.contains("no order of these calls") == false)
  }
}
