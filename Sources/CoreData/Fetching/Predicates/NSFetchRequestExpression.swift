// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Foundation

/// The kind of an `NSFetchRequestExpression`.
public let NSFetchRequestExpressionType = NSExpression.ExpressionType.fetchRequest

/// What a fetch finds, as a value in a predicate. It is worked out in memory; a SQLite store
/// refuses it as it refuses blocks.
open class NSFetchRequestExpression: NSExpression {
  /// Gives the request.
  public final var requestExpression: NSExpression { arguments?[0] ?? .selfObject }
  /// Gives the context to fetch in.
  public final var contextExpression: NSExpression { arguments?[1] ?? .selfObject }
  /// Whether the value is the number of what is found.
  public private(set) final var isCountOnlyRequest = false

  /// What the request that `fetch` gives finds in the context that `context` gives, or how much.
  /// What cannot be fetched is nothing, or 0.
  open class func expression(
    forFetch fetch: NSExpression, context: NSExpression, countOnly: Bool
  ) -> NSExpression {
    let find: Block = { _, arguments, _ in
      guard let request = arguments[0] as? any AnyFetchRequest,
        let context = arguments[1] as? NSManagedObjectContext
      else { return countOnly ? NSNumber(value: 0) : [] }
      let fetch = NSFetchRequest<any NSFetchRequestResult>(request.plan)
      if countOnly { return NSNumber(value: (try? context.count(for: fetch)) ?? 0) }
      return (try? context.fetch(fetch)) ?? []
    }
    let made = NSFetchRequestExpression(.block(find, [fetch, context]))
    made.isCountOnlyRequest = countOnly
    return made
  }
}
