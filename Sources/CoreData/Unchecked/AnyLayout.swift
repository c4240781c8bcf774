internal import Foundation

/// How the compiler lays out an `Any?`: three words for the value, then its type.
enum AnyLayout {
  /// The object that `isEqual` is handed, if it is one.
  ///
  /// Sets compare through `NSObject`'s `==`, which passes the other object on as an `NSObject`. To
  /// recognise that saves the search for a cast, which costs more than all else a set does to
  /// take an object in; and every save makes sets of what it saved.
  @inline(__always)
  static func object(in operand: Any?) -> NSObject? {
    let known = withUnsafeBytes(of: operand) { words -> NSObject? in
      let type = words.load(fromByteOffset: 3 * MemoryLayout<Int>.size, as: Int.self)
      return type == nsObject ? words.load(as: NSObject.self) : nil
    }
    return known ?? operand as? NSObject
  }

  @inline(__always)
  private static var nsObject: Int { unsafeBitCast(NSObject.self as Any.Type, to: Int.self) }
}
