internal import CoreData
internal import Foundation

/// The table of objects and contexts.
extension PlayTable {
  func inspector() -> [TextLine] {
    guard !names.isEmpty else { return [TextLine("no objects yet: insert main room r")] }
    // First, because a list may have objects that have no name yet.
    let followed = lists.flatMap { $0.lines(naming: label) }
    var table = TextTable(header: ["object"] + contexts.map(\.name))
    table.rows = names.map { name in
      [TextLine(name, .strong)] + contexts.map { state(of: name, in: $0.context) }
    }
    return table.lines() + followed
  }

  /// The version of each row where it is held: as it was read, as it is cached, as it is stored.
  func versions() -> [TextLine] {
    let versions = VersionTable(of: latestIDs, in: contexts.map(\.context))
    var table = TextTable(header: ["object"] + contexts.map(\.name) + ["row cache", "store"])
    table.rows = zip(names, versions.lines).map { name, line in
      [TextLine(name, .strong)]
        + (line.cells.map(\.snapshotVersion) + [line.cacheVersion, line.storeVersion]).map {
          $0.map { TextLine("\($0)") } ?? TextLine("-", .faint)
        }
    }
    return table.lines()
  }

  func ids() -> [TextLine] {
    var table = TextTable(header: ["object"] + contexts.map(\.name))
    table.rows = names.map { name in
      [TextLine(name, .strong)]
        + contexts.map { _, context in
          // The way into the context is not nested: each of the two goes through its queue.
          let object = try? object(name, in: context)
          return TextLine(context.performAndWait { object?.objectID.words ?? "-" })
        }
    }
    return table.lines()
  }

  /// `fault`, or the values, with what is pending.
  private func state(of name: String, in context: NSManagedObjectContext) -> TextLine {
    guard let object = try? object(name, in: context) else { return TextLine("-", .faint) }
    return context.performAndWait {
      if object.isFault {
        return object.isDeleted ? TextLine("x fault", .bad) : TextLine("fault", .faint)
      }
      let values = Self.keys[object.entity.name ?? ""]?.compactMap { key in
        Self.words(object.value(forKey: key)).map { "\(key)=\($0)" }
      }
      let words = (values ?? []).joined(separator: " ")
      if object.isInserted { return TextLine("+ " + words, .good) }
      if object.isDeleted { return TextLine("x " + words, .bad) }
      return object.hasChanges ? TextLine("* " + words, .warning) : TextLine(words)
    }
  }

  /// The value as the inspector shows it; nil for what is absent or an object.
  private static func words(_ value: Any?) -> String? {
    switch value {
    case let text as String: text
    case let number as Int where number != 0: "\(number)"
    default: nil
    }
  }
}
