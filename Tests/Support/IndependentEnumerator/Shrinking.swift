extension SmallProgram {
  /// The smallest program of which `isWrong` still holds: nothing can be left out of it, and no
  /// block can be replaced by what is in it.
  public func shrunk(while isWrong: (SmallProgram) throws -> Bool) rethrows -> SmallProgram {
    var smallest = self
    search: while true {
      for candidate in smallest.smaller where try isWrong(candidate) {
        smallest = candidate
        continue search
      }
      return smallest
    }
  }

  /// The programs with one thing less.
  private var smaller: [SmallProgram] {
    main.statements.smaller.map { SmallProgram($0, with: things) }
  }
}

extension [Statement] {
  fileprivate var smaller: [[Statement]] {
    indices.flatMap { index in
      self[index].smaller.map { Array(self[..<index]) + $0 + Array(self[(index + 1)...]) }
    }
  }
}

extension Statement {
  /// What may stand in its place, the greatest saving first.
  fileprivate var smaller: [[Statement]] {
    let parts = self.parts
    var found: [[Statement]] = [[]]
    if isTransparent { found.append(parts[0]) }
    if case .handled(_, let inner) = self { found.append(inner) }
    if case .cancellable(_, let body, let inner) = self { found += [[.task(body)] + inner, inner] }
    if case .add(let cell, let number) = self {
      found += [[.read(cell)], [.write(cell, number)]]
    }
    if case .group(let bodies) = self, bodies.count > 1 {
      found += bodies.indices.map { index in
        [.group(bodies.enumerated().filter { $0.offset != index }.map(\.element))]
      }
    }
    for (index, part) in parts.enumerated() {
      found += part.smaller.map { smallerPart in
        var changed = parts
        changed[index] = smallerPart
        return [with(changed)]
      }
    }
    return found
  }

  /// Whether what is inside may stand where it stands.
  private var isTransparent: Bool {
    switch self {
    case .locked, .lockedLazily, .tried, .takenInTime, .recursive, .shared, .sync, .onMain,
      .onActor:
      true
    default: false
    }
  }
}
