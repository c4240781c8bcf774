internal import Foundation

/// The type of a managed member, as it is written.
struct SwiftTypeName {
  let text: String
  /// Without the mark of an optional.
  let base: String
  /// `?`, or nothing. What may be nil without being asked is passed like an optional.
  let mark: String

  init(_ text: String) {
    self.text = text
    let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if plain.hasPrefix("Optional<"), plain.hasSuffix(">") {
      (base, mark) = (String(plain.dropFirst("Optional<".count).dropLast()), "?")
    } else if plain.hasSuffix("?") || plain.hasSuffix("!") {
      (base, mark) = (String(plain.dropLast()), "?")
    } else {
      (base, mark) = (plain, "")
    }
  }

  var isOptional: Bool { !mark.isEmpty }

  /// What nothing reads as, if the type is a number's.
  var zero: String? {
    if isOptional { return nil }
    if base == "Bool" { return "false" }
    return ["Int", "Int16", "Int32", "Int64", "Double", "Float"].contains(base) ? "0" : nil
  }

  /// The member of `Set<Member>`.
  var setMember: String? { inside("Set<", ">") }

  /// The member of `[Member]`.
  var arrayMember: String? { inside("[", "]") ?? inside("Array<", ">") }

  private func inside(_ start: String, _ end: String) -> String? {
    guard base.hasPrefix(start), base.hasSuffix(end) else { return nil }
    return base.dropFirst(start.count).dropLast(end.count).trimmingCharacters(in: .whitespaces)
  }

  func mentions(_ name: String) -> Bool {
    base.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == name }
  }
}

/// The parameters of a managed method.
struct MethodSignature {
  let parameters: [SwiftTypeName]

  /// The signature as it is written: `(_ value: Message, at idx: Int)`.
  init(_ text: String) {
    let inside = text.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    parameters = inside.split(separator: ",").map {
      SwiftTypeName(String($0.split(separator: ":", maxSplits: 1).last ?? ""))
    }
  }

  /// What the method does, and the capitalised name of the relationship it does it to.
  func verb(of name: String) -> (verb: String, suffix: String)? {
    ["addTo", "removeFrom", "insertInto", "replace"].first { name.hasPrefix($0) }
      .map { ($0, String(name.dropFirst($0.count))) }
  }
}
