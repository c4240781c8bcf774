internal import Foundation
public import Interleaving

/// One touch of a context, or of one of its objects, from outside its queue.
public struct ConfinementViolation: Sendable, CustomStringConvertible {
  /// What was touched.
  public enum Subject: Sendable, Hashable {
    case context(message: String, at: SourcePlace?)
    case object(String, property: String, at: SourcePlace?)
  }

  public let subject: Subject
  /// The name of the context it belongs to.
  public let context: String
  public let ownerQueue: String
  /// The thread, and the queue if any, that had no business there.
  public let offender: String
  public let contextMadeAt: SourcePlace

  public var description: String {
    let touched =
      switch subject {
      case .context(let message, let place): "\(message) of \(context) was used\(Self.at(place))"
      case .object(let object, let property, let place):
        "\(property) of \(object) was touched\(Self.at(place))"
      }
    return "\(touched) on \(offender), but \(context) (made at \(contextMadeAt)) belongs to "
      + "\(ownerQueue). Put the code into \(context).perform { }, or pass the objectID and look "
      + "the object up in a context of your own."
  }

  private static func at(_ place: SourcePlace?) -> String { place.map { " at \($0)" } ?? "" }
}

/// Names the code that is running now, for a report.
enum Offender {
  static var current: String {
    guard let block = CurrentContext.innermostBlock else { return thread }
    return "\(thread), in the block of \(block.context.label) at \(block.place)"
  }

  private static var thread: String {
    if let name = Runtime.nameOfThread { return name == "main" ? "the main thread" : name }
    if Thread.isMainThread { return "the main thread" }
    let name = Thread.current.name ?? ""
    return name.isEmpty ? "a thread without a name" : "thread \(name)"
  }
}
