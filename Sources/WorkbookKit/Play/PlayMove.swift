public import CoreData

/// One thing a reader does in the sandbox. A sandbox is the list of its moves: undoing one is
/// playing the others again.
public enum PlayMove: Sendable, Hashable {
  case stack(PlayStack)
  case insert(context: String, entity: String, name: String)
  case fetch(context: String, entity: String)
  case set(context: String, object: String, key: String, value: String)
  /// Reads an attribute or a relationship, which fires a fault.
  case get(context: String, object: String, key: String)
  case save(context: String)
  /// Merges the last save of one context into another.
  case merge(from: String, into: String)
  case refresh(context: String, object: String)
  case delete(context: String, object: String)
  /// A list of all objects of an entity that follows the context.
  case follow(context: String, entity: String)
}

/// Why a move was not possible.
public enum PlayFault: Error, Hashable, CustomStringConvertible {
  case unknownContext(String, known: [String])
  case unknownEntity(String)
  case unknownObject(String, context: String)
  case unknownKey(String, entity: String, known: [String])
  case nameTaken(String)
  case notANumber(String, key: String)
  case nothingSaved(String)
  case noSuchStep(Int, of: Int)
  /// A save found a row changed by another context.
  case conflict(context: String, ConflictExplanation)
  case coreData(String)

  public var description: String {
    switch self {
    case .unknownContext(let name, let known):
      "there is no context '\(name)'; there is \(known.joined(separator: ", "))"
    case .unknownEntity(let name):
      "there is no entity '\(name)'; there is Room, Member and Message"
    case .unknownObject(let name, let context):
      "'\(context)' does not know an object '\(name)'; fetch it there, or insert it"
    case .unknownKey(let key, let entity, let known):
      "\(entity) has no '\(key)'; it has \(known.joined(separator: ", "))"
    case .nameTaken(let name): "there is a '\(name)' already; choose another name"
    case .notANumber(let value, let key): "'\(value)' is no number, and '\(key)' is one"
    case .nothingSaved(let name): "'\(name)' has not saved anything that could be merged"
    case .noSuchStep(let step, let count): "there is no step \(step); there are \(count)"
    case .conflict(let name, _):
      "'\(name)' could not save: the same row was changed elsewhere since it was read"
    case .coreData(let words): words
    }
  }
}

extension PlayFault {
  /// What each side of a conflict has, and what each policy would write; nothing for other faults.
  public func picture(width: Int, isAccessible: Bool) -> [TextLine] {
    guard case .conflict(_, let explanation) = self else { return [] }
    return ConflictPicture(of: explanation).lines(width: width, isAccessible: isAccessible)
  }
}
