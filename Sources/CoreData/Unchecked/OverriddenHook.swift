/// Whether a class overrides a hook, read off its table of methods.
///
/// Every save would call `validateValue(_:forKey:)` for every property of every object, and every
/// comparison `value(forKey:)`, with the value in a box, though hardly a class overrides them.
/// Where in the table an entry is comes from a comparison of two sample classes, which differ in
/// that one method. If they do not differ in exactly one word, every class counts as one that
/// overrides it: slower, and right.
enum OverriddenHook {
  /// Whether a class, or one between it and `NSManagedObject`, overrides
  /// `validateValue(_:forKey:)`.
  @inline(__always)
  static func validatesValues(_ type: NSManagedObject.Type) -> Bool {
    guard let entry = validation else { return true }
    return words(of: type)[entry.place] != entry.inherited
  }

  /// Whether a class, or one between it and `NSManagedObject`, overrides `value(forKey:)`.
  @inline(__always)
  static func readsValues(_ type: NSManagedObject.Type) -> Bool {
    guard let entry = reading else { return true }
    return words(of: type)[entry.place] != entry.inherited
  }

  static let validation = entry(overriddenBy: Validating.self)
  static let reading = entry(overriddenBy: Reading.self)

  /// Where the entry is, in words, and what it is in a class that does not override it; nil if it
  /// was not found.
  private static func entry(
    overriddenBy sample: NSManagedObject.Type
  ) -> (place: Int, inherited: UInt)? {
    let (base, plain) = (words(of: NSManagedObject.self), words(of: Plain.self))
    let overriding = words(of: sample)
    guard plain[1] == UInt(bitPattern: base) else { return nil }
    let places = (2..<max(2, size(of: NSManagedObject.self))).filter {
      plain[$0] == base[$0] && overriding[$0] != base[$0]
    }
    return places.count == 1 ? (places[0], base[places[0]]) : nil
  }

  /// A class is described in words: its kind, the class above it, sizes, and then its methods,
  /// those of the classes above first.
  private static func words(of type: NSManagedObject.Type) -> UnsafePointer<UInt> {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  /// How many words there are; 0 if that is not to be believed. The size of the whole is in the
  /// fifth word, before the size of what lies in front of the first.
  private static func size(of type: NSManagedObject.Type) -> Int {
    let sizes = words(of: type)[4]
    let (all, before) = (Int(UInt32(truncatingIfNeeded: sizes)), Int(sizes >> 32))
    let count = (all - before) / MemoryLayout<UInt>.size
    return (16...1_024).contains(count) ? count : 0
  }

  private final class Plain: NSManagedObject {}
  private final class Validating: NSManagedObject {
    override func validateValue(_ value: Any?, forKey key: String) throws {
      try super.validateValue(value, forKey: key)
    }
  }
  private final class Reading: NSManagedObject {
    override func value(forKey key: String) -> Any? { super.value(forKey: key) }
  }
}
