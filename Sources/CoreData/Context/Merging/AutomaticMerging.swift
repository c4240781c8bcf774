internal import Interleaving
internal import Synchronization

/// The contexts that merge every save to one parent store: those of a coordinator, or the
/// children of a context, with `automaticallyMergesChangesFromParent`.
final class AutomaticMerging: Sendable {
  private struct Member: @unchecked Sendable {
    // @unchecked Sendable because the reference is only ever used to enqueue on its own queue.
    weak var context: NSManagedObjectContext?
  }

  private let members = Mutex<[Member]>([])

  func join(_ context: NSManagedObjectContext) {
    members.withLock { members in
      members.removeAll { $0.context == nil || $0.context === context }
      members.append(Member(context: context))
    }
  }

  func leave(_ context: NSManagedObjectContext) {
    members.withLock { $0.removeAll { $0.context == nil || $0.context === context } }
  }

  /// Lets every member but the saver merge, each on its own queue, some time later.
  ///
  /// Children are told the rows, too, and do not ask for them: to ask, a child would need its
  /// parent's queue, and a block of that may be waiting for the child.
  func merge(_ objects: ObjectChanges, of saver: NSManagedObjectContext, tellingRows: Bool) {
    let others = members.withLock { $0.compactMap(\.context) }.filter { $0 !== saver }
    if others.isEmpty { return }
    let changes = ChangedIDs(of: objects)
    let source: MergeOperation.Source =
      tellingRows ? .rows(objects.updated.filter { !$0.isFault }.map(\.rowAsSeen)) : .cache
    for context in others {
      context.queue?.async { [weak context] in
        guard let context, context.automaticallyMergesChangesFromParent else { return }
        MergeOperation(of: changes, into: context, from: source)?.run()
      }
    }
  }
}

extension NSManagedObjectContext {
  /// Joins the contexts that merge what its parent store is given, or leaves them.
  final func followParent() {
    let merging = parentStore?.automaticMerging
    if automaticallyMergesChangesFromParent { merging?.join(self) } else { merging?.leave(self) }
  }
}
