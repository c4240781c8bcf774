internal import Foundation

/// Shows and edits an ordered to-many relationship.
///
/// Foundation reads some things, such as `array` and `firstObject`, from a list of its own, which
/// cannot be overridden. So there is one: it is filled again whenever the relationship changes,
/// and every edit is made in the relationship first.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let place: Int
  private var observation: ManagedObjectObservation?
  /// What the context had counted when the list was filled.
  private var changesShown = -1
  /// While the list is filled, Foundation asks for what is in it so far.
  private var isFilling = false

  init(of owner: NSManagedObject, _ place: Int) {
    self.owner = owner
    self.place = place
    super.init(capacity: 0)
    show()
    observation = owner.observe(owner.idScope.layout.toMany[place].name) { [weak self] owner in
      if !owner.isFault { self?.show() }
    }
  }

  required init?(coder: NSCoder) { misuse("A relationship's list cannot be decoded.") }
  required convenience init(arrayLiteral elements: Any...) {
    misuse("A relationship's list belongs to its object.")
  }

  private var members: [NSManagedObject] {
    owner.fireIfNeeded(for: owner.idScope.layout.toMany[place].name)
    return owner.memberList(place)
  }

  /// Fills the list again, if it is not what it should be.
  private func show() {
    if isFilling { return }
    isFilling = true
    defer { isFilling = false }
    let members = members
    changesShown = owner.registry?.changeCount ?? 0
    let shown = super.array
    if shown.count == members.count, zip(shown, members).allSatisfy({ $0 as AnyObject === $1 }) {
      return
    }
    super.removeAllObjects()
    super.addObjects(from: members)
  }

  /// Before a read that can be overridden: the objects may have become faults meanwhile.
  private func update() {
    if isFilling { return }
    owner.fireIfNeeded(for: owner.idScope.layout.toMany[place].name)
    if owner.registry?.changeCount != changesShown { show() }
  }

  // MARK: Reading

  override var count: Int {
    update()
    return super.count
  }
  override func object(at position: Int) -> Any {
    update()
    return super.object(at: position)
  }
  override func index(of object: Any) -> Int {
    update()
    return super.index(of: object)
  }
  override func contains(_ object: Any) -> Bool {
    update()
    return super.contains(object)
  }
  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: members) }
  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: members) }

  // MARK: Editing

  /// Changes the relationship to what `change` makes of its members; of two that are the same, the
  /// first counts.
  private func edit(_ change: (inout [NSManagedObject]) -> Void) {
    var new = members
    change(&new)
    owner.setMembers(place, to: ObjectList(new).array)
    show()
  }

  private func object(_ any: Any) -> NSManagedObject { owner.member(any, of: place) }

  override func insert(_ any: Any, at position: Int) {
    let object = object(any)
    edit { if !$0.contains(object) { $0.insert(object, at: position) } }
  }
  override func insert(_ objects: [Any], at indexes: IndexSet) {
    let objects = objects.map(object)
    edit { members in
      let known = ObjectList(members)
      for (object, position) in zip(objects, indexes) where !known.contains(object) {
        members.insert(object, at: position)
      }
    }
  }
  override func removeObject(at position: Int) { edit { $0.remove(at: position) } }
  override func removeObjects(at indexes: IndexSet) {
    edit { members in for position in indexes.reversed() { members.remove(at: position) } }
  }
  override func removeObjects(in range: NSRange) {
    edit { $0.removeSubrange(range.lowerBound..<range.upperBound) }
  }
  override func removeAllObjects() { edit { $0 = [] } }
  override func remove(_ any: Any) { removeObjects(in: [any]) }
  override func removeObjects(in array: [Any]) { keep { !$0.contains($1) }(array) }

  override func add(_ any: Any) { addObjects(from: [any]) }
  override func add(_ objects: UnsafePointer<AnyObject>?, count: Int) {
    addObjects(from: Array(UnsafeBufferPointer(start: objects, count: count)))
  }
  override func addObjects(from array: [Any]) {
    for object in array.map(object) where !contains(object) { append(object) }
  }

  /// The commonest edit: nothing else is looked at.
  private func append(_ object: NSManagedObject) {
    isFilling = true
    defer { isFilling = false }
    owner.addMember(object, to: place)
    super.add(object)
    changesShown = owner.registry?.changeCount ?? 0
  }

  override func replaceObject(at position: Int, with any: Any) {
    replaceObjects(at: [position], with: [any])
  }
  override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
    let objects = objects.map(object)
    edit { members in
      let known = ObjectList(members)
      for (object, position) in zip(objects, indexes) where !known.contains(object) {
        members[position] = object
      }
    }
  }
  override func replaceObjects(
    in range: NSRange, with objects: UnsafePointer<AnyObject>!, count: Int
  ) {
    let objects = UnsafeBufferPointer(start: objects, count: count).map(object)
    edit { $0.replaceSubrange(range.lowerBound..<range.upperBound, with: objects) }
  }
  override func exchangeObject(at one: Int, withObjectAt other: Int) {
    edit { $0.swapAt(one, other) }
  }
  override func moveObjects(at indexes: IndexSet, to position: Int) {
    edit { members in
      let moved = indexes.map { members[$0] }
      for position in indexes.reversed() { members.remove(at: position) }
      // A place beyond those that stayed is the end.
      members.insert(contentsOf: moved, at: Swift.min(position, members.count))
    }
  }

  override func intersect(_ other: NSOrderedSet) { keep { $0.contains($1) }(other.array) }
  override func intersectSet(_ other: Set<AnyHashable>) { keep { $0.contains($1) }(Array(other)) }
  override func minus(_ other: NSOrderedSet) { removeObjects(in: other.array) }
  override func minusSet(_ other: Set<AnyHashable>) { removeObjects(in: Array(other)) }
  override func union(_ other: NSOrderedSet) { addObjects(from: other.array) }
  override func unionSet(_ other: Set<AnyHashable>) {
    // A set has no order of its own; that of the IDs makes two runs do the same.
    addObjects(from: other.map { object($0) }.sorted(by: NSManagedObject.isBefore))
  }

  /// Keeps the members that, beside a list of others, pass a test.
  private func keep(
    _ isKept: @escaping (ObjectList, NSManagedObject) -> Bool
  ) -> ([Any]) -> Void {
    { others in
      let others = ObjectList(others.compactMap { $0 as? NSManagedObject })
      self.edit { $0.removeAll { !isKept(others, $0) } }
    }
  }

  override func sort(comparator: (Any, Any) -> ComparisonResult) {
    sort(options: [], usingComparator: comparator)
  }
  override func sort(
    options: NSSortOptions = [], usingComparator comparator: (Any, Any) -> ComparisonResult
  ) {
    sortRange(NSRange(location: 0, length: count), options: options, usingComparator: comparator)
  }
  override func sortRange(
    _ range: NSRange, options: NSSortOptions = [],
    usingComparator comparator: (Any, Any) -> ComparisonResult
  ) {
    edit { members in
      let part = members[range.lowerBound..<range.upperBound]
      // Equal members keep their order: the language's sort is stable.
      let sorted = part.sorted { comparator($0, $1) == .orderedAscending }
      members.replaceSubrange(range.lowerBound..<range.upperBound, with: sorted)
    }
  }
  override func sort(using sortDescriptors: [NSSortDescriptor]) {
    edit { members in
      members.sort { sortDescriptors.compare($0, to: $1) == .orderedAscending }
    }
  }
}
