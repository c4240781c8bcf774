/// A declaration that says `@NSManaged`.
struct ManagedMember: Equatable {
  enum Kind: Equatable {
    /// A variable of a type.
    case property(type: String)
    /// A method, with all that follows its name: `(_ value: Message)`.
    case method(signature: String)
  }

  let name: String
  let kind: Kind
  /// Whether only its own file sees it; its symbol then depends on the file's name.
  let isPrivate: Bool
  let line: Int
}

/// The managed members that one class or extension declares.
struct ManagedType: Equatable {
  let name: String
  /// What the class is called in Objective-C, if that is another name.
  var objectiveCName: String?
  let isExtension: Bool
  var members: [ManagedMember] = []
}

/// One file of model classes.
struct ManagedFile {
  let name: String
  let text: String
  var types: [ManagedType] = []
  /// What Linux cannot build: `@objc`, `@objc(Name)` and `@objcMembers`.
  var objectiveCAttributes: [Range<Int>] = []
}

/// Why model classes cannot be given accessors.
public struct ManagedAccessorError: Error, CustomStringConvertible {
  /// The file and line, if there is one.
  public let place: String
  /// What is wrong.
  public let problem: String
  /// What to do about it.
  public let wayOut: String

  /// The three in one line.
  public var description: String {
    (place.isEmpty ? "" : place + ": ") + problem + ". " + wayOut
  }
}
