/// A reference that is not counted, for paths that every object of a save or of a fetch takes.
/// Something else must keep the object meanwhile; where one is made, a comment says what.
struct UncountedReference<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  @inline(__always)
  init(_ object: Object) { reference = Unmanaged.passUnretained(object) }

  @inline(__always)
  func visit<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try reference._withUnsafeGuaranteedRef(body)
  }

  func isSame(as other: Object) -> Bool {
    reference.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }
}

extension Array where Element: AnyObject {
  /// Calls `body` with each element, in order. The array holds them meanwhile, so that they need
  /// not be counted one by one, as a loop would.
  @inline(__always)
  func visit(_ body: (Element) throws -> Void) rethrows {
    try withUnsafeBytes { bytes in
      for element in bytes.bindMemory(to: UnsafeRawPointer.self) {
        try Unmanaged<Element>.fromOpaque(element)._withUnsafeGuaranteedRef(body)
      }
    }
  }
}

extension Array {
  /// The same for the elements that are not nil.
  @inline(__always)
  func visitPresent<Object: AnyObject>(
    _ body: (Object) throws -> Void
  ) rethrows where Element == Object? {
    try withUnsafeBytes { bytes in
      for element in bytes.bindMemory(to: UnsafeRawPointer?.self) {
        guard let element else { continue }
        try Unmanaged<Object>.fromOpaque(element)._withUnsafeGuaranteedRef(body)
      }
    }
  }

  /// The array as one of another class. The caller has seen that every element is of that class.
  func asArray<Object>(of type: Object.Type) -> [Object] where Element: AnyObject {
    assert(Object.self is AnyClass && allSatisfy { $0 is Object })
    return unsafeBitCast(self, to: [Object].self)
  }
}

/// References to one object that are counted before they are needed, many in a row.
///
/// To count a reference is a memory barrier: the processor waits until all that was written before
/// has arrived. Of many counts in a row only the first waits long.
struct PrecountedReferences<Object: AnyObject>: ~Copyable {
  private let object: Object
  private var count = 0
  private let inAdvance: Int

  init(_ object: Object, inAdvance: Int = 64) {
    self.object = object
    self.inAdvance = inAdvance
  }

  deinit {
    for _ in 0..<count { Unmanaged.passUnretained(object).release() }
  }

  /// One more reference.
  @inline(__always)
  mutating func take() -> Object {
    if count == 0 { countMore() }
    count -= 1
    return Unmanaged.passUnretained(object).takeRetainedValue()
  }

  @inline(never)
  private mutating func countMore() {
    for _ in 0..<inAdvance { _ = Unmanaged.passUnretained(object).retain() }
    count = inAdvance
  }
}

/// References that an initialiser is lent, not given.
///
/// An initialiser owns its parameters: its caller counts a reference to each, and it ends
/// them. For a million faults that are two references to the same entity and the same context, a
/// million times, and slow ones, because both are also held weakly. The caller of a fault's
/// initialiser lends them instead, and the initialiser gives them back, uncounted on both sides.
///
/// The context says which call this is: it has a fault to make in the one case and none in the
/// other. The initialiser of `NSManagedObject` takes that, and the lender looks whether it did.
/// An override in between passes on what it got, or counts references of its own.
enum LentReference {
  /// A reference that is not counted. Something else must keep the object until it is given back.
  @inline(__always)
  static func lend<Object: AnyObject>(_ object: Object) -> Object {
    Unmanaged.passUnretained(object).takeRetainedValue()
  }

  /// Ends a loan: the owned reference goes out of sight without being counted down. An override
  /// may have passed on another object than the `lent` one, and then counts that one down itself.
  @inline(__always)
  static func giveBack<Object: AnyObject>(_ object: consuming Object, lent: Object) {
    if object === lent {
      _ = Unmanaged.passRetained(object)
    } else {
      _ = Unmanaged.passRetained(lent)
    }
  }
}
