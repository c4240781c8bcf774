internal import CoreData
internal import Foundation

/// Live contexts that a reader pokes. Every move is remembered, and undone by playing the others
/// again on a fresh stack.
public final class Sandbox {
  public private(set) var moves: [PlayMove] = []
  private var table: PlayTable

  public init() throws {
    table = try PlayTable(.mainRoot)
  }

  public var stack: PlayStack { table.stack }
  /// What may be named in a move.
  public var contexts: [String] { table.contexts.map(\.name) }
  public var objects: [String] { table.names }
  public static let entities = PlayTable.keys.keys.sorted()

  /// The attributes and relationships of an object; none if there is no such object.
  public func keys(of object: String) -> [String] { table.keys(of: object) }

  /// Makes a move; what it throws leaves everything as it was.
  public func play(_ move: PlayMove) throws -> [TextLine] {
    do {
      let lines = try perform(move)
      moves.append(move)
      return lines
    } catch {
      // Half a move may have happened: play what went well again.
      try replay(moves)
      throw error
    }
  }

  /// Goes back to how things stood after so many moves.
  public func undo(to count: Int) throws {
    guard (0...moves.count).contains(count) else {
      throw PlayFault.noSuchStep(count, of: moves.count)
    }
    moves = Array(moves.prefix(count))
    try replay(moves)
  }

  private func replay(_ moves: [PlayMove]) throws {
    table = try PlayTable(.mainRoot)
    for move in moves { _ = try perform(move) }
  }

  private func perform(_ move: PlayMove) throws -> [TextLine] {
    guard case .stack(let stack) = move else { return try table.perform(move) }
    table = try PlayTable(stack)
    return stack.picture
  }

  /// The inspector: what each context knows of each object.
  public func show() -> [TextLine] { table.inspector() }

  /// The version of each row, in each context, in the row cache and in the store.
  public func versions() -> [TextLine] { table.versions() }

  /// The ID of each object, in each context that knows it.
  public func ids() -> [TextLine] { table.ids() }
}
