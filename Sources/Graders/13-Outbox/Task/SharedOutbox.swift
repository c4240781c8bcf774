import Interleaving

/// Texts that are written and not yet delivered. May be used from any thread.
public final class SharedOutbox: @unchecked Sendable {
  // @unchecked Sendable because what changes is touched only under the lock, or when all is over.

  private let lock: Lock
  private var pending: [String]
  private let isStored: (String, _ times: Int) -> Bool
  private var takenOut: [String: Int] = [:]
  /// What came and went, in order.
  private(set) var history: [Change] = []

  enum Change: Equatable {
    case wrote([String])
    /// `early` are those that the store did not have yet.
    case tookOut([String], early: [String])
  }

  init(
    _ runtime: Runtime, _ texts: [String],
    isStored: @escaping (String, _ times: Int) -> Bool
  ) {
    self.lock = runtime.lock("outbox")
    self.pending = texts
    self.isStored = isStored
  }

  /// Looks at the texts, and changes them. No other thread can meanwhile.
  public func withLock<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: (inout [String]) throws -> Result
  ) rethrows -> Result {
    try lock.withLock(file: file, line: line) {
      // A copy: who takes the lock inside the lock waits without end, but does not crash.
      var texts = pending
      defer { replacePending(by: texts) }
      return try body(&texts)
    }
  }

  private func replacePending(by texts: [String]) {
    let changes = texts.sorted().difference(from: pending.sorted())
    let new = changes.insertions.map(\.text)
    if !new.isEmpty { history.append(.wrote(new)) }
    let gone = changes.removals.map(\.text)
    if !gone.isEmpty {
      for text in gone { takenOut[text, default: 0] += 1 }
      history.append(
        .tookOut(gone, early: gone.filter { !isStored($0, takenOut[$0] ?? 0) }))
    }
    pending = texts
  }

  /// What is left when everything is over.
  var left: [String] { pending }
}

extension CollectionDifference<String>.Change {
  fileprivate var text: String {
    switch self {
    case .insert(_, let text, _), .remove(_, let text, _): text
    }
  }
}
