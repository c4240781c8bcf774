/// How the parts of a step are written. Each pattern is made once: a lesson has dozens of questions,
/// and to make a pattern takes longer than to read a whole step by it.
enum StepPattern {
  // Unsafe for the compiler only: a pattern does not change when something is matched with it.

  /// `**Predict** hang, done. What comes of it?`
  nonisolated(unsafe) static let question = #/\*\*(\w+)\*\* ?([^.]*)\. (.*)/#
  /// `` words: `variant` ``, or the variant alone.
  nonisolated(unsafe) static let candidate = #/(?:(.*): )?`([a-z0-9-]+)`/#
  /// The same up to what is said about it.
  nonisolated(unsafe) static let candidateItself = #/.*`[a-z0-9-]+`:?\s*/#
  /// `` words: `importer enters queue import` ``, or the step alone.
  nonisolated(unsafe) static let event = #/(?:([^`]*): )?`([^`]+)`:?\s*/#
  /// `` `main saves`; `sync fetches` ``
  nonisolated(unsafe) static let log = #/`[^`]+`(?:; `[^`]+`)*:?\s*/#
  /// `` `let room = found[0]` ``
  nonisolated(unsafe) static let line = #/`([^`]+)`/#
  /// The same up to what is said about it.
  nonisolated(unsafe) static let lineItself = #/`[^`]+`:?\s*/#
  /// `_a-belief_. What the answer gives away.`
  nonisolated(unsafe) static let belief = #/_([a-z-]+)_\.?\s*(.*)/#
  /// `About 20 minutes.`
  nonisolated(unsafe) static let minutes = #/About (\d+) minutes/#
  /// `stage 3 min. Most rooms say "never". A note.`
  nonisolated(unsafe) static let stage =
    #/stage (\d+) min\. (?:Most rooms say "([^"]*)"[.:] )?(.+)/#
}
