extension NSManagedObjectContext {
  /// Called at the end of every event, with the state of each touched object before it.
  final func recordUndo(of event: EventChanges) { undoManager?.endEvent() }
}
