// What accessors call, with the key of the property; `TypedAccess` says how that is done.

// MARK: Relationships

extension NSManagedObject {
  /// The destination of a to-one relationship, as generated accessors read it.
  ///
  /// ```swift
  /// var room: Room? { related(Keys.room) }
  /// ```
  ///
  /// - Parameter key: the relationship. A destination of another class stops the program.
  public final func related<Destination: NSManagedObject>(_ key: PropertyKey) -> Destination? {
    let slot = slot(key, .toOne)
    checkConfinement(idScope.layout.slots[slot].name)
    if !flags.contains(.realised) { fireToRead(idScope.layout.slots[slot].name) }
    guard let found = destination(slot) else { return nil }
    // Between classes, and not from `Any`, which would cost more than all the rest.
    if let found = found as? Destination { return found }
    misfit(key, "\(Destination.self)")
  }
  /// Sets a to-one relationship and its inverse, as generated accessors do.
  ///
  /// ```swift
  /// set { setRelated(Keys.room, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the relationship.
  ///   - value: its new destination.
  public final func setRelated(_ key: PropertyKey, to value: NSManagedObject?) {
    let slot = slot(key, .toOne)
    checkConfinement(idScope.layout.slots[slot].name)
    setDestination(slot, to: value)
  }

  /// The members of a to-many relationship, as generated accessors read it.
  ///
  /// ```swift
  /// var messages: Set<Message> { related(many: Keys.messages) }
  /// ```
  ///
  /// - Parameter key: the relationship. A member of another class stops the program.
  public final func related<Member: NSManagedObject>(many key: PropertyKey) -> Set<Member> {
    let index = slot(key, .toMany)
    fireIfNeeded(for: idScope.layout.toMany[index].name)
    return fitting(memberSet(index), key)
  }
  /// Sets a to-many relationship and its inverse, as generated accessors do.
  ///
  /// ```swift
  /// set { setRelated(many: Keys.messages, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the relationship.
  ///   - value: its new members.
  public final func setRelated<Member: NSManagedObject>(
    many key: PropertyKey, to value: Set<Member>
  ) {
    _ = slot(key, .toMany)
    setValue(value, forKey: key.name)
  }

  /// The members of an ordered to-many relationship, as generated accessors read it.
  ///
  /// ```swift
  /// var steps: [Step] { related(ordered: Keys.steps) }
  /// ```
  ///
  /// - Parameter key: the relationship. A member of another class stops the program.
  public final func related<Member: NSManagedObject>(ordered key: PropertyKey) -> [Member] {
    let index = slot(key, .ordered)
    fireIfNeeded(for: idScope.layout.toMany[index].name)
    return fitting(memberList(index), key)
  }
  /// Sets an ordered to-many relationship and its inverse, as generated accessors do.
  ///
  /// ```swift
  /// set { setRelated(ordered: Keys.steps, to: newValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the relationship.
  ///   - value: its new members, in order.
  public final func setRelated<Member: NSManagedObject>(
    ordered key: PropertyKey, to value: [Member]
  ) {
    _ = slot(key, .ordered)
    setValue(value, forKey: key.name)
  }

  /// The members as those of the class that the accessor names, or the program stops: of another
  /// class would mean that they are lost.
  private final func fitting<Wanted>(_ found: Any, _ key: PropertyKey) -> Wanted {
    guard let wanted = found as? Wanted else { misfit(key, "\(Wanted.self)") }
    return wanted
  }
}
