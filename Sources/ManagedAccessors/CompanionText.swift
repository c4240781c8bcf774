/// The Swift of a module that gives managed members what Apple's run time makes for them.
///
/// The functions are methods of `NSManagedObject`, so that the module needs to know none of the
/// classes: a reference is passed the same way whatever its class.
struct CompanionText {
  let module: String
  let files: [ManagedFile]
  let symbols: [SymbolProbe.Symbols]
  /// The classes of the module: their instances are passed as plain managed objects.
  private let classes: Set<String>

  init(module: String, files: [ManagedFile], symbols: [SymbolProbe.Symbols]) {
    self.module = module
    self.files = files
    self.symbols = symbols
    classes = Set(files.flatMap(\.types).map(\.name)).union(["NSManagedObject"])
  }

  func text() throws(ManagedAccessorError) -> String {
    var keys = ""
    var accessors = ""
    var number = 0
    for file in files {
      for type in file.types {
        for member in type.members {
          let place = MemberPlace(file: file, type: type, member: member, number: number)
          if case .property = member.kind {
            keys +=
              "  static let key\(number) = PropertyKey(\"\(member.primitiveName ?? member.plainName)\")\n"
          }
          accessors += "\n" + (try functions(for: place)) + "\n"
          number += 1
        }
      }
    }
    return """
      // Generated from the '@NSManaged' members of the module \(module); do not edit, the next
      // generation overwrites it. \(module) depends on this module, which knows nothing of it.
      import CoreData
      import Foundation

      private enum Keys {
      \(keys)}

      extension NSManagedObject {\(accessors)}

      """
  }

  private struct MemberPlace {
    let file: ManagedFile
    let type: ManagedType
    let member: ManagedMember
    let number: Int

    func failure(_ problem: String) -> ManagedAccessorError {
      ManagedAccessorError(
        place: "\(file.name):\(member.line)", problem: "\(type.name).\(member.name): \(problem)",
        wayOut: "Give it the type that Xcode generates, or write it without '@NSManaged'.")
    }
  }

  private func functions(for place: MemberPlace) throws(ManagedAccessorError) -> String {
    let symbols = symbols[place.number]
    switch place.member.kind {
    case .property(let text):
      let access = try propertyAccess(SwiftTypeName(text), place)
      return """
          // \(place.type.name).\(place.member.name)
          @_silgen_name("\(symbols.getter ?? "")")
          func get\(place.number)() -> \(access.type) { \(access.get) }

          @_silgen_name("\(symbols.setter ?? "")")
          func set\(place.number)(_ value: __owned \(access.type)) { \(access.set) }
        """
    case .method(let signature):
      let call = try methodCall(MethodSignature(signature), place)
      return """
          // \(place.type.name).\(place.member.name)\(signature)
          @_silgen_name("\(symbols.method ?? "")")
          func call\(place.number)(\(call.parameters)) { \(call.body) }
        """
    }
  }

  // MARK: Properties

  private func propertyAccess(
    _ type: SwiftTypeName, _ place: MemberPlace
  ) throws(ManagedAccessorError) -> (type: String, get: String, set: String) {
    let key = "Keys.key\(place.number)"
    if classes.contains(type.base) {
      let get = "related(\(key))"
      return (
        "NSManagedObject" + type.mark, type.isOptional ? get : "required(\(get), \(key))",
        "setRelated(\(key), to: value)"
      )
    }
    if let member = type.setMember, classes.contains(member) {
      let named = member == "NSManagedObject" ? "CoreData.NSManagedObject" : "\(module).\(member)"
      return (
        "Set<NSManagedObject>" + type.mark, "related(many: \(key), ofClass: \"\(named)\")",
        "setRelated(many: \(key), to: value)"
      )
    }
    if let label = ["NSSet": "many", "NSOrderedSet": "ordered"][type.base] {
      return (
        type.base + type.mark, "related(\(label): \(key))\(type.isOptional ? "" : " ?? []")",
        "setRelated(\(label): \(key), to: value)"
      )
    }
    if classes.contains(where: type.mentions) {
      throw place.failure("the type \(type.text) has no accessor")
    }
    let (get, set) =
      place.member.primitiveName == nil
      ? ("attribute(\(key))", "setAttribute(\(key), to: value)")
      : (
        "primitive(\(key))" + (type.zero.map { " ?? \($0)" } ?? ""),
        "setPrimitive(\(key), to: value)"
      )
    let isComplete = type.isOptional || type.zero != nil
    return (type.base + type.mark, isComplete ? get : "required(\(get), \(key))", set)
  }

  // MARK: Methods

  private func methodCall(
    _ signature: MethodSignature, _ place: MemberPlace
  ) throws(ManagedAccessorError) -> (parameters: String, body: String) {
    guard let (verb, suffix) = signature.verb(of: place.member.plainName),
      let relationship = relationship(suffix, of: place.type)
    else { throw place.failure("no method of a to-many relationship has this name") }
    var parameters: [String] = []
    for (index, parameter) in signature.parameters.enumerated() {
      parameters.append("_ v\(index): \(try passed(parameter, place))")
    }
    let kinds = signature.parameters.map(kind)
    let list = relationship.isOrdered ? "mutableOrderedSetValue" : "mutableSetValue"
    let members = "\(list)(forKey: \"\(relationship.name)\")"
    guard let body = Self.bodies["\(verb) \(kinds.joined(separator: " "))"] else {
      throw place.failure("no method of a to-many relationship has these parameters")
    }
    return (parameters.joined(separator: ", "), members + body)
  }

  /// What each method does to the members, by its verb and the kinds of its parameters.
  private static let bodies = [
    "addTo object": ".add(v0)", "removeFrom object": ".remove(v0)",
    "addTo set": ".addObjects(from: v0.allObjects)",
    "removeFrom set": ".minus(Set(v0.allObjects.compactMap { $0 as? NSManagedObject }))",
    "addTo list": ".union(v0)", "removeFrom list": ".minus(v0)",
    "insertInto object index": ".insert(v0, at: v1)",
    "removeFrom index": ".removeObject(at: v0)",
    "insertInto array indexes": ".insert(v0, at: v1 as IndexSet)",
    "removeFrom indexes": ".removeObjects(at: v0 as IndexSet)",
    "replace index object": ".replaceObject(at: v0, with: v1)",
    "replace indexes array": ".replaceObjects(at: v0 as IndexSet, with: v1)",
  ]

  private func kind(_ type: SwiftTypeName) -> String {
    switch type.base {
    case "NSSet": "set"
    case "NSOrderedSet": "list"
    case "NSIndexSet": "indexes"
    case "Int": "index"
    default: type.arrayMember == nil ? "object" : "array"
    }
  }

  private func passed(
    _ type: SwiftTypeName, _ place: MemberPlace
  ) throws(ManagedAccessorError) -> String {
    if classes.contains(type.base) { return "NSManagedObject" }
    if let member = type.arrayMember, classes.contains(member) { return "[NSManagedObject]" }
    guard ["NSSet", "NSOrderedSet", "NSIndexSet", "Int"].contains(type.base) else {
      throw place.failure("the type \(type.text) has no accessor")
    }
    return type.base
  }

  /// The relationship that a method's name ends in, with a capital letter.
  private func relationship(
    _ suffix: String, of type: ManagedType
  ) -> (name: String, isOrdered: Bool)? {
    let members = files.flatMap(\.types).filter { $0.name == type.name }.flatMap(\.members)
    for member in members {
      guard case .property(let text) = member.kind else { continue }
      let name = member.plainName
      if name.prefix(1).uppercased() + name.dropFirst() == suffix {
        return (name, SwiftTypeName(text).base == "NSOrderedSet")
      }
    }
    return nil
  }
}

extension ManagedMember {
  /// The name without the quotes of a keyword.
  var plainName: String { name.filter { $0 != "`" } }

  /// `name` for a member `primitiveName`, which means the value below the accessor.
  var primitiveName: String? {
    let rest = plainName.dropFirst("primitive".count)
    guard plainName.hasPrefix("primitive"), rest.first?.isUppercase == true else { return nil }
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }
}
