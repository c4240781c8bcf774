/// An object as the pointer that SQLite keeps for us and gives back to the functions it calls.
enum ForeignPointer {
  /// SQLite owns the object until it is taken back or released.
  static func owning(_ object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(object).toOpaque()
  }

  /// Something else must keep the object for as long as SQLite has the pointer.
  static func borrowing(_ object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(object).toOpaque()
  }

  /// The object behind a pointer, which must have been made from one of this class.
  static func object<Object: AnyObject>(
    _ pointer: UnsafeMutableRawPointer, as type: Object.Type
  ) -> Object {
    Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Ends the ownership of a pointer that was made with `owning`.
  static func release(_ pointer: UnsafeMutableRawPointer) {
    Unmanaged<AnyObject>.fromOpaque(pointer).release()
  }
}
