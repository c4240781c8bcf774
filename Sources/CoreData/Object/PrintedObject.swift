internal import Foundation

// What a program gets that prints an object or its ID, Apple's forms without the addresses: two
// runs print the same. Nothing is fetched for it.

extension NSManagedObjectID {
  /// The URI in angle brackets.
  final var printed: String { "<\(uriRepresentation().absoluteString)>" }
}

extension NSManagedObject {
  /// Class, entity and ID, and the values as far as they are in memory. Off the object's queue the
  /// values are left out: a message that names an object must not be a violation by itself.
  final var printed: String {
    let (identity, registry) = identityAndRegistry
    let data =
      if registry?.checker.isSatisfied == false { "<not read off its queue>" } else { printedData }
    return "<\(type(of: self))> (entity: \(entity.name ?? ""); id: \(identity.printed); "
      + "data: \(data))"
  }

  private var printedData: String {
    if isFault { return "<fault>" }
    let layout = idScope.layout
    let values = layout.slots.enumerated().map { ($1.name, printed(current($0), in: $0)) }
    let members = layout.toMany.enumerated().map { ($1.name, printedMembers($0)) }
    let lines = (values + members).sorted { $0.0 < $1.0 }.map { "    \($0.0) = \($0.1);\n" }
    return "{\n\(lines.joined())}"
  }

  private func printed(_ value: Value, in slot: Int) -> String {
    if case .reference(let id) = value { return id.printed }
    switch object(for: value, in: slot) {
    case nil: return "nil"
    case let text as String: return text.debugDescription
    case .some(let value): return "\(value)"
    }
  }

  private func printedMembers(_ index: Int) -> String {
    let state = withToMany(index) { $0 }
    guard state.base != nil else { return "<relationship fault>" }
    let members =
      idScope.plan.toMany[index].isOrdered
      ? state.members : state.members.sorted(by: NSManagedObject.isBefore)
    return "(\(members.map(\.currentIdentity.printed).joined(separator: ", ")))"
  }
}
