// As on Apple's systems, a file that imports CoreData has Foundation too: predicates, sort
// descriptors, dates and URLs are part of its interface.

@_exported public import Foundation

/// Runs `body`. Linux has no autoreleased objects: what is let go, is gone at once.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

// What UIKit and AppKit add to `IndexPath`, and Foundation alone lacks: a place in a list with
// sections.

extension IndexPath {
  /// The place of an item in a section.
  public init(item: Int, section: Int) { self = [section, item] }

  /// The place of a row in a section; the same as an item.
  public init(row: Int, section: Int) { self = [section, row] }

  /// Which section; the path must have two parts.
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }

  /// Which item of the section.
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }

  /// Which row of the section; the same as its item.
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}
