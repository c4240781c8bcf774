internal import Foundation

/// What `isEqual` is handed.
enum EqualityOperand {
  /// The object inside, if it is one.
  ///
  /// Sets compare through `NSObject`'s `==`, which passes the other object on as an `NSObject`. To
  /// recognise that saves the search for a cast, which costs more than all else a set does to
  /// take an object in; and every save makes sets of what it saved.
  @inline(__always)
  static func object(in operand: Any?) -> NSObject? {
    guard let operand else { return nil }
    return object(of: operand)
  }

  private static func object<Operand>(of operand: Operand) -> NSObject? {
    if Operand.self == NSObject.self {
      return withUnsafeBytes(of: operand) { $0.load(as: NSObject.self) }
    }
    return operand as? NSObject
  }
}
