public import Foundation

/// Stands for one state of a coordinator's stores, which contexts may go on reading whatever is
/// saved later.
public final class NSQueryGenerationToken: NSObject, NSCopying, Sendable {
  /// nil in the token of the newest state.
  let generation: QueryGeneration?

  init(_ generation: QueryGeneration?) { self.generation = generation }

  /// The state that is newest when a context next reads.
  public static let current = NSQueryGenerationToken(nil)

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? NSQueryGenerationToken)?.generation === generation
  }

  public override var hash: Int { generation.map { ObjectIdentifier($0).hashValue } ?? 0 }
}
