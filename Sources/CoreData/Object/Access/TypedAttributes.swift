public import Foundation

// What accessors call, with the key of the property; `TypedAccess` says how that is done.

// MARK: Attributes that can be absent

extension NSManagedObject {
  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var title: String? { attribute(Keys.title) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> String? {
    if case .text(let text) = read(slot(key, .text)) { text } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.title, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: String?) {
    write(slot(key, .text), value.map(Value.text) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var sentAt: Date? { attribute(Keys.sentAt) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> Date? {
    if case .date(let date) = read(slot(key, .date)) { date } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.sentAt, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: Date?) {
    write(slot(key, .date), value.map(Value.date) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var thumbnail: Data? { attribute(Keys.thumbnail) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> Data? {
    if case .data(let data) = read(slot(key, .data)) { data } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.thumbnail, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: Data?) {
    write(slot(key, .data), value.map(Value.data) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var identifier: UUID? { attribute(Keys.identifier) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> UUID? {
    if case .uuid(let uuid) = read(slot(key, .uuid)) { uuid } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.identifier, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: UUID?) {
    write(slot(key, .uuid), value.map(Value.uuid) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var link: URL? { attribute(Keys.link) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  public final func attribute(_ key: PropertyKey) -> URL? {
    if case .url(let url) = read(slot(key, .url)) { url } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.link, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: URL?) {
    write(slot(key, .url), value.map(Value.url) ?? .null)
  }

  // Disfavoured, or else it would be taken for every kind of object.
  /// The value of an attribute, as generated accessors read it.
  ///
  /// ```swift
  /// var price: NSDecimalNumber? { attribute(Keys.price) }
  /// ```
  ///
  /// - Parameter key: the attribute, which must be of this type.
  @_disfavoredOverload
  public final func attribute(_ key: PropertyKey) -> NSDecimalNumber? { decimalNumber(key) }

  final func decimalNumber(_ key: PropertyKey) -> NSDecimalNumber? {
    let value = read(slot(key, .decimal))
    return if case .decimal(let number) = value { NSDecimalNumber(decimal: number) } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.price, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute, which must be of this type.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: NSDecimalNumber?) {
    write(slot(key, .decimal), value.map { Value.decimal($0.decimalValue) } ?? .null)
  }
}
