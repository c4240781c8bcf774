public import Foundation

// Paths of properties, `room.name`, through objects, dictionaries and collections.

extension NSManagedObject {
  /// The value at the end of a path such as `room.name`. Through a to-many relationship it leads to
  /// the set of what the members have, ordered if the relationship is; `members.@count` and the
  /// other operators of key-value coding work the members out.
  public final func value(forKeyPath path: String) -> Any? {
    if !path.contains(".") || idScope.layout.place(of: path) != nil { return value(forKey: path) }
    return KeyPathWalk.value(of: self, along: path)
  }

  /// Sets the property at the end of a path; of every member where it goes through a to-many
  /// relationship, of none where it ends early.
  public final func setValue(_ value: Any?, forKeyPath path: String) {
    guard let dot = path.firstIndex(of: "."), idScope.layout.place(of: path) == nil else {
      return setValue(value, forKey: path)
    }
    let (head, rest) = (String(path[..<dot]), String(path[path.index(after: dot)...]))
    if idScope.layout.composite(head) != nil {
      let parts = self.value(forKey: head) as? [String: Any] ?? [:]
      return setValue(parts.setting(value, at: rest), forKey: head)
    }
    switch KeyPathWalk.Found(self.value(forKey: head)) {
    case .nothing: return
    case .one(let object as NSManagedObject): object.setValue(value, forKeyPath: rest)
    case .many(let members, _):
      for case let member as NSManagedObject in members { member.setValue(value, forKeyPath: rest) }
    case .one(let other):
      misuse(
        "\(identity.entity.name ?? "?").\(path) cannot be set: \(head) is a \(type(of: other)), "
          + "which has no properties to set. Set \(head) itself.")
    }
  }
}

extension [String: Any] {
  /// This dictionary with another value at the end of a path of names.
  fileprivate func setting(_ value: Any?, at path: String) -> [String: Any] {
    var copy = self
    guard let dot = path.firstIndex(of: ".") else {
      copy[path] = value is NSNull ? nil : value
      return copy
    }
    let name = String(path[..<dot])
    copy[name] = (self[name] as? [String: Any] ?? [:])
      .setting(value, at: String(path[path.index(after: dot)...]))
    return copy
  }
}

// Foundation on Linux has no key-value coding: these are what Apple's collections answer.

extension NSArray {
  /// What each member has for the key, `NSNull` where that is nothing; `@count` counts them.
  public func value(forKey key: String) -> Any? { KeyPathWalk.value(of: self, key: key) }
  /// The value at the end of a path: `room.name` of each member, or `@max.position` of all.
  public func value(forKeyPath path: String) -> Any? { KeyPathWalk.value(of: self, along: path) }
}

extension NSSet {
  /// The different values that the members have for the key; `@count` counts the members.
  public func value(forKey key: String) -> Any? { KeyPathWalk.value(of: self, key: key) }
  /// The values at the end of a path: `room.name` of each member, or `@max.position` of all.
  public func value(forKeyPath path: String) -> Any? { KeyPathWalk.value(of: self, along: path) }
}

extension NSOrderedSet {
  /// The different values that the members have for the key, in order; `@count` counts the members.
  public func value(forKey key: String) -> Any? { KeyPathWalk.value(of: self, key: key) }
  /// The values at the end of a path: `room.name` of each member, or `@max.position` of all.
  public func value(forKeyPath path: String) -> Any? { KeyPathWalk.value(of: self, along: path) }
}

/// Follows a key path as key-value coding does, name by name.
enum KeyPathWalk {
  /// What a collection makes of the values of its members.
  enum Kind { case list, set, orderedSet }

  /// How far a path has led. Members of sets come in an order that does not depend on hash values.
  enum Found {
    case nothing
    case one(Any)
    case many([Any], Kind)

    init(_ value: Any?) {
      switch value {
      case nil, is NSNull: self = .nothing
      case let objects as Set<NSManagedObject>:
        self = .many(objects.sorted(by: NSManagedObject.isBefore), .set)
      case let ordered as NSOrderedSet: self = .many(ordered.array, .orderedSet)
      case let list as [Any]: self = .many(list, .list)
      case let list as NSArray: self = .many(list.map { $0 }, .list)
      case let set as NSSet: self = .many(Self.inOrder(set.allObjects), .set)
      case let set as Set<AnyHashable>: self = .many(Self.inOrder(set.map(\.base)), .set)
      case .some(let value): self = .one(value)
      }
    }

    /// Objects in the order of their IDs, other values in that of their texts.
    private static func inOrder(_ members: [Any]) -> [Any] {
      if let objects = members as? [NSManagedObject] {
        return objects.sorted(by: NSManagedObject.isBefore)
      }
      return members.map { ($0, "\($0)") }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// As a program gets it.
    var value: Any? {
      switch self {
      case .nothing: nil
      case .one(let value): value
      case .many(let members, .list): members
      case .many(let members, .orderedSet): NSOrderedSet(array: members)
      case .many(let members, .set): Set(members.map(KeyPathWalk.hashable))
      }
    }
  }

  static func value(of start: Any, along path: String) -> Any? {
    let names = path.split(separator: ".").map(String.init)
    return walk(Found(start), names[...], path).value
  }

  static func value(of start: Any, key: String) -> Any? { walk(Found(start), [key], key).value }

  private static func walk(_ found: Found, _ names: ArraySlice<String>, _ path: String) -> Found {
    guard let name = names.first else { return found }
    let rest = names.dropFirst()
    switch found {
    case .nothing: return .nothing
    case .one(let object): return walk(Found(value(of: object, name, path)), rest, path)
    case .many(let members, let kind):
      if name.hasPrefix("@") {
        let works = KeyPathOperator(name, members: members, path: path)
        if name == "@count" { return walk(works.result { $0 }, rest, path) }
        if rest.isEmpty { misuse("\(path) needs a path behind \(name): say \(name).self.") }
        return works.result { walk(Found($0), rest, path).value }
      }
      let values = members.map { walk(Found($0), [name], path).value }
      return walk(.many(combined(values, kind), kind), rest, path)
    }
  }

  /// A list keeps a place for each member, sets keep what is there.
  private static func combined(_ values: [Any?], _ kind: Kind) -> [Any] {
    if kind == .list { return values.map { $0 ?? NSNull() } }
    return distinct(values.compactMap { $0 })
  }

  static func distinct(_ values: [Any]) -> [Any] {
    var seen: Set<AnyHashable> = []
    return values.filter { seen.insert(hashable($0)).inserted }
  }

  static func hashable(_ value: Any) -> AnyHashable {
    switch value {
    case let object as NSObject: AnyHashable(object)
    case let value as AnyHashable: value
    case let list as [Any]: AnyHashable(list as NSArray)
    case let dictionary as [String: Any]: AnyHashable(dictionary as NSDictionary)
    default: AnyHashable(OpaqueValue(any: value))
    }
  }

  private static func value(of object: Any, _ name: String, _ path: String) -> Any? {
    if name == "self" { return object }
    switch object {
    case let object as NSManagedObject: return object.value(forKey: name)
    case let dictionary as [String: Any]:
      return name == "@count" ? dictionary.count : dictionary[name]
    case let dictionary as NSDictionary:
      return name == "@count" ? dictionary.count : dictionary[name]
    case let text as String where name == "length": return text.utf16.count
    default:
      misuse(
        "\(path) cannot be followed: \(object), of type \(type(of: object)), is not key value "
          + "coding-compliant for the key \"\(name)\". End the path before it.")
    }
  }
}

/// An operator of key-value coding, `@sum` and the like, over the members of a collection.
///
///     @count                                          how many members
///     @sum  @avg                                      numbers; what is missing counts as 0
///     @min  @max                                      what is missing does not count
///     @unionOfObjects   @distinctUnionOfObjects       a list of the values
///     @unionOfArrays    @distinctUnionOfArrays        the same of the members of the members
///     @distinctUnionOfSets                            these as a set
struct KeyPathOperator {
  private let name: String
  private let members: [Any]
  private let path: String

  init(_ name: String, members: [Any], path: String) {
    (self.name, self.members, self.path) = (name, members, path)
  }

  /// - Parameter along: gives what a member, or a member of a member, has behind the operator.
  func result(_ along: (Any) -> Any?) -> KeyPathWalk.Found {
    switch name {
    case "@count": return .one(NSNumber(value: members.count))
    case "@sum": return .one(sum(along))
    case "@avg": return .one(average(along))
    case "@min": return KeyPathWalk.Found(first(.orderedAscending, along))
    case "@max": return KeyPathWalk.Found(first(.orderedDescending, along))
    case "@unionOfObjects": return .many(values(along), .list)
    case "@distinctUnionOfObjects": return .many(KeyPathWalk.distinct(values(along)), .list)
    case "@unionOfArrays": return .many(innerValues(along), .list)
    case "@distinctUnionOfArrays": return .many(KeyPathWalk.distinct(innerValues(along)), .list)
    case "@distinctUnionOfSets": return .many(KeyPathWalk.distinct(innerValues(along)), .set)
    default:
      misuse(
        "\(path) has the operator \(name), which there is not. There are @count, @sum, @avg, @min, "
          + "@max, @unionOfObjects, @distinctUnionOfObjects, @unionOfArrays, "
          + "@distinctUnionOfArrays and @distinctUnionOfSets.")
    }
  }

  private func values(_ along: (Any) -> Any?) -> [Any] {
    members.compactMap(along).filter { !($0 is NSNull) }
  }

  private func innerValues(_ along: (Any) -> Any?) -> [Any] {
    values(along).flatMap { value -> [Any] in
      if case .many(let inner, _) = KeyPathWalk.Found(value) {
        return inner.filter { !($0 is NSNull) }
      }
      misuse("\(path) asks for \(name) of members that are no collections: \(value).")
    }
  }

  // MARK: Numbers

  private func numbers(_ along: (Any) -> Any?) -> [Operand] {
    values(along).map { value in
      let number = Operand(value)
      if number.isNumber { return number }
      if let text = number.text, let number = Operand(numberIn: text) { return number }
      misuse("\(path) needs numbers, and \(value) is none. Choose another property.")
    }
  }

  private func sum(_ along: (Any) -> Any?) -> Any {
    PredicateAggregate.sum.value(of: numbers(along)).plainValue ?? NSNumber(value: 0)
  }

  private func average(_ along: (Any) -> Any?) -> Any {
    if members.isEmpty { return NSNumber(value: 0) }
    let sum = PredicateAggregate.sum.value(of: numbers(along))
    if sum.isDecimal {
      let count = Operand.integer(Int64(members.count))
      return PredicateArithmetic.divide.value(sum, count).plainValue ?? NSNumber(value: 0)
    }
    return NSNumber(value: (sum.double ?? 0) / Double(members.count))
  }

  // MARK: Order

  private func first(_ wanted: ComparisonResult, _ along: (Any) -> Any?) -> Any? {
    values(along).reduce(nil as Any?) { best, value in
      guard let best else { return value }
      guard let order = Operand(value).order(to: Operand(best)) else {
        misuse("\(path) needs values that have an order, and \(value) and \(best) have none.")
      }
      return order == wanted ? value : best
    }
  }
}
