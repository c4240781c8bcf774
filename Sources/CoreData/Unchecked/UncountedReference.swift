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
