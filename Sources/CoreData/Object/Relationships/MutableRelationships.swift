public import Foundation

// To-many relationships that can be edited in place.

extension NSManagedObject {
  /// The members as a set that changes with the relationship, and changes it.
  public final func mutableSetValue(forKey key: String) -> NSMutableSet {
    RelationshipSet(of: self, toManyIndex(of: key, isOrdered: false))
  }

  /// The members of an ordered relationship as a list that changes with it, and changes it.
  public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    RelationshipOrderedSet(of: self, toManyIndex(of: key, isOrdered: true))
  }

  private final func toManyIndex(of key: String, isOrdered: Bool) -> Int {
    guard case .toMany(let index)? = idScope.layout.place(of: key) else { undefinedKey(key) }
    if idScope.layout.ordered.contains(index) != isOrdered {
      misuse(
        "\(identity.entity.name ?? "?").\(key) is \(isOrdered ? "not ordered" : "ordered"): use "
          + (isOrdered ? "mutableSetValue(forKey:)." : "mutableOrderedSetValue(forKey:)."))
    }
    fireIfNeeded(for: key)
    return index
  }

  final func checkedMembers(_ index: Int) -> [NSManagedObject] {
    fireIfNeeded(for: idScope.layout.toMany[index].name)
    return memberList(index)
  }

  /// What a program puts into a relationship; nothing but an object can be its member.
  final func member(_ object: Any, of index: Int) -> NSManagedObject {
    if let object = object as? NSManagedObject { return object }
    misuse(
      "\(object), of type \(type(of: object)), cannot be a member of "
        + "\(identity.entity.name ?? "?").\(idScope.layout.toMany[index].name). Add managed "
        + "objects of this context.")
  }
}

/// Shows and edits a to-many relationship; nothing is stored here.
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

  // MARK: Reading

  override var count: Int { owner.checkedMembers(index).count }
  override func member(_ object: Any) -> Any? {
    guard let object = object as? NSManagedObject else { return nil }
    _ = owner.checkedMembers(index)
    return owner.memberSet(index).contains(object) ? object : nil
  }
  override func objectEnumerator() -> NSEnumerator {
    (owner.checkedMembers(index) as NSArray).objectEnumerator()
  }
  override var description: String { "{(\(owner.checkedMembers(index)))}" }

  // MARK: Editing. What is not here ends in one of these.

  override func add(_ object: Any) {
    let object = owner.member(object, of: index)
    if member(object) == nil { owner.addMember(object, to: index) }
  }
  override func remove(_ object: Any) {
    if let object = member(object) as? NSManagedObject { owner.removeMember(object, from: index) }
  }
  /// As one change: members that stay are not taken out in between.
  override func setSet(_ other: Set<AnyHashable>) {
    let new = other.map { owner.member($0, of: index) }
    owner.setMembers(index, to: new.sorted(by: NSManagedObject.isBefore))
  }
}

/// How the members of a to-many relationship change, with Apple's numbers.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
  /// Members come in.
  case union = 1
  /// Members go.
  case minus = 2
  /// Other members go.
  case intersect = 3
  /// All members are exchanged.
  case set = 4
}

extension NSManagedObject {
  /// Announces a change of members that is about to be made through the primitive accessors.
  public final func willChangeValue(
    forKey key: String, withSetMutation mutation: NSKeyValueSetMutationKind,
    using objects: Set<AnyHashable>
  ) {
    willChangeValue(forKey: key)
  }

  /// Ends what `willChangeValue(forKey:withSetMutation:using:)` began.
  public final func didChangeValue(
    forKey key: String, withSetMutation mutation: NSKeyValueSetMutationKind,
    using objects: Set<AnyHashable>
  ) {
    didChangeValue(forKey: key)
  }
}
