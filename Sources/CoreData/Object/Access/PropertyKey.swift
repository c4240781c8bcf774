internal import Synchronization

/// The name of a property, as accessors keep it. Where an entity keeps the property is looked up
/// once for each entity of a model, not at each access.
///
/// A key is nothing but two addresses, so that a `static let` of one is a constant of the program:
/// nothing has to be made at its first use, or asked for at each.
@frozen
public struct PropertyKey: @unchecked Sendable {
  // @unchecked Sendable because both point to texts that never change and are never given back.
  @usableFromInline let nameStart: UnsafePointer<UInt8>
  /// The version of the model that the accessor was generated from.
  @usableFromInline let versionStart: UnsafePointer<UInt8>

  /// The key of an accessor that was generated from a version of a model, or written by hand.
  ///
  /// ```swift
  /// enum Keys { static let title = PropertyKey("title") }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the property's name in the model.
  ///   - version: of the entity that the accessor was generated from, for messages; empty in one
  ///     that was written by hand.
  @inlinable
  @inline(__always)
  public init(_ name: StaticString, version: StaticString = "") {
    nameStart = name.utf8Start
    versionStart = version.utf8Start
  }

  /// The key of a name that is known only when the program runs.
  ///
  /// ```swift
  /// let keys = entity.attributesByName.keys.map { PropertyKey($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the property's name in the model; kept as long as the program runs.
  ///   - version: of the entity, for messages.
  @_disfavoredOverload
  public init(_ name: String, version: String = "") {
    nameStart = KeptTexts.start(of: name)
    versionStart = KeptTexts.start(of: version)
  }

  var name: String { String(cString: nameStart) }
  /// Empty if the accessor was written by hand.
  var version: String { String(cString: versionStart) }
}

/// Copies of texts that stay, one of each.
private enum KeptTexts {
  private static let starts = Mutex<[String: UInt]>([:])

  static func start(of text: String) -> UnsafePointer<UInt8> {
    let address = starts.withLock { starts in
      if let known = starts[text] { return known }
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count + 1)
      _ = copy.initialize(from: Array(text.utf8) + [0])
      let address = UInt(bitPattern: copy.baseAddress)
      starts[text] = address
      return address
    }
    return UnsafePointer(bitPattern: address)!
  }
}
