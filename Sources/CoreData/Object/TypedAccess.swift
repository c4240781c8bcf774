public import Foundation

// What generated accessors call, with the property's constant slot. One function per type, so
// that nothing is looked up, boxed or cast: a read is a check, a load and a comparison.

extension NSManagedObject {
  @inline(__always)
  final func read(_ slot: Int) -> Value {
    checkConfinement(idScope.layout.slots[slot].name)
    if !flags.contains(.realised) { fireToRead(idScope.layout.slots[slot].name) }
    return current(slot)
  }

  @inline(__always)
  final func write(_ slot: Int, _ value: Value) {
    checkConfinement(idScope.layout.slots[slot].name)
    if !flags.contains(.writable) { prepareToWrite(idScope.layout.slots[slot].name) }
    own?.values?[slot] = value
    registry?.changeCount &+= 1
    if flags.contains(.observed) { tellObservers(of: idScope.layout.slots[slot].name) }
  }
}

// MARK: Attributes that can be absent

extension NSManagedObject {
  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> String? {
    if case .text(let text) = read(slot) { text } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: String?) {
    write(slot, value.map(Value.text) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> Date? {
    if case .date(let date) = read(slot) { date } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: Date?) {
    write(slot, value.map(Value.date) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> Data? {
    if case .data(let data) = read(slot) { data } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: Data?) {
    write(slot, value.map(Value.data) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> UUID? {
    if case .uuid(let uuid) = read(slot) { uuid } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: UUID?) {
    write(slot, value.map(Value.uuid) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> URL? {
    if case .url(let url) = read(slot) { url } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: URL?) {
    write(slot, value.map(Value.url) ?? .null)
  }

  // Disfavoured, or else it would be taken for every kind of object.
  /// The value of an attribute, as generated accessors read it.
  @_disfavoredOverload
  public final func attribute(_ slot: Int) -> NSDecimalNumber? {
    if case .decimal(let number) = read(slot) { NSDecimalNumber(decimal: number) } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: NSDecimalNumber?) {
    write(slot, value.map { Value.decimal($0.decimalValue) } ?? .null)
  }

  /// An optional number or a transformable value, as `value(forKey:)` gives it.
  public final func attribute<Result>(_ slot: Int) -> Result? {
    let value = object(for: read(slot), in: slot)
    return value as? Result ?? value.flatMap(bridged) as? Result
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute<Result>(_ slot: Int, to value: Result?) {
    setValue(value, forKey: idScope.layout.slots[slot].name)
  }
}

// MARK: Numbers, which read as 0 when they are absent

extension NSManagedObject {
  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> Bool {
    if case .integer(let number) = read(slot) { number != 0 } else { false }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: Bool) {
    write(slot, .integer(value ? 1 : 0))
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> Int16 {
    if case .integer(let number) = read(slot) { Int16(truncatingIfNeeded: number) } else { 0 }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: Int16) {
    write(slot, .integer(Int64(value)))
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> Int32 {
    if case .integer(let number) = read(slot) { Int32(truncatingIfNeeded: number) } else { 0 }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: Int32) {
    write(slot, .integer(Int64(value)))
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> Int64 {
    switch read(slot) {
    case .integer(let number): number
    case .null: 0
    // Beyond the type, until a save refuses it.
    case .real(let number): number < 0 ? .min : .max
    case .decimal(let number): number.isSignMinus ? .min : .max
    default: 0
    }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: Int64) { write(slot, .integer(value)) }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> Double {
    if case .real(let number) = read(slot) { number } else { 0 }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: Double) { write(slot, .real(value)) }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ slot: Int) -> Float {
    if case .real(let number) = read(slot) { Float(number) } else { 0 }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ slot: Int, to value: Float) {
    write(slot, .real(Double(value)))
  }
}

// MARK: Relationships

extension NSManagedObject {
  /// The destination of the to-one relationship in a slot.
  public final func related<Destination: NSManagedObject>(_ slot: Int) -> Destination? {
    _ = read(slot)
    return destination(slot) as? Destination
  }
  /// Sets a to-one relationship, as generated accessors do.
  public final func setRelated(_ slot: Int, to value: NSManagedObject?) {
    checkConfinement(idScope.layout.slots[slot].name)
    setDestination(slot, to: value)
  }

  /// The members of the to-many relationship at an index.
  public final func related<Member: NSManagedObject>(many index: Int) -> Set<Member> {
    fireIfNeeded(for: idScope.layout.toMany[index].name)
    return memberSet(index) as? Set<Member> ?? []
  }
  /// Sets a to-many relationship, as generated accessors do.
  public final func setRelated<Member: NSManagedObject>(many index: Int, to value: Set<Member>) {
    setValue(value, forKey: idScope.layout.toMany[index].name)
  }

  /// The members of the ordered to-many relationship at an index.
  public final func related<Member: NSManagedObject>(ordered index: Int) -> [Member] {
    fireIfNeeded(for: idScope.layout.toMany[index].name)
    return memberList(index) as? [Member] ?? []
  }
  /// Sets an ordered relationship, as generated accessors do.
  public final func setRelated<Member: NSManagedObject>(ordered index: Int, to value: [Member]) {
    setValue(value, forKey: idScope.layout.toMany[index].name)
  }
  /// Adds members to a to-many relationship.
  public final func add(_ member: NSManagedObject, toMany index: Int) {
    fireIfNeeded(for: idScope.layout.toMany[index].name)
    addMember(member, to: index)
  }
  /// Removes members from a to-many relationship.
  public final func remove(_ member: NSManagedObject, fromMany index: Int) {
    fireIfNeeded(for: idScope.layout.toMany[index].name)
    removeMember(member, from: index)
  }
}

/// The object that Foundation has for a value of Swift's. A cast to `NSObject` alone does not find
/// it on Linux.
private func bridged(_ value: Any) -> NSObject? {
  (value as? NSString) ?? (value as? NSNumber) ?? (value as? NSArray) ?? (value as? NSDictionary)
    ?? (value as? NSSet) ?? (value as? NSDate) ?? (value as? NSData) ?? (value as? NSURL)
    ?? (value as? NSUUID)
}
