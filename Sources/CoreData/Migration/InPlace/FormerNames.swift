/// The names of one version of a model, each with the name that it goes back to: its renaming
/// identifier, or else itself.
struct FormerNames {
  let origins: [String: String]

  /// What this version calls something of a later one; nil if it is new there. An identifier may
  /// stay in the model after the renaming, so that both versions have it, and it may be the name of
  /// just this version.
  ///
  ///     version 1   version 2            version 3
  ///     name        title (was name)     title (was name)       goes back to the same as title
  ///                                      heading (was title)    is named by its identifier
  func name(of name: String, from origin: String) -> String? {
    if origins[name] == origin { return name }
    let related = origins.filter { $0.value == origin && origin != name }.keys.min()
    return related ?? [origin, name].first { origins[$0] != nil }
  }
}

extension NSEntityDescription {
  /// The name that it goes back to.
  var originalName: String { renamingIdentifier ?? name ?? "" }
}

extension NSPropertyDescription {
  /// The name that it goes back to.
  var originalName: String { renamingIdentifier ?? name }
}
