// Slips that look right at a glance: everything is called, and in the right order.

extension Mutator {
  /// Any object of the kind will do.
  func withTheFirst() -> [Slip] {
    let lookup = /(?:try[?!]? )?(\w+)\.(?:existingObject|object)\(with: [^()]*\) as[!?] (\w+)/
    return lines.indices.flatMap { index in
      lines[index].matches(of: lookup).map { match in
        let (context, entity) = (match.output.1, match.output.2)
        let request = "NSFetchRequest<\(entity)>(entityName: \"\(entity)\")"
        var line = lines[index]
        line.replaceSubrange(match.range, with: "try! \(context).fetch(\(request)).first!")
        return slip("with the first one", at: index, [line])
      }
    }
  }

  /// There is one more of what is made.
  func madeTwice() -> [Slip] {
    lines.indices.flatMap { index in
      lines[index].matches(of: /= ([A-Z]\w+\(context: \w+\))$/).map { match in
        let again =
          String(repeating: " ", count: lines[index].indentation) + "_ = \(match.output.1)"
        return slip("made twice", at: index, [again, lines[index]])
      }
    }
  }

  /// The other side wins in a conflict.
  func withOtherPolicy() -> [Slip] {
    let policies = ["error", "mergeByPropertyObjectTrump", "mergeByPropertyStoreTrump"]
    return policies.flatMap { policy in
      policies.filter { $0 != policy }.flatMap { other in
        lines.indices.filter { lines[$0].contains("mergePolicy = NSMergePolicy.\(policy)") }.map {
          let line = lines[$0].replacing("NSMergePolicy.\(policy)", with: "NSMergePolicy.\(other)")
          return slip("with the policy '\(other)'", at: $0, [line])
        }
      }
    }
  }

  /// The first run is not like the others: something is remembered from it.
  func rememberingRuns() -> [Slip] {
    guard let type = lines.first(where: { $0.hasPrefix("struct ") })?.split(separator: " ")[1]
    else {
      return []
    }
    let owner = type.prefix { $0.isLetter || $0.isNumber }
    return lines.indices.flatMap { index -> [Slip] in
      guard lines[index].isWholeStatement, lines[index].contains(/^ *(?:try\?? )?\w+\.save\(\)$/)
      else { return [] }
      var slip = slip(
        "from the second time on", at: index,
        ["if \(owner)Memory.isUsed { \(lines[index].statement) }"])
      slip.lines += [
        "enum \(owner)Memory {",
        "  nonisolated(unsafe) private static var uses = 0",
        "  static var isUsed: Bool { uses += 1; return uses > 1 }",
        "}",
      ]
      return [slip]
    }
  }
}
