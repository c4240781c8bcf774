/// What the compiler says of several files, one of which is the reader's.
///
/// An error there makes others: in the file that hands the answer to the check, and at the end of
/// the compilation. They say nothing that the reader could repair.
struct CompilerWords {
  private let messages: [[Substring]]

  init(_ text: String) {
    var messages: [[Substring]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if messages.isEmpty || Self.beginsMessage(line) { messages.append([]) }
      messages[messages.count - 1].append(line)
    }
    self.messages = messages
  }

  /// The messages about a file, with the notes that belong to them. If there is no error in it, all
  /// there are, or none. Notes about files of ours can be left out: nothing there is the reader's.
  func about(_ path: String, orAll: Bool = true, notesElsewhere: Bool = true) -> String {
    var kept: [[Substring]] = []
    var isAbout = false
    for message in messages {
      if !Self.isNote(message[0]) { isAbout = message[0].hasPrefix("\(path):") }
      let isKept = notesElsewhere || !Self.isNote(message[0]) || message[0].hasPrefix("\(path):")
      if isAbout, isKept { kept.append(message) }
    }
    let hasError = kept.contains { $0[0].contains(": error: ") }
    return (hasError ? kept : orAll ? messages : []).joined().joined(separator: "\n")
  }

  /// `/path/File.swift:3:5: error: ...`, or an error that has no place.
  private static func beginsMessage(_ line: Substring) -> Bool {
    line.hasPrefix("error: ")
      || line.hasPrefix("/") && line.contains(#/:[0-9]+: (error|warning|note): /#)
  }

  private static func isNote(_ line: Substring) -> Bool { line.contains(": note: ") }
}
