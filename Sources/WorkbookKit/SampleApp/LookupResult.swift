public import CoreData

/// What a reader of an ID finds, or an error in its place.
public enum LookupResult: Sendable {
  case error
  /// No object has this ID.
  case nothing(isTemporary: Bool)
  /// There is one, and these are its words: a name, or a text.
  case object(String)

  /// Looks in `context`; to be called on its queue.
  public init<Object: NSManagedObject>(
    _ result: Result<NSManagedObjectID, any Error>, in context: NSManagedObjectContext,
    _ words: (Object) -> String
  ) {
    guard case .success(let id) = result else {
      self = .error
      return
    }
    let object = try? context.existingObject(with: id) as? Object
    self = object.map { .object(words($0)) } ?? .nothing(isTemporary: id.isTemporaryID)
  }
}
