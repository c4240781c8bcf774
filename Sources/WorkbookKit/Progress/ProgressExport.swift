/// What a reader's `progress export` wrote, under the name its file has.
public struct ProgressExport: Sendable, Hashable {
  public let reader: String
  public let progress: ReaderProgress

  /// Why a file is not one.
  public enum Flaw: Error, Hashable {
    case damaged
    case foreign
    case nothingInIt
  }

  public init(reader: String, text: String) throws(Flaw) {
    guard let document = try? JSONValue(parsing: text) else { throw .damaged }
    guard let progress = ReaderProgress(document: document), Self.isOurs(document) else {
      throw .foreign
    }
    guard !Self.parts(of: document).isEmpty else { throw .nothingInIt }
    self.reader = reader
    self.progress = progress
  }

  /// Whether each part is what this program writes; others know the word "version" too.
  private static func isOurs(_ document: JSONValue) -> Bool {
    let parts = parts(of: document)
    let isOfUs = parts.isEmpty || parts.keys.contains { Self.parts.contains($0) }
    return isOfUs
      && (parts["seen"]?.elements ?? []).allSatisfy { $0.text != nil }
      && (parts["attempts"]?.elements ?? []).allSatisfy { $0.decoded(as: Attempt.self) != nil }
      && (parts["exercises"]?.members ?? [:]).values.allSatisfy { !$0.members.isEmpty }
  }

  private static func parts(of document: JSONValue) -> [String: JSONValue] {
    document.members.filter { !["version", "seed", "isOnLight", "track"].contains($0.key) }
  }

  private static let parts = ["place", "seen", "attempts", "exercises"]
}
