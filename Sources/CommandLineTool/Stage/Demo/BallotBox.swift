internal import WorkbookKit

/// The votes of one demo: the last of each step to show, and all of them in a file to keep.
final class BallotBox {
  private let chapter: String
  private let folder: StateFolder
  private var room = RoomVotes()
  private var last: [Int: Vote] = [:]
  /// Where they are kept; nil before the first vote, or where nothing can be written.
  private(set) var file: String?

  init(for chapter: Chapter, in folder: StateFolder) {
    self.chapter = chapter.id
    self.folder = folder
  }

  subscript(position: Int) -> Vote? { last[position] }

  var isEmpty: Bool { last.isEmpty }

  /// Kept at once: a demo may end in any way.
  func add(_ vote: Vote, on question: Question, of step: Step, at position: Int) throws {
    last[position] = vote
    try room.add(vote.hands, on: question, of: "\(chapter)/\(step.id)")
    guard folder.prepare() else { return }
    let file = file ?? unused
    self.file = TextFile.write(room.document.document, to: file) ? file : nil
  }

  /// Each demo has a file of its own.
  private var unused: String {
    let names = ["votes-\(chapter).json"] + (2...9999).map { "votes-\(chapter)-\($0).json" }
    let free = names.lazy.map(folder.file).first { !TextFile.exists($0) }
    return free ?? folder.file(names[0])
  }
}
