/// A value as one of a generic type that has turned out to be its own. A cast would find that out
/// once more, and takes longer than reading the value did.
enum KnownType {
  @inline(__always)
  static func value<Known, Wanted>(_ value: Known, as wanted: Wanted.Type) -> Wanted {
    precondition(Known.self == Wanted.self)
    return unsafeBitCast(value, to: Wanted.self)
  }
}
