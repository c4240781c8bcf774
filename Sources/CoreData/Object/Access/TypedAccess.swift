public import Foundation

// What accessors call, with the key of the property. One function per type, so that nothing is
// boxed or cast: a read is a look into a table, a check, a load and a comparison.

extension NSManagedObject {
  /// Where the property is kept. An accessor that does not fit the entity stops the program.
  @inline(__always)
  final func slot(_ key: PropertyKey, _ kind: SlotKind) -> Int {
    // Uncounted, because the object keeps its scope, and that keeps the layout.
    let known = UncountedReference(idScope.layout).visit { $0.knownIndex(key, kind) }
    if let known { return known }
    // In a function of its own, or else references would be counted on the way without it.
    return lookUp(key, kind)
  }

  @inline(never)
  private final func lookUp(_ key: PropertyKey, _ kind: SlotKind) -> Int {
    if let index = idScope.layout.lookUp(key, kind) { return index }
    misfit(key, kind.words)
  }

  @inline(__always)
  final func read(_ slot: Int) -> Value {
    checkConfinement(idScope.layout.slots[slot].name)
    if !flags.contains(.realised) { fireToRead(idScope.layout.slots[slot].name) }
    return current(slot)
  }

  /// The same for whole numbers, which are taken out of where they are.
  @inline(__always)
  final func readInteger(_ slot: Int) -> Int64? {
    checkConfinement(idScope.layout.slots[slot].name)
    if !flags.contains(.realised) { fireToRead(idScope.layout.slots[slot].name) }
    if let own, own.values != nil {
      // Uncounted, because the object keeps them.
      return UncountedReference(own).visit { own in
        if case .integer(let number)? = own.values?[slot] { number } else { nil }
      }
    }
    return if case .integer(let number) = current(slot) { number } else { nil }
  }

  @inline(__always)
  final func write(_ slot: Int, _ value: Value) {
    checkConfinement(idScope.layout.slots[slot].name)
    if !flags.contains(.writable) { prepareToWrite(idScope.layout.slots[slot].name) }
    put(value, slot)
    registry?.changeCount &+= 1
    if flags.contains(.observed) { tellObservers(of: idScope.layout.slots[slot].name) }
  }
}

extension NSManagedObject {
  /// Changes a value of an object that has its own. Uncounted, because the object keeps them.
  @inline(__always)
  private final func put(_ value: Value, _ slot: Int) {
    guard let own else { return }
    UncountedReference(own).visit { $0.values?[slot] = value }
  }
}

// MARK: Attributes that can be absent

extension NSManagedObject {
  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ key: PropertyKey) -> String? {
    if case .text(let text) = read(slot(key, .text)) { text } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: String?) {
    write(slot(key, .text), value.map(Value.text) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ key: PropertyKey) -> Date? {
    if case .date(let date) = read(slot(key, .date)) { date } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: Date?) {
    write(slot(key, .date), value.map(Value.date) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ key: PropertyKey) -> Data? {
    if case .data(let data) = read(slot(key, .data)) { data } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: Data?) {
    write(slot(key, .data), value.map(Value.data) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ key: PropertyKey) -> UUID? {
    if case .uuid(let uuid) = read(slot(key, .uuid)) { uuid } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: UUID?) {
    write(slot(key, .uuid), value.map(Value.uuid) ?? .null)
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ key: PropertyKey) -> URL? {
    if case .url(let url) = read(slot(key, .url)) { url } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: URL?) {
    write(slot(key, .url), value.map(Value.url) ?? .null)
  }

  // Disfavoured, or else it would be taken for every kind of object.
  /// The value of an attribute, as generated accessors read it.
  @_disfavoredOverload
  public final func attribute(_ key: PropertyKey) -> NSDecimalNumber? { decimalNumber(key) }

  final func decimalNumber(_ key: PropertyKey) -> NSDecimalNumber? {
    let value = read(slot(key, .decimal))
    return if case .decimal(let number) = value { NSDecimalNumber(decimal: number) } else { nil }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: NSDecimalNumber?) {
    write(slot(key, .decimal), value.map { Value.decimal($0.decimalValue) } ?? .null)
  }
}

// MARK: Numbers, which read as 0 when they are absent

extension NSManagedObject {
  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ key: PropertyKey) -> Bool {
    readInteger(slot(key, .boolean)).map { $0 != 0 } ?? false
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: Bool) {
    write(slot(key, .boolean), .integer(value ? 1 : 0))
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ key: PropertyKey) -> Int16 {
    readInteger(slot(key, .integer16)).map { Int16(truncatingIfNeeded: $0) } ?? 0
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: Int16) {
    write(slot(key, .integer16), .integer(Int64(value)))
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ key: PropertyKey) -> Int32 {
    readInteger(slot(key, .integer32)).map { Int32(truncatingIfNeeded: $0) } ?? 0
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: Int32) {
    write(slot(key, .integer32), .integer(Int64(value)))
  }

  /// The value of an attribute, as generated accessors read it.
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
  public final func setAttribute(_ key: PropertyKey, to value: Int64) {
    write(slot(key, .integer64), .integer(value))
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ key: PropertyKey) -> Double {
    if case .real(let number) = read(slot(key, .double)) { number } else { 0 }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: Double) {
    write(slot(key, .double), .real(value))
  }

  /// The value of an attribute, as generated accessors read it.
  public final func attribute(_ key: PropertyKey) -> Float {
    if case .real(let number) = read(slot(key, .float)) { Float(number) } else { 0 }
  }
  /// Sets an attribute, as generated accessors do.
  public final func setAttribute(_ key: PropertyKey, to value: Float) {
    write(slot(key, .float), .real(Double(value)))
  }
}

// MARK: Relationships

extension NSManagedObject {
  /// The destination of a to-one relationship.
  public final func related<Destination: NSManagedObject>(_ key: PropertyKey) -> Destination? {
    let slot = slot(key, .toOne)
    checkConfinement(idScope.layout.slots[slot].name)
    if !flags.contains(.realised) { fireToRead(idScope.layout.slots[slot].name) }
    guard let found = destination(slot) else { return nil }
    // Between classes, and not from `Any`, which would cost more than all the rest.
    if let found = found as? Destination { return found }
    misfit(key, "\(Destination.self)")
  }
  /// Sets a relationship, as generated accessors do.
  public final func setRelated(_ key: PropertyKey, to value: NSManagedObject?) {
    let slot = slot(key, .toOne)
    checkConfinement(idScope.layout.slots[slot].name)
    setDestination(slot, to: value)
  }

  /// The members of a to-many relationship.
  public final func related<Member: NSManagedObject>(many key: PropertyKey) -> Set<Member> {
    let index = slot(key, .toMany)
    fireIfNeeded(for: idScope.layout.toMany[index].name)
    return fitting(memberSet(index), key)
  }
  /// Sets a relationship, as generated accessors do.
  public final func setRelated<Member: NSManagedObject>(
    many key: PropertyKey, to value: Set<Member>
  ) {
    _ = slot(key, .toMany)
    setValue(value, forKey: key.name)
  }

  /// The members of an ordered to-many relationship.
  public final func related<Member: NSManagedObject>(ordered key: PropertyKey) -> [Member] {
    let index = slot(key, .ordered)
    fireIfNeeded(for: idScope.layout.toMany[index].name)
    return fitting(memberList(index), key)
  }
  /// Sets a relationship, as generated accessors do.
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
