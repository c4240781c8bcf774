internal import Foundation

/// A sort descriptor that knows the name of its property, and so can be sent to a store.
final class KeySortDescriptor: NSSortDescriptor {
  /// Where the names come from: a Swift key path is followed when they are first needed, because
  /// only then there has to be a model.
  private enum Source {
    case names([String])
    case path(AnyKeyPath)
  }

  private let source: Source
  /// How two texts are ordered.
  let order: TextOrder
  /// The method that says so, as it was given.
  let methodName: Selector?

  init(key: String, ascending: Bool, selector: Selector?) {
    source = .names(key.split(separator: ".").map(String.init).filter { $0 != "self" })
    order = Self.order(of: selector)
    methodName = selector
    // Foundation has no way to make a descriptor without a key path; this one is never followed.
    super.init(keyPath: \NSObject.hash, ascending: ascending)
  }

  init(path: AnyKeyPath, ascending: Bool) {
    source = .path(path)
    (order, methodName) = (.binary, nil)
    super.init(keyPath: \NSObject.hash, ascending: ascending)
  }

  required init?(coder: NSCoder) { nil }

  /// The names along the key path.
  var names: [String] {
    switch source {
    case .names(let names): return names
    case .path(let path):
      if let names = KeyPathRecorder.names(along: path) { return names }
      fatalError(
        "NSInvalidArgumentException: the key path \(path) is not one of properties of the model, "
          + "or no model in use has an entity for \(type(of: path).rootType). Use "
          + "NSSortDescriptor(key:ascending:).")
    }
  }

  private static func order(of selector: Selector?) -> TextOrder {
    switch selector?.description {
    case nil, "compare:": return .binary
    case "caseInsensitiveCompare:": return .caseInsensitive
    case "localizedCompare:": return .localized
    case "localizedCaseInsensitiveCompare:": return .localizedCaseInsensitive
    case "localizedStandardCompare:": return .localizedStandard
    case let name?:
      fatalError(
        "NSInvalidArgumentException: '\(name)' does not compare two values here. Use compare:, "
          + "caseInsensitiveCompare:, localizedCompare:, localizedCaseInsensitiveCompare: or "
          + "localizedStandardCompare:.")
    }
  }

  override func compare(_ left: Any, to right: Any) -> ComparisonResult {
    let path = names[...]
    return compare(Operand(left).value(along: path), Operand(right).value(along: path))
  }

  /// The order of two values in the direction of the descriptor; no value comes before all others.
  func compare(_ left: Operand, _ right: Operand) -> ComparisonResult {
    let result = left.sortOrder(to: right, order)
    return ascending ? result : result.reversed
  }

  override var reversedSortDescriptor: Any {
    switch source {
    case .names(let names):
      KeySortDescriptor(
        key: names.joined(separator: "."), ascending: !ascending, selector: methodName)
    case .path(let path): KeySortDescriptor(path: path, ascending: !ascending)
    }
  }

  override var description: String {
    "(\(names.joined(separator: ".")), \(ascending ? "ascending" : "descending"), "
      + "\(methodName?.description ?? "compare:"))"
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeySortDescriptor else { return false }
    return names == other.names && order == other.order && ascending == other.ascending
  }

  override var hash: Int { names.hashValue }
  override func copy(with zone: NSZone? = nil) -> Any { self }
}

extension Operand {
  /// The place of two values among each other in SQLite's order of kinds: nothing, numbers,
  /// texts, data.
  func sortOrder(to other: Operand, _ texts: TextOrder) -> ComparisonResult {
    // What is sorted by most comes first.
    if case .text(let left) = self, case .text(let right) = other {
      return texts.compare(left, right)
    }
    if case .integer(let left) = self, case .integer(let right) = other {
      return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }
    if case .date(let left) = self, case .date(let right) = other {
      return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }
    if let order = order(to: other) { return order }
    let (left, right) = (sortRank, other.sortRank)
    if left != right { return left < right ? .orderedAscending : .orderedDescending }
    guard let left = identity?.rowKey, let right = other.identity?.rowKey else {
      return .orderedSame
    }
    return Operand.integer(left).order(to: .integer(right)) ?? .orderedSame
  }

  private var sortRank: Int {
    switch self {
    case .null: 0
    case .integer, .real, .decimal, .date, .reference, .source: 1
    case .text: 2
    case .blob: 3
    case .collection, .other: 4
    }
  }
}
