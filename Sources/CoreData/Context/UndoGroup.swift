/// Actions that are undone together, last first. Groups nest.
final class UndoGroup {
  private enum Step {
    case action(target: ObjectIdentifier, run: () -> Void)
    case group(UndoGroup)
  }

  var name = ""
  private var steps: [Step] = []

  var isEmpty: Bool { steps.isEmpty }

  func add(_ target: AnyObject, _ run: @escaping () -> Void) {
    steps.append(.action(target: ObjectIdentifier(target), run: run))
  }

  func add(_ group: UndoGroup) {
    if name.isEmpty { name = group.name }
    steps.append(.group(group))
  }

  func run() {
    for step in steps.reversed() {
      switch step {
      case .action(_, let run): run()
      case .group(let group): group.run()
      }
    }
  }

  func removeActions(of target: ObjectIdentifier) {
    steps.removeAll { step in
      switch step {
      case .action(let owner, _): return owner == target
      case .group(let group):
        group.removeActions(of: target)
        return group.isEmpty
      }
    }
  }
}
