/// Predicates and sort descriptors read objects like any program, by key.
extension NSManagedObject: KeyValueSource {
  final func predicateValue(forKey key: String) -> Any? { value(forKey: key) }
  final var predicateIdentity: NSManagedObjectID? { identity }
}
