internal import Synchronization

/// The name of a property, as accessors keep it. Where an entity keeps the property is looked up
/// once for each model, not at each access.
public struct PropertyKey: Sendable {
  /// A number for the name, the same all over the process.
  let number: Int32
  /// A number for the version of the model that the accessor was generated from.
  private let versionNumber: Int32

  /// The key of an accessor that was generated from a version of a model, or written by hand.
  public init(_ name: String, version: String = "") {
    number = Self.names.number(of: name)
    versionNumber = Self.versions.number(of: version)
  }

  var name: String { Self.names.text(number) }
  /// Empty if the accessor was written by hand.
  var version: String { Self.versions.text(versionNumber) }

  /// The number of a property's name, for the tables that are looked into by key.
  static func number(of name: String) -> Int32 { names.number(of: name) }

  private static let names = NumberedTexts()
  private static let versions = NumberedTexts()
}

/// Texts that are known by number, from 0, in the order in which they came.
private final class NumberedTexts: Sendable {
  private let known = Mutex<(numbers: [String: Int32], texts: [String])>(([:], []))

  func number(of text: String) -> Int32 {
    known.withLock { known in
      if let number = known.numbers[text] { return number }
      let number = Int32(known.texts.count)
      known.numbers[text] = number
      known.texts.append(text)
      return number
    }
  }

  func text(_ number: Int32) -> String { known.withLock { $0.texts[Int(number)] } }
}
