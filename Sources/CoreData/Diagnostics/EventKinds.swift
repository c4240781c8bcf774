public import Interleaving

extension TraceEvent.Kind {
  /// A context asked its parent for the objects that match.
  public static let fetch: Self = "fetch"
  /// A fault was fulfilled.
  public static let fault: Self = "fault"
  /// A fault could not be fulfilled: its row is gone.
  public static let inaccessibleFault: Self = "inaccessible-fault"
  public static let willSave: Self = "will-save"
  public static let save: Self = "save"
  public static let didSave: Self = "did-save"
  public static let saveFailed: Self = "save-failed"
  /// Pending changes were processed.
  public static let didChange: Self = "did-change"
  /// An object exchanged its temporary ID for a permanent one.
  public static let idChange: Self = "id-change"
  public static let perform: Self = "perform"
  public static let performAndWait: Self = "perform-and-wait"
  public static let refresh: Self = "refresh"
  public static let reset: Self = "reset"
  public static let rollback: Self = "rollback"
  /// A save met rows that others had changed, or values that must be unique.
  public static let conflict: Self = "conflict"
  /// A context took over what somebody else saved.
  public static let merge: Self = "merge"
  /// A child's save overwrote what its parent had changed meanwhile.
  public static let overwrite: Self = "overwrite"
  /// Settings were combined in a way that does not work.
  public static let misuse: Self = "misuse"
  /// A context or object was touched off its queue.
  public static let confinement: Self = "confinement"
}
