/// What stands left of the cursor when the reader asks for completion.
public struct CompletionRequest: Sendable, Equatable {
  public let text: String

  public init(text: String) {
    self.text = text
  }

  /// The finished words.
  public var words: [String] {
    text.dropLast(fragment.count).split(separator: " ").map(String.init)
  }

  /// The word at the cursor; empty behind a space.
  public var fragment: String {
    text.lastIndex(of: " ").map { String(text[text.index(after: $0)...]) } ?? text
  }
}

/// What could stand there.
public struct Completions: Sendable, Equatable {
  /// One possible word.
  public struct Candidate: Sendable, Equatable {
    public let text: String
    /// False where more must follow without a space, as behind a directory.
    public let isFinal: Bool

    public init(_ text: String, isFinal: Bool = true) {
      self.text = text
      self.isFinal = isFinal
    }
  }

  /// The part of the text that the candidates replace; each candidate starts with it.
  public let fragment: String
  public let candidates: [Candidate]

  public init(of fragment: String, candidates: [Candidate]) {
    self.fragment = fragment
    self.candidates = candidates.filter { $0.text.hasPrefix(fragment) }
  }

  /// Those of some words that begin with the fragment, each final.
  public init(of fragment: String, words: some Sequence<String>) {
    self.init(of: fragment, candidates: words.map { Candidate($0) })
  }
}

/// What one press of the completion key does.
enum CompletionStep: Equatable {
  case insert(String)
  case list([String])
  case nothing

  /// `again` says that the last press left the same text behind: it is then time to list.
  init(_ completions: Completions, again: Bool) {
    let candidates = completions.candidates
    guard let first = candidates.first else {
      self = .nothing
      return
    }
    let common = candidates.dropFirst().reduce(first.text) {
      Self.commonPrefix($0, $1.text)
    }
    var insertion = String(common.dropFirst(completions.fragment.count))
    if candidates.count == 1, first.isFinal { insertion += " " }
    if !insertion.isEmpty {
      self = .insert(insertion)
    } else {
      self = again && candidates.count > 1 ? .list(candidates.map(\.text)) : .nothing
    }
  }

  private static func commonPrefix(_ left: String, _ right: String) -> String {
    String(zip(left, right).prefix { $0 == $1 }.map(\.0))
  }
}
