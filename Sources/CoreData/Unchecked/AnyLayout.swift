internal import Foundation

/// How the compiler lays out an `Any?`: three words for the value, then its type. Relied on only
/// if a sample has it.
enum AnyLayout {
  /// The object that `isEqual` is handed, if it is one.
  ///
  /// Sets compare through `NSObject`'s `==`, which passes the other object on as an `NSObject`. To
  /// recognise that saves the search for a cast, which costs more than all else a set does to
  /// take an object in; and every save makes sets of what it saved.
  @inline(__always)
  static func object(in operand: Any?) -> NSObject? {
    let known = withUnsafeBytes(of: operand) { words -> NSObject? in
      words.load(fromByteOffset: typeOffset, as: Int.self) == nsObject
        ? words.load(as: NSObject.self) : nil
    }
    return known ?? operand as? NSObject
  }

  /// What stands for `NSObject` where a type should be; 0, which nothing is, if the sample had it
  /// somewhere else.
  private static let nsObject: Int = {
    let type = unsafeBitCast(NSObject.self as Any.Type, to: Int.self)
    return isAsDescribed(type) ? type : 0
  }()

  private static var typeOffset: Int { 3 * MemoryLayout<Int>.size }

  /// Whether an object inside an `Any?` is found where it should be.
  static func isAsDescribed(_ type: Int) -> Bool {
    let sample = NSObject()
    guard MemoryLayout<Any?>.size == typeOffset + MemoryLayout<Int>.size else { return false }
    return withUnsafeBytes(of: sample as Any?) { words in
      words.load(fromByteOffset: typeOffset, as: Int.self) == type
        && words.load(as: UInt.self) == UInt(bitPattern: ObjectIdentifier(sample))
    }
  }
}
