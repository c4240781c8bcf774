internal import Synchronization

/// An object that is made when it is first needed, and kept. Of two that are made at once, the
/// first is kept.
///
/// A plain pointer, because paths that every object takes ask for it, and what the library has for
/// this costs as much as making an object.
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // @unchecked Sendable because the pointer is set once, atomically, and what it points to may be
  // shared.
  private let pointer = Atomic<UnsafeRawPointer?>(nil)

  deinit {
    guard let made = pointer.load(ordering: .acquiring) else { return }
    Unmanaged<Object>.fromOpaque(made).release()
  }

  @inline(__always)
  func object(_ make: () -> Object) -> Object {
    if let made = pointer.load(ordering: .acquiring) {
      return Unmanaged<Object>.fromOpaque(made).takeUnretainedValue()
    }
    return keep(make())
  }

  /// The same, handed to `body` without being counted.
  @inline(__always)
  func visit<Result>(
    _ make: () -> Object, _ body: (Object) throws -> Result
  ) rethrows -> Result {
    if let made = pointer.load(ordering: .acquiring) {
      return try Unmanaged<Object>.fromOpaque(made)._withUnsafeGuaranteedRef(body)
    }
    return try body(keep(make()))
  }

  private func keep(_ object: Object) -> Object {
    let new = Unmanaged.passRetained(object)
    let (isKept, other) = pointer.compareExchange(
      expected: nil, desired: UnsafeRawPointer(new.toOpaque()), ordering: .acquiringAndReleasing)
    if isKept { return object }
    new.release()
    return other.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() } ?? object
  }
}
