public import Foundation

// To-many relationships that can be edited in place.

extension NSManagedObject {
  /// The members as a set that changes with the relationship, and changes it.
  public final func mutableSetValue(forKey key: String) -> NSMutableSet {
    guard case .toMany(let index)? = idScope.layout.place(of: key) else {
      undefinedKey(key)
    }
    fireIfNeeded(for: key)
    return RelationshipSet(of: self, index)
  }

  /// The members of an ordered relationship as a list that changes with it, and changes it.
  public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    guard case .toMany(let index)? = idScope.layout.place(of: key) else {
      undefinedKey(key)
    }
    fireIfNeeded(for: key)
    return RelationshipOrderedSet(of: self, index)
  }
}

/// A window on a to-many relationship: nothing is stored here.
private final class RelationshipSet: NSMutableSet {
  private let owner: NSManagedObject
  private let index: Int

  init(of owner: NSManagedObject, _ index: Int) {
    self.owner = owner
    self.index = index
    super.init(capacity: 0)
  }

  required init(capacity numItems: Int) { misuse("A relationship's set belongs to its object.") }
  required init?(coder: NSCoder) { misuse("A relationship's set cannot be decoded.") }

  override var count: Int { owner.checkedMembers(index).count }
  override func member(_ object: Any) -> Any? {
    (object as? NSManagedObject).flatMap { owner.checkedMembers(index).contains($0) ? $0 : nil }
  }
  override func objectEnumerator() -> NSEnumerator {
    (owner.checkedMembers(index) as NSArray).objectEnumerator()
  }
  override func add(_ object: Any) {
    if let member = object as? NSManagedObject { owner.addMember(member, to: index) }
  }
  override func remove(_ object: Any) {
    if let member = object as? NSManagedObject { owner.removeMember(member, from: index) }
  }
}

/// A window on an ordered to-many relationship: nothing is stored here.
private final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let index: Int

  init(of owner: NSManagedObject, _ index: Int) {
    self.owner = owner
    self.index = index
    super.init(capacity: 0)
  }

  required init?(coder: NSCoder) { misuse("A relationship's list cannot be decoded.") }
  required convenience init(arrayLiteral elements: Any...) {
    misuse("A relationship's list belongs to its object.")
  }

  override var count: Int { owner.checkedMembers(index).count }
  override func object(at position: Int) -> Any { owner.checkedMembers(index)[position] }
  override func index(of object: Any) -> Int {
    (object as? NSManagedObject).flatMap(owner.checkedMembers(index).firstIndex) ?? NSNotFound
  }
  override func insert(_ object: Any, at position: Int) {
    guard let member = object as? NSManagedObject else { return }
    edit { if !$0.contains(member) { $0.insert(member, at: position) } }
  }
  override func removeObject(at position: Int) { edit { $0.remove(at: position) } }
  override func replaceObject(at position: Int, with object: Any) {
    guard let member = object as? NSManagedObject else { return }
    edit { $0[position] = member }
  }

  private func edit(_ change: (inout [NSManagedObject]) -> Void) {
    var members = owner.checkedMembers(index)
    change(&members)
    owner.setMembers(index, to: members)
  }
}

extension NSManagedObject {
  fileprivate final func checkedMembers(_ index: Int) -> [NSManagedObject] {
    fireIfNeeded(for: idScope.layout.toMany[index].name)
    return memberList(index)
  }
}
