// The concurrency types keep Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Interleaving

/// How a context is kept to one thread of execution.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// The caller promises to use it from one thread at a time. It has no queue.
  @available(*, deprecated, message: "Use a private or main queue context.")
  case confinementConcurrencyType = 0
  /// It has a queue of its own, reached only through `perform` and `performAndWait`.
  case privateQueueConcurrencyType = 1
  /// It lives on the main queue and may be used directly on the main thread.
  case mainQueueConcurrencyType = 2

  /// The deprecated one; its own name would be a warning at each use.
  static let withoutQueue = Self(rawValue: 0) ?? .privateQueueConcurrencyType

  var isConfined: Bool { rawValue == 0 }
}

extension NSManagedObjectContext {
  /// The kinds of queue that a context may have.
  public struct ConcurrencyType: RawRepresentable, Hashable, Sendable {
    /// A queue of its own.
    public static let privateQueue = Self(rawValue: .privateQueueConcurrencyType)
    /// The main queue.
    public static let mainQueue = Self(rawValue: .mainQueueConcurrencyType)

    public let rawValue: NSManagedObjectContextConcurrencyType

    public init(rawValue: NSManagedObjectContextConcurrencyType) { self.rawValue = rawValue }
  }
}

/// What a context has from the beginning.
struct ContextParts {
  let runtime = Runtime.current
  let queue: SerialQueue?
  let checker: ConfinementChecker
  let registry: ObjectRegistry

  init(of type: NSManagedObjectContextConcurrencyType, at origin: SourcePlace) {
    // A line of ours says nothing to who asked a container for it.
    let isOfContainer = origin.fileID.hasPrefix("CoreData/")
    let title = isOfContainer ? "background context" : "context of \(origin)"
    switch type {
    case .mainQueueConcurrencyType: queue = runtime.main
    case .privateQueueConcurrencyType:
      queue = runtime.queue { number in
        guard number > 1 else { return title }
        return isOfContainer ? "\(title) \(number)" : "context \(number) of \(origin)"
      }
    default: queue = nil
    }
    let name = type == .privateQueueConcurrencyType ? queue?.name : nil
    let unnamed = isOfContainer ? "view context" : "context of \(origin)"
    checker = ConfinementChecker(
      owner: queue, runtime: runtime, contextName: "the \(name ?? unnamed)",
      origin: origin)
    registry = ObjectRegistry(checker: checker)
  }
}
