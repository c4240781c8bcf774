public import Foundation

// What accessors call that are written for Xcode's types: optional numbers, values of any class,
// sets as `NSSet`, and primitive values.

extension NSManagedObject {
  /// The value as `value(forKey:)` gives it, which must be of the accessor's type.
  ///
  /// ```swift
  /// var rating: NSNumber? { attribute(Keys.rating) }
  /// ```
  ///
  /// - Parameter key: the attribute.
  public final func attribute<Result>(_ key: PropertyKey) -> Result? {
    // What a plain accessor of a decimal number comes to, too.
    if Result.self == NSDecimalNumber.self {
      return KnownType.value(decimalNumber(key), as: Result?.self)
    }
    guard idScope.layout.place(of: key.name) != nil else { misfit(key, "\(Result.self)") }
    guard let value = value(forKey: key.name) else { return nil }
    if let result = value as? Result ?? foundationObject(for: value) as? Result { return result }
    misfit(key, "\(Result.self)", found: value)
  }
  /// Sets a value, as accessors written for Xcode's types do.
  ///
  /// ```swift
  /// set { setAttribute(Keys.rating, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute.
  ///   - value: its new value.
  public final func setAttribute<Result>(_ key: PropertyKey, to value: Result?) {
    guard idScope.layout.place(of: key.name) != nil else { misfit(key, "\(Result.self)") }
    setValue(value, forKey: key.name)
  }

  /// An integer of any width.
  ///
  /// ```swift
  /// var rating: Int { attribute(Keys.rating) }
  /// ```
  ///
  /// - Parameter key: the attribute.
  public final func attribute(_ key: PropertyKey) -> Int {
    (attribute(key) as NSNumber?)?.intValue ?? 0
  }
  /// Sets an integer of any width.
  ///
  /// ```swift
  /// set { setAttribute(Keys.rating, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the attribute.
  ///   - value: its new value.
  public final func setAttribute(_ key: PropertyKey, to value: Int) {
    setAttribute(key, to: NSNumber(value: value))
  }

  /// A value whose type says that it is never absent; nil stops the program, unless the type has an
  /// empty value.
  ///
  /// ```swift
  /// var title: String { required(attribute(Keys.title), Keys.title) }
  /// ```
  ///
  /// - Parameters:
  ///   - value: what was read.
  ///   - key: the attribute that it was read from.
  public final func required<Value>(_ value: Value?, _ key: PropertyKey) -> Value {
    if let value { return value }
    // Apple's run time makes these of nothing, too.
    let empty: [Any] = ["", [Any](), Data()]
    if let found = empty.lazy.compactMap({ $0 as? Value }).first { return found }
    misuse(
      "\(type(of: self)).\(key.name) is nil, but its type \(Value.self) is not optional. Declare "
        + "it optional, or give it a value before it is read.")
  }

  /// The members of a to-many relationship as a set of their own.
  ///
  /// ```swift
  /// var messages: NSSet? { related(many: Keys.messages) }
  /// ```
  ///
  /// - Parameter key: the relationship.
  public final func related(many key: PropertyKey) -> NSSet? {
    let index = slot(key, .toMany)
    fireIfNeeded(for: key.name)
    return memberSet(index) as NSSet
  }
  /// Sets the members of a relationship.
  ///
  /// ```swift
  /// set { setRelated(many: Keys.messages, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the relationship.
  ///   - value: its new members.
  public final func setRelated(many key: PropertyKey, to value: NSSet?) {
    _ = slot(key, .toMany)
    setValue(value, forKey: key.name)
  }

  /// The members of an ordered relationship as a list of their own.
  ///
  /// ```swift
  /// var steps: NSOrderedSet? { related(ordered: Keys.steps) }
  /// ```
  ///
  /// - Parameter key: the relationship.
  public final func related(ordered key: PropertyKey) -> NSOrderedSet? {
    let index = slot(key, .ordered)
    fireIfNeeded(for: key.name)
    return NSOrderedSet(array: memberList(index))
  }
  /// Sets the members of an ordered relationship.
  ///
  /// ```swift
  /// set { setRelated(ordered: Keys.steps, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the relationship.
  ///   - value: its new members, in order.
  public final func setRelated(ordered key: PropertyKey, to value: NSOrderedSet?) {
    _ = slot(key, .ordered)
    setValue(value, forKey: key.name)
  }

  /// The members as a set of a class that is known by name only. Code that knows the class takes
  /// the set for what it is; a reference to an object is the same whatever its class.
  ///
  /// ```swift
  /// let messages = room.related(many: Keys.messages, ofClass: "Chat.Message") as? Set<Message>
  /// ```
  ///
  /// - Parameters:
  ///   - key: the relationship.
  ///   - name: the class, with its module.
  public final func related(
    many key: PropertyKey, ofClass name: String
  ) -> Set<NSManagedObject> {
    let index = slot(key, .toMany)
    fireIfNeeded(for: key.name)
    let members = memberSet(index)
    guard let type = NSClassFromString(name) as? NSManagedObject.Type else {
      misfit(key, "a set of '\(name)', which this program does not have")
    }
    guard let typed = (type as any SetMember.Type).set(of: members) else {
      misfit(key, "a set of '\(name)'")
    }
    return typed
  }

  /// The value below the accessors: no fault fires, nothing is noted.
  ///
  /// ```swift
  /// var primitiveTitle: String? { primitive(Keys.title) }
  /// ```
  ///
  /// - Parameter key: the property.
  public final func primitive<Result>(_ key: PropertyKey) -> Result? {
    guard let value = primitiveValue(forKey: key.name) else { return nil }
    guard let result = value as? Result else { misfit(key, "\(Result.self)", found: value) }
    return result
  }
  /// Sets the value below the accessors: no change is noted.
  ///
  /// ```swift
  /// set { setPrimitive(Keys.title, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the property.
  ///   - value: its new value.
  public final func setPrimitive<Result>(_ key: PropertyKey, to value: Result?) {
    setPrimitiveValue(value, forKey: key.name)
  }
}

/// The object that Foundation has for a value of Swift's. A cast to `NSObject` alone does not find
/// it on Linux.
private func foundationObject(for value: Any) -> NSObject? {
  // One question a line: the compiler takes a second over a chain of nine.
  if let object = value as? NSString { return object }
  if let object = value as? NSNumber { return object }
  if let object = value as? NSArray { return object }
  if let object = value as? NSDictionary { return object }
  if let object = value as? NSSet { return object }
  if let object = value as? NSDate { return object }
  if let object = value as? NSData { return object }
  if let object = value as? NSURL { return object }
  return value as? NSUUID
}
