// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Makes sort descriptors from property names. An initialiser of a class cannot return a subclass;
/// one of a protocol extension can, by assigning `self`.
public protocol SortDescriptorFactory {}

extension NSSortDescriptor: SortDescriptorFactory {}

extension SortDescriptorFactory {
  /// Sorts by the value at a key path.
  public init(key: String?, ascending: Bool) {
    self.init(key: key, ascending: ascending, selector: nil)
  }

  /// Sorts by the value at a key path, comparing texts as the selector says:
  /// `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`,
  /// `localizedCaseInsensitiveCompare:` or `localizedStandardCompare:`.
  public init(key: String?, ascending: Bool, selector: Selector?) {
    let made = KeySortDescriptor(key: key ?? "self", ascending: ascending, selector: selector)
    guard let made = made as? Self else {
      fatalError("\(Self.self) cannot be made from a key; use NSSortDescriptor.")
    }
    self = made
  }

  /// Sorts by the property at a Swift key path, whatever its type.
  public init<Root: NSManagedObject, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    guard let made = KeySortDescriptor(path: keyPath, ascending: ascending) as? Self else {
      fatalError("\(Self.self) cannot be made from a key path; use NSSortDescriptor.")
    }
    self = made
  }

  /// The key path; nil for a descriptor that was made from a comparator.
  public var key: String? {
    (self as? NSSortDescriptor)?.keyed?.names.joined(separator: ".")
  }

  /// How texts are compared; nil for the natural order.
  public var selector: Selector? { (self as? KeySortDescriptor)?.methodName }
}

extension NSSortDescriptor {
  /// Sorts by the property at a Swift key path. Foundation has this one, too, and the compiler
  /// chooses the more special of the two.
  public convenience init<Root: NSManagedObject, Value: Comparable>(
    keyPath: KeyPath<Root, Value>, ascending: Bool
  ) {
    let keyed = KeySortDescriptor(path: keyPath, ascending: true)
    self.init(keyPath: \NSManagedObject.itself, ascending: ascending) { left, right in
      if let request = left as? KeyedRequest {
        request.found = keyed
        return .orderedSame
      }
      return keyed.compare(left, to: right)
    }
  }

  /// The descriptor with the name of the property; nil for one that compares by a closure. An
  /// initialiser cannot choose the class, so the closure is asked.
  var keyed: KeySortDescriptor? {
    if let keyed = self as? KeySortDescriptor { return keyed }
    guard keyPath == \NSManagedObject.itself else { return nil }
    let request = KeyedRequest()
    _ = comparator(request, request)
    guard let found = request.found else { return nil }
    return ascending ? found : found.reversedSortDescriptor as? KeySortDescriptor
  }
}

/// Asks a comparator for the descriptor behind it.
private final class KeyedRequest { var found: KeySortDescriptor? }

extension NSManagedObject {
  /// The root of a key path that only `keyed` knows.
  fileprivate final var itself: NSManagedObject { self }
}

extension [NSSortDescriptor] {
  /// The order of two things by all descriptors, earlier ones first.
  func compare(_ left: Any, to right: Any) -> ComparisonResult {
    for descriptor in self {
      let result = descriptor.compare(left, to: right)
      if result != .orderedSame { return result }
    }
    return .orderedSame
  }
}

// The names are Apple's.

/// The name of a method, as a sort descriptor takes it. Only names of comparisons mean something.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, with a colon for each argument.
  public let description: String

  /// The selector of that name.
  public init(_ name: String) { description = name }

  /// The selector of that name.
  public init(stringLiteral name: String) { description = name }
}

/// The selector of that name.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

/// The name of a selector.
public func NSStringFromSelector(_ selector: Selector) -> String { selector.description }
