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

  /// The key path; nil for a descriptor that was made from a Swift key path or comparator.
  public var key: String? {
    (self as? KeySortDescriptor)?.names.joined(separator: ".")
  }

  /// How texts are compared; nil for the natural order.
  public var selector: Selector? { (self as? KeySortDescriptor)?.methodName }
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
