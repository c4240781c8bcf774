public import Foundation

/// A stack of actions that take back what was done, in groups.
///
/// With `groupsByEvent`, the default, the first registration opens a group; it is closed when the
/// context ends the event (`processPendingChanges`) or when `undo` is called.
open class UndoManager: NSObject {
  /// Opens a group for a registration that finds none.
  open var groupsByEvent = true
  /// How many groups are kept; 0 for no limit.
  open var levelsOfUndo = 0 { didSet { trim() } }
  /// How many groups are open.
  public var groupingLevel: Int { openGroups.count }
  /// Whether something is being taken back just now.
  public private(set) var isUndoing = false
  /// Whether something is being done again just now.
  public private(set) var isRedoing = false
  /// Whether changes are kept to be taken back.
  public var isUndoRegistrationEnabled: Bool { disabled == 0 }

  private var disabled = 0
  private var openGroups: [UndoGroup] = []
  private var undoStack: [UndoGroup] = []
  private var redoStack: [UndoGroup] = []

  public override init() {}

  /// Whether there is something to take back.
  open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.isEmpty } }
  /// Whether there is something to do again.
  open var canRedo: Bool { !redoStack.isEmpty }

  // MARK: Groups

  /// Begins a group: its changes are taken back together.
  open func beginUndoGrouping() {
    if groupsByEvent && openGroups.isEmpty && !isUndoing && !isRedoing {
      openGroups.append(UndoGroup())
    }
    openGroups.append(UndoGroup())
  }

  /// Ends the group begun last.
  open func endUndoGrouping() {
    guard let group = openGroups.popLast() else {
      misuse(
        "endUndoGrouping() without an open group. Call beginUndoGrouping() first.")
    }
    if group.isEmpty { return }
    if let outer = openGroups.last {
      outer.add(group)
    } else if isUndoing {
      redoStack.append(group)
    } else {
      undoStack.append(group)
      trim()
    }
  }

  /// Whether what is registered now finds a group to go to, or may open one.
  var takesRegistrations: Bool {
    groupsByEvent || !openGroups.isEmpty || !isUndoRegistrationEnabled
  }

  /// Ends the event: closes the group that the first registration opened.
  func endEvent() {
    if groupsByEvent && openGroups.count == 1 && !isUndoing && !isRedoing { endUndoGrouping() }
  }

  private func trim() {
    if levelsOfUndo > 0 && undoStack.count > levelsOfUndo {
      undoStack.removeFirst(undoStack.count - levelsOfUndo)
    }
  }

  // MARK: Registration

  /// Keeps nothing until the matching `enableUndoRegistration()`.
  open func disableUndoRegistration() { disabled += 1 }

  /// Ends the last `disableUndoRegistration()`.
  open func enableUndoRegistration() {
    if disabled == 0 {
      misuse("enableUndoRegistration() without disableUndoRegistration(). Call the two in pairs.")
    }
    disabled -= 1
  }

  /// Keeps `handler` until it is undone. The target is not kept alive.
  open func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if !isUndoing && !isRedoing { redoStack.removeAll() }
    if openGroups.isEmpty {
      if !groupsByEvent {
        misuse(
          "registerUndo(withTarget:handler:) needs an open group. Call beginUndoGrouping() first, "
            + "or set groupsByEvent.")
      }
      openGroups.append(UndoGroup())
    }
    openGroups[openGroups.count - 1].add(target) { [weak target] in target.map(handler) }
  }

  // MARK: Undo and redo

  /// Takes back the last group, after closing an open one.
  open func undo() {
    if groupingLevel > 1 { misuse("undo() inside a nested group. Call endUndoGrouping() first.") }
    if groupingLevel == 1 { endUndoGrouping() }
    undoNestedGroup()
  }

  /// Takes back the last group that is closed.
  open func undoNestedGroup() {
    guard let group = undoStack.popLast() else { return }
    isUndoing = true
    defer { isUndoing = false }
    replay(group)
  }

  /// Does again what was taken back last.
  open func redo() {
    guard let group = redoStack.popLast() else { return }
    isRedoing = true
    defer { isRedoing = false }
    replay(group)
  }

  /// What the actions register while they run becomes the group that takes them back.
  private func replay(_ group: UndoGroup) {
    openGroups.append(UndoGroup())
    openGroups[openGroups.count - 1].name = group.name
    group.run()
    endUndoGrouping()
  }

  // MARK: Forgetting and naming

  /// Forgets everything that could be taken back or done again.
  open func removeAllActions() {
    openGroups.removeAll()
    undoStack.removeAll()
    redoStack.removeAll()
    disabled = 0
  }

  /// Forgets what concerns one object.
  open func removeAllActions(withTarget target: Any) {
    let target = ObjectIdentifier(target as AnyObject)
    for group in openGroups + undoStack + redoStack { group.removeActions(of: target) }
    undoStack.removeAll { $0.isEmpty }
    redoStack.removeAll { $0.isEmpty }
  }

  /// Names what can be taken back, for a menu.
  open func setActionName(_ name: String) { (openGroups.last ?? undoStack.last)?.name = name }
  /// The name of what would be taken back.
  open var undoActionName: String { (openGroups.last ?? undoStack.last)?.name ?? "" }
  /// The name of what would be done again.
  open var redoActionName: String { redoStack.last?.name ?? "" }
}

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
