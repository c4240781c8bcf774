internal import Terminal
internal import WorkbookKit

/// What the reader is told of the way on.
extension Session {
  /// A command that fits now; for the way on itself, what Enter does. Piped transcripts hold
  /// results only.
  func suggest(_ command: String, as words: String = "Try: ") {
    guard lines.isInteractive else { return }
    let isOnward = command == "next" || command.hasPrefix("quiz")
    if isOnward { onEnter = command }
    let told = isOnward ? "\(command == "next" ? upcoming : "another question") (Enter)" : command
    let label = TextLine(isOnward ? "Next: " : words, .faint)
    let line = label + TextLine(told, isOnward ? .plain : .code)
    console.show(line.wrapped(to: console.width, rest: TextLine("  ")))
  }

  /// What `next` shows.
  private var upcoming: String {
    if let entering { return entering.upcoming }
    if let track = currentTrack, let index = position(on: track) {
      return index + 1 < track.steps.count
        ? "\(track.name) \(index + 2)/\(track.steps.count)" : "the end of the track"
    }
    guard let here = try? standing() else { return "the first three minutes" }
    if isAtEndOfFirstRun(here), let first = try? firstChapter { return name(first) }
    let next = here.index.map { $0 + 1 } ?? 0
    if here.path.indices.contains(next) {
      return "\(next + 1)/\(here.path.count) \(here.path[next].title)"
    }
    return catalogue.chapter(after: here.chapter.id).map(name) ?? "what you have learnt"
  }

  private func name(_ chapter: Chapter) -> String { "chapter \(chapter.number), \(chapter.title)" }

  /// At the end of a chapter, what the reader has left open in it.
  func tellWhatIsOpen(in chapter: Chapter) {
    let open = store.progress.whatIsOpen(in: chapter)
    guard !open.isEmpty else { return console.tell("Nothing is open in '\(chapter.id)'.", .good) }
    if !open.questions.isEmpty {
      let places = open.questions.map { "\($0)" }.joined(separator: ", ")
      console.tell(
        "\(open.questions.count.of("question")) without an answer: goto \(chapter.id) \(places)")
    }
    if !open.unseen.isEmpty { console.tell("\(open.unseen.count.of("step")) not seen.") }
    if !open.exercises.isEmpty {
      let names = open.exercises.joined(separator: ", ")
      console.tell("\(open.exercises.count.of("exercise")) to repair: \(names)")
    }
  }

  /// What comes behind a chapter, and behind the book.
  func offerOwnClass() {
    console.show(
      TextLine("And a class of your own, as it is: ") + TextLine("try FILE.swift", .code))
  }
}
