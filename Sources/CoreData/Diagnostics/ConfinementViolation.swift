internal import Foundation
public import Interleaving
internal import Synchronization

/// One touch of a context, or of one of its objects, from outside its queue.
public struct ConfinementViolation: Sendable, Hashable, Encodable, CustomStringConvertible {
  /// What was touched.
  public enum Subject: Sendable, Hashable, Encodable {
    /// A message to the context itself.
    case context(message: String)
    /// A property of one of its objects.
    case object(String, property: String)

    private enum Keys: CodingKey { case message, object, property }

    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Keys.self)
      switch self {
      case .context(let message): try values.encode(message, forKey: .message)
      case .object(let object, let property):
        try values.encode(object, forKey: .object)
        try values.encode(property, forKey: .property)
      }
    }
  }

  /// What was touched.
  public let subject: Subject
  /// The name of the context it belongs to.
  public let context: String
  /// The queue where it belongs.
  public let ownerQueue: String
  /// The thread that had no business there, and the line where what it was running begins.
  public let offender: String
  /// That line: of the block of a context, or where the thread was started.
  public let offenderPlace: SourcePlace?
  /// The line that made the context.
  public let contextMadeAt: SourcePlace
  /// The calls that led to it, innermost first, for who has asked for them.
  package let calls: [UInt]

  private enum CodingKeys: CodingKey {
    case subject, context, ownerQueue, offender, offenderPlace, contextMadeAt
  }

  public var description: String {
    let touched =
      switch subject {
      case .context(let message): "\(message) of \(context) was used"
      case .object(let object, let property): "\(property) of \(object) was touched"
      }
    // The main context of a container is made by the container.
    let origin = contextMadeAt.isIn(["CoreData"]) ? "" : " (made at \(contextMadeAt))"
    return "\(touched) on \(offender), but \(context)\(origin) belongs to \(ownerQueue). \(advice)"
  }

  /// What would put it right.
  public var advice: String {
    "Put the code into a perform { } of \(context), or pass the objectID and look the object up in a "
      + "context of your own."
  }
}

/// Asks for the calls that led to a violation, as addresses: a program that can tell lines from them
/// says here how. Without it, a report has the line where the block or the thread begins.
package enum CallsToViolations {
  private static let asks = Mutex<(@Sendable () -> [UInt])?>(nil)

  package static func find(by ask: @escaping @Sendable () -> [UInt]) {
    asks.withLock { $0 = ask }
  }

  static var current: [UInt] { asks.withLock { $0 }?() ?? [] }
  static var areAsked: Bool { asks.withLock { $0 != nil } }
}

/// Names the code that is running now, for a report.
enum Offender {
  static var current: String {
    if let block = CurrentContext.innermostBlock {
      return "\(thread), in the block of \(block.context.label) at \(block.place)"
    }
    return thread + (Runtime.placeOfThread.map { ", which runs what begins at \($0)" } ?? "")
  }

  static var place: SourcePlace? { CurrentContext.innermostBlock?.place ?? Runtime.placeOfThread }

  private static var thread: String {
    let name = Runtime.nameOfThread ?? (Thread.isMainThread ? "main" : Thread.current.name ?? "")
    if name == "main" { return "the main thread" }
    return name.isEmpty ? "a thread without a name" : "thread \(name)"
  }
}
