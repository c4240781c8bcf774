internal import Interleaving
public import Synchronization

extension Platform {
  /// `Atomic` of the standard library. Each operation is a step.
  public struct Atomic<Value: AtomicRepresentable>: ~Copyable, Sendable {
    fileprivate let shared: Shared

    public init(_ value: consuming Value, file: StaticString = #fileID, line: UInt = #line) {
      shared = Shared(value, file, line)
    }

    /// One value for each run.
    fileprivate final class Shared: @unchecked Sendable {
      // @unchecked Sendable because each of the atomics guards itself.
      private let atomics: PerRun<UncheckedBox<SharedAtomic<Held<Value>>>>

      init(_ value: Value, _ file: StaticString, _ line: UInt) {
        let make = UncheckedBox<(Runtime) -> SharedAtomic<Held<Value>>> {
          $0.atomic(
            named("Atomic", file, line), Held(value: value), file: file, line: line)
        }
        atomics = Platform.inEachRun(make)
      }

      var current: SharedAtomic<Held<Value>> { atomics.current.value }
    }

    public borrowing func load(
      ordering: AtomicLoadOrdering, file: StaticString = #fileID, line: UInt = #line
    ) -> Value {
      shared.current.load(ordering: AtomicOrdering(ordering), file: file, line: line).value
    }

    public borrowing func store(
      _ desired: consuming Value, ordering: AtomicStoreOrdering, file: StaticString = #fileID,
      line: UInt = #line
    ) {
      shared.current.store(
        Held(value: desired), ordering: AtomicOrdering(ordering), file: file, line: line)
    }

    public borrowing func exchange(
      _ desired: consuming Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
      line: UInt = #line
    ) -> Value {
      shared.current.exchange(
        Held(value: desired), ordering: AtomicOrdering(ordering), file: file, line: line
      ).value
    }

    public borrowing func compareExchange(
      expected: consuming Value, desired: consuming Value, ordering: AtomicUpdateOrdering,
      file: StaticString = #fileID, line: UInt = #line
    ) -> (exchanged: Bool, original: Value) {
      compareExchange(expected, desired, AtomicOrdering(ordering), failure: nil, file, line)
    }

    public borrowing func compareExchange(
      expected: consuming Value, desired: consuming Value,
      successOrdering: AtomicUpdateOrdering, failureOrdering: AtomicLoadOrdering,
      file: StaticString = #fileID, line: UInt = #line
    ) -> (exchanged: Bool, original: Value) {
      compareExchange(
        expected, desired, AtomicOrdering(successOrdering),
        failure: AtomicOrdering(failureOrdering), file, line)
    }

    public borrowing func weakCompareExchange(
      expected: consuming Value, desired: consuming Value, ordering: AtomicUpdateOrdering,
      file: StaticString = #fileID, line: UInt = #line
    ) -> (exchanged: Bool, original: Value) {
      compareExchange(expected, desired, AtomicOrdering(ordering), failure: nil, file, line)
    }

    private borrowing func compareExchange(
      _ expected: consuming Value, _ desired: consuming Value, _ ordering: AtomicOrdering,
      failure: AtomicOrdering?, _ file: StaticString, _ line: UInt
    ) -> (exchanged: Bool, original: Value) {
      let result = shared.current.compareExchange(
        expected: Held(value: expected), desired: Held(value: desired), ordering: ordering,
        failureOrdering: failure, file: file, line: line)
      return (result.exchanged, result.original.value)
    }

    /// One step that reads and writes.
    fileprivate borrowing func change(
      _ verb: String, _ ordering: AtomicUpdateOrdering, _ file: StaticString, _ line: UInt,
      _ change: (Value) -> Value
    ) -> (oldValue: Value, newValue: Value) {
      shared.current.change(
        verb, ordering: AtomicOrdering(ordering), file: file, line: line
      ) { held in
        let old = held.value
        held = Held(value: change(old))
        return (old, held.value)
      }
    }
  }

  /// Knows nothing of the type, so that a thread may make it of which nothing is known.
  private static func inEachRun<Thing>(
    _ make: UncheckedBox<(Runtime) -> Thing>
  ) -> PerRun<UncheckedBox<Thing>> {
    .made { UncheckedBox(make.value($0)) }
  }

  /// A value that is compared as its atomic kind is: by its bits.
  struct Held<Value: AtomicRepresentable>: Equatable {
    var value: Value

    static func == (one: Held, other: Held) -> Bool {
      let first = Value.encodeAtomicRepresentation(one.value)
      let second = Value.encodeAtomicRepresentation(other.value)
      return withUnsafeBytes(of: first) { first in
        withUnsafeBytes(of: second) { first.elementsEqual($0) }
      }
    }
  }
}

extension Platform {
  /// `atomicMemoryFence` of the standard library.
  public static func atomicMemoryFence(ordering: AtomicUpdateOrdering) {
    Runtime.current.fence(AtomicOrdering(ordering))
  }
}

extension AtomicOrdering {
  fileprivate init(_ ordering: AtomicLoadOrdering) {
    switch ordering {
    case .relaxed: self = .relaxed
    case .acquiring: self = .acquiring
    default: self = .sequentiallyConsistent
    }
  }

  fileprivate init(_ ordering: AtomicStoreOrdering) {
    switch ordering {
    case .relaxed: self = .relaxed
    case .releasing: self = .releasing
    default: self = .sequentiallyConsistent
    }
  }

  fileprivate init(_ ordering: AtomicUpdateOrdering) {
    switch ordering {
    case .relaxed: self = .relaxed
    case .acquiring: self = .acquiring
    case .releasing: self = .releasing
    case .acquiringAndReleasing: self = .acquiringAndReleasing
    default: self = .sequentiallyConsistent
    }
  }
}

extension Platform.Atomic where Value: FixedWidthInteger {
  @discardableResult
  public borrowing func wrappingAdd(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("adds to", ordering, file, line) { $0 &+ operand }
  }

  @discardableResult
  public borrowing func add(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("adds to", ordering, file, line) { $0 + operand }
  }

  @discardableResult
  public borrowing func wrappingSubtract(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("subtracts from", ordering, file, line) { $0 &- operand }
  }

  @discardableResult
  public borrowing func subtract(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("subtracts from", ordering, file, line) { $0 - operand }
  }

  @discardableResult
  public borrowing func min(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("takes the minimum of", ordering, file, line) { Swift.min($0, operand) }
  }

  @discardableResult
  public borrowing func max(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("takes the maximum of", ordering, file, line) { Swift.max($0, operand) }
  }

  @discardableResult
  public borrowing func bitwiseAnd(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) { change("masks", ordering, file, line) { $0 & operand } }

  @discardableResult
  public borrowing func bitwiseOr(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("sets bits of", ordering, file, line) { $0 | operand }
  }

  @discardableResult
  public borrowing func bitwiseXor(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("flips bits of", ordering, file, line) { $0 ^ operand }
  }
}

extension Platform.Atomic where Value == Bool {
  @discardableResult
  public borrowing func logicalAnd(
    _ operand: Bool, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("changes", ordering, file, line) { $0 && operand }
  }

  @discardableResult
  public borrowing func logicalOr(
    _ operand: Bool, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("changes", ordering, file, line) { $0 || operand }
  }

  @discardableResult
  public borrowing func logicalXor(
    _ operand: Bool, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    change("changes", ordering, file, line) { $0 != operand }
  }
}
