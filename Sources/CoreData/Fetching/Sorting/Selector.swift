// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

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
