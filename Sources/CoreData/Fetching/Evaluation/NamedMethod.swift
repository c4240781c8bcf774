internal import Foundation

/// The methods of objects that `FUNCTION` can call by their selectors: those of a migration manager, as
/// Xcode writes them into a mapping.
/// `FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "A", $source.b)`
enum NamedMethod: String {
  case fetchRequest = "fetchRequestForSourceEntityNamed:predicateString:"
  case destinations = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  case destinationsOfRelationship =
    "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
  case sources = "sourceInstancesForEntityMappingNamed:destinationInstances:"

  /// A call of it on the first of three values.
  func call(_ arguments: [NSExpression]) -> NSExpression {
    let find: NSExpression.Block = { _, values, _ in
      guard let target = values[0] as? any NamedMethodTarget, let name = values[1] as? String
      else { return NSNull() }
      return target.value(of: self, name, values[2]) ?? NSNull()
    }
    return NSExpression(.block(find, arguments))
  }
}

/// Something that has these methods.
protocol NamedMethodTarget {
  func value(of method: NamedMethod, _ name: String, _ other: Any) -> Any?
}
