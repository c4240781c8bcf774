// What accessors call, with the key of the property; `TypedAccess` says how that is done.

// MARK: Numbers, which read as 0 when they are absent

extension NSManagedObject {
  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var isRead: Bool { attribute(Keys.isRead) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> Bool {
    readInteger(slot(key, .boolean)).map { $0 != 0 } ?? false
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.isRead, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: Bool) {
    write(slot(key, .boolean), .integer(value ? 1 : 0))
  }

  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var rating: Int16 { attribute(Keys.rating) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> Int16 {
    readInteger(slot(key, .integer16)).map { Int16(truncatingIfNeeded: $0) } ?? 0
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.rating, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: Int16) {
    write(slot(key, .integer16), .integer(Int64(value)))
  }

  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var unread: Int32 { attribute(Keys.unread) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> Int32 {
    readInteger(slot(key, .integer32)).map { Int32(truncatingIfNeeded: $0) } ?? 0
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.unread, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: Int32) {
    write(slot(key, .integer32), .integer(Int64(value)))
  }

  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var position: Int64 { attribute(Keys.position) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> Int64 {
    switch read(slot(key, .integer64)) {
    case .integer(let number): number
    case .null: 0
    // Beyond the type, until a save refuses it.
    case .real(let number): number < 0 ? .min : .max
    case .decimal(let number): number.isSignMinus ? .min : .max
    default: 0
    }
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.position, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: Int64) {
    write(slot(key, .integer64), .integer(value))
  }

  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var latitude: Double { attribute(Keys.latitude) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> Double {
    if case .real(let number) = read(slot(key, .double)) { number } else { 0 }
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.latitude, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: Double) {
    write(slot(key, .double), .real(value))
  }

  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var volume: Float { attribute(Keys.volume) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> Float {
    if case .real(let number) = read(slot(key, .float)) { Float(number) } else { 0 }
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.volume, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: Float) {
    write(slot(key, .float), .real(Double(value)))
  }
}
