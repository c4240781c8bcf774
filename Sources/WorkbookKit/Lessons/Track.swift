/// A way through chosen steps of several chapters, for a question that a reader has. What is seen
/// and answered on it counts for the whole book.
public struct Track: Sendable {
  public let name: String
  /// What it is about, for the list of tracks.
  public let title: String
  /// What it promises to take.
  public let minutes: Int
  /// As `chapter/step`, in their order.
  public let steps: [String]

  public init(_ name: String, _ title: String, minutes: Int, _ steps: [String]) {
    self.name = name
    self.title = title
    self.minutes = minutes
    self.steps = steps
  }
}

extension Catalogue {
  public func track(_ name: String) -> Track? { tracks.first { $0.name == name } }

  /// The words that a step of a track uses and no step before it has explained, by their chapters'
  /// glossaries.
  public func unexplained(at index: Int, of track: Track) -> [Term] {
    let before = track.steps.prefix(index + 1).compactMap(step)
    let explained = Set(before.flatMap(\.explained))
    guard let words = step(track.steps[index])?.words else { return [] }
    return chapters.flatMap(\.glossary).filter { term in
      let word = term.word.lowercased()
      return !explained.contains(word) && words.contains(" \(word) ")
    }
  }

  /// A step by `chapter/step`.
  public func step(_ name: String) -> Step? {
    let parts = name.split(separator: "/").map(String.init)
    guard parts.count == 2 else { return nil }
    return chapter(parts[0])?.path.first { $0.id == parts[1] }
  }
}

extension Step {
  private var prose: String { (shown + reveal).compactMap(\.prose).joined(separator: "\n") }

  /// The terms that are marked here, as a lesson marks a term where it is explained.
  fileprivate var explained: [String] {
    prose.lowercased().matches(of: #/\b_([a-z][a-z \-]*)_\b/#).map { String($0.1) }
  }

  /// Its prose as lower-case words with a blank between.
  fileprivate var words: String {
    let words = prose.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }
    return " " + words.joined(separator: " ") + " "
  }
}
