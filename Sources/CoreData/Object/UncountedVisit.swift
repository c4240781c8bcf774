extension Array where Element: AnyObject {
  /// Calls `body` with each element, in order. The list holds them meanwhile, so that they need not
  /// be counted one by one, as a loop would: on paths that every object of a save takes.
  @inline(__always)
  func visit(_ body: (Element) throws -> Void) rethrows {
    try withUnsafeBytes { bytes in
      for element in bytes.bindMemory(to: UnsafeRawPointer.self) {
        try Unmanaged<Element>.fromOpaque(element)._withUnsafeGuaranteedRef(body)
      }
    }
  }
}
