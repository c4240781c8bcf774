/// How far a reader has come: the place where they stopped, and the exercises they were judged in.
///
/// It is kept as the document it was read from, so that fields of a later version survive.
public struct ReaderProgress: Sendable, Hashable {
  /// The version this program writes.
  public static let version = 1

  public internal(set) var document: JSONValue

  public init() {
    document = ["version": .integer(Self.version)]
  }

  /// Takes a document; nil when it is none of ours.
  public init?(document: JSONValue) {
    guard let version = document["version"]?.integer, version >= 1 else { return nil }
    if let exercises = document["exercises"], case .object = exercises {
    } else if document["exercises"] != nil {
      return nil
    }
    self.document = document
  }
}

// MARK: Where the reader stands

extension ReaderProgress {
  /// A chapter and a step in it.
  public struct Place: Sendable, Hashable {
    public var chapter: String
    /// The step's id. An earlier version wrote other words here; they name the first step.
    public var step: String

    public init(chapter: String, step: String) {
      self.chapter = chapter
      self.step = step
    }
  }

  public var place: Place? {
    get {
      guard let chapter = document["place"]?["chapter"]?.text,
        let step = document["place"]?["step"]?.text
      else { return nil }
      let parts = MovedSteps.today("\(chapter)/\(step)").split(separator: "/", maxSplits: 1)
      guard parts.count == 2 else { return Place(chapter: chapter, step: step) }
      return Place(chapter: String(parts[0]), step: String(parts[1]))
    }
    set {
      guard let newValue else {
        document["place"] = nil
        return
      }
      var place = document["place"] ?? [:]
      place["chapter"] = .string(newValue.chapter)
      place["step"] = .string(newValue.step)
      document["place"] = place
    }
  }
}

extension ReaderProgress {
  /// What the order of options is made from: by chance, and kept.
  public internal(set) var seed: Int? {
    get { document["seed"]?.integer }
    set { document["seed"] = newValue.map { .integer($0) } }
  }
}

extension ReaderProgress {
  /// The name of the track the reader is on.
  public var track: String? {
    get { document["track"]?.text }
    set { document["track"] = newValue.map { .string($0) } }
  }

  /// Whether the reader's letters stand on a light ground; nil if that was never said.
  public var isOnLight: Bool? {
    get { if case .bool(let isLight)? = document["isOnLight"] { isLight } else { nil } }
    set { document["isOnLight"] = newValue.map { .bool($0) } }
  }

  /// Whether the step where the reader stands has asked something and waits for the answer.
  public var isAsked: Bool {
    get { document["place"]?["isAsked"] == .bool(true) }
    set {
      guard document["place"] != nil, newValue != isAsked else { return }
      document["place"]?["isAsked"] = newValue ? .bool(true) : nil
    }
  }
}

// MARK: Exercises

extension ReaderProgress {
  /// What is remembered of an exercise.
  public struct Record: Sendable, Hashable {
    public var verdict: Verdict
    /// The hash of the answer that got it; a different answer has no verdict yet.
    public var contentHash: String

    public init(verdict: Verdict, contentHash: String) {
      self.verdict = verdict
      self.contentHash = contentHash
    }
  }

  /// The last verdict on an exercise.
  public subscript(exercise id: String) -> Record? {
    get {
      let entry = document["exercises"]?[id]
      guard let verdict = entry?["verdict"]?.text.flatMap(Verdict.init),
        let hash = entry?["contentHash"]?.text
      else { return nil }
      return Record(verdict: verdict, contentHash: hash)
    }
    set {
      change(id) { entry in
        entry["verdict"] = newValue.map { .string($0.verdict.rawValue) }
        entry["contentHash"] = newValue.map { .string($0.contentHash) }
      }
    }
  }

  /// How many rungs of hint were shown for an exercise.
  public func hintsShown(for id: String) -> Int {
    document["exercises"]?[id]?["hintsShown"]?.integer ?? 0
  }

  public mutating func showedHint(_ rung: Int, for id: String) {
    let shown = max(rung, hintsShown(for: id))
    change(id) { $0["hintsShown"] = .integer(shown) }
  }

  /// The ids of the exercises whose last verdict is a pass, sorted.
  public var passed: [String] {
    (document["exercises"]?.members.keys.sorted() ?? []).filter {
      self[exercise: $0]?.verdict == .pass
    }
  }

  mutating func change(_ id: String, _ change: (inout JSONValue) -> Void) {
    var exercises = document["exercises"] ?? [:]
    var entry = exercises[id] ?? [:]
    change(&entry)
    exercises[id] = entry
    document["exercises"] = exercises
  }
}
