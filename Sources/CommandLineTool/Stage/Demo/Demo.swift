internal import Terminal
internal import WorkbookKit

/// Shows the steps of a chapter that have a note for the stage, frame by frame.
final class Demo {
  private let scripts: [DemoScript]
  private let backstage: Backstage
  private let front: Session
  private let isLarge: Bool
  private let width: Int
  private let votes: BallotBox
  private var position = (step: 0, frame: 0)
  private var frames: [DemoFrame] = []
  private var status = ExitStatus.done
  /// There while keys are not shown.
  private var hushed: WaitingKeys?

  /// With `minutes`, of the steps for a stage those that fit into so many, in their order.
  init(_ chapter: Chapter, front: Session, isLarge: Bool, minutes: Int? = nil) throws {
    self.front = front
    votes = BallotBox(for: chapter, in: front.folder)
    self.isLarge = isLarge
    let isPaper = isLarge && !front.lines.isInteractive
    let width = isPaper ? DemoScript.largeWidth : front.console.width
    self.width = width
    let backstage = Backstage(for: front, width: isLarge ? width : nil)
    self.backstage = backstage
    let path = try chapter.steps()
    let chosen = Self.steps(of: path, within: minutes ?? .max)
    scripts = chosen.map { index in
      let step = path[index]
      return DemoScript(
        chapter: chapter, step: step.ordered(OptionOrder(place: "\(chapter.id)/\(step.id)")),
        number: index + 1, backstage: backstage, isLarge: isLarge, width: width)
    }
    if scripts.isEmpty, let minutes, chapter.path.contains(where: { $0.stage != nil }) {
      throw UsageError.badValue(
        "\(minutes)", of: "--minutes", expected: "time for at least one step of '\(chapter.id)'")
    }
    guard !scripts.isEmpty else {
      throw CommandFailure(
        problem: "no step of '\(chapter.id)' is meant for a stage",
        wayOut: "its lesson has no line like <!-- stage 3 min. ... -->", status: .notPassed)
    }
  }

  /// All of it, one frame below the other.
  func runThrough() throws -> ExitStatus {
    for step in scripts.indices {
      try enter(step)
      for frame in frames { show(frame.lines) }
    }
    return status
  }

  /// All of it, and whether it held.
  func allFrames() throws -> (frames: [DemoFrame], status: ExitStatus) {
    var all: [DemoFrame] = []
    for step in scripts.indices {
      try enter(step)
      all += frames
    }
    return (all, status)
  }

  /// A frame at a time, as the keys say.
  func run() throws -> ExitStatus {
    hush()
    let status = try followKeys()
    hushed = nil
    tellVotes()
    return status
  }

  private func followKeys() throws -> ExitStatus {
    defer { hushed = nil }
    try enter(0)
    show(frames[0].lines)
    while let key = front.lines.nextKey() {
      switch key {
      case " ":
        guard try goOn() else { return status }
      case "b": try goBack()
      case "n": show(note)
      case "s": showSource()
      case "!":
        hushed = nil
        backstage.goLive(front.lines)
        hush()
        show(frames[position.frame].lines)
      case "q", "quit": return status
      case "v" where frames[position.frame].isQuestion && front.lines.isInteractive: askForVote()
      case let line where line.hasPrefix("vote"): _ = take(vote: line)
      default:
        complain("'\(key)' does nothing here", wayOut: "what does: \(keys)")
      }
    }
    return status
  }
}

// MARK: Keys

extension Demo {
  /// Keys that are pressed while something is computed are not shown, and count afterwards.
  private func hush() {
    if front.lines.isInteractive { hushed = WaitingKeys() }
  }

  /// Only while a line is typed its keys are shown.
  private func nextLine(prompt: String) -> LineEditor.Reading {
    hushed = nil
    defer { hush() }
    return front.lines.next(prompt: prompt)
  }
}

// MARK: Moving

extension Demo {
  private var script: DemoScript { scripts[position.step] }

  private func enter(_ step: Int) throws {
    position = (step, 0)
    frames = try script.frames(votes[step])
    try holdToItsTruth(script)
  }

  /// False at the end.
  private func goOn() throws -> Bool {
    if position.frame + 1 < frames.count {
      position.frame += 1
    } else if position.step + 1 < scripts.count {
      try enter(position.step + 1)
    } else {
      return false
    }
    show(frames[position.frame].lines)
    return true
  }

  private func goBack() throws {
    if position.frame > 0 {
      position.frame -= 1
    } else if position.step > 0 {
      try enter(position.step - 1)
      position.frame = frames.count - 1
    }
    show(frames[position.frame].lines)
  }

  /// A step whose program does something else than the chapter promises is named, and the demo
  /// goes on.
  private func holdToItsTruth(_ script: DemoScript) throws {
    let step = script.step
    guard let question = step.question, let program = step.program else { return }
    let (expected, found) = (program.variant.expected, try program.explore().found)
    if found != expected {
      complain(
        "step '\(step.id)': \(expected.failing) of \(expected.schedules) orders should go wrong, "
          + "and \(found.failing) of \(found.schedules) do",
        wayOut: "the demo goes on with what was seen")
      status = .notPassed
    }
    if let said = step.stage?.roomSays, try question.truth().right.contains(said) {
      complain(
        "step '\(step.id)': '\(said)' is given as the room's wrong answer, and it is right",
        wayOut: "correct the step's stage line in the lesson")
      status = .notPassed
    }
  }
}

// MARK: Showing

extension Demo {
  /// A frame, on a screen of its own where there is one.
  private func show(_ lines: [String]) {
    let console = front.console
    let isScreen = front.lines.isInteractive && console.style.redraws
    if isScreen && isLarge { console.writeText("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
    console.writeText(lines.map { $0 + "\n" }.joined())
    guard front.lines.isInteractive else { return console.writeText("\n") }
    showKeys()
  }

  /// The stage waits for a key again.
  private func showKeys() {
    let line = "\(position.step + 1)/\(scripts.count)  \(keys)"
    front.console.writeText(TextLine(line, .faint).rendered(front.console.style) + "\n")
  }

  private var keys: String {
    let vote = frames[position.frame].isQuestion ? "v vote  " : ""
    return "Space  b  \(vote)n note  s source  ! live  q"
  }

  private var note: [String] {
    guard let stage = script.step.stage else { return [] }
    let usual = stage.roomSays.map { ["A common guess: \"\($0)\"."] } ?? []
    let words = (["\(stage.minutes) min."] + usual + [stage.note]).joined(separator: " ")
    return backstage.rendered(TextLine.paragraph(words, .faint, width: width))
  }

  private func showSource() {
    for page in script.source {
      show(page)
      guard isLarge, front.lines.isInteractive else { continue }
      _ = front.lines.nextKey()
    }
    if isLarge, front.lines.isInteractive { show(frames[position.frame].lines) }
  }

  /// Asks until a vote can be read; what was mistyped loses nothing.
  private func askForVote() {
    while case .line(let line) = nextLine(prompt: "vote") {
      // The example begins with the word that a pipe needs.
      if take(vote: line.hasPrefix("vote") ? line : "vote \(line)") { return }
    }
    Interrupts.clear()
    _ = take(vote: "vote quit")
  }

  /// False where the line is no vote.
  private func take(vote line: String) -> Bool {
    switch line.split(separator: " ").dropFirst().first?.lowercased() {
    case "quit", "q", "stop":
      front.console.tell("No vote was taken.")
      showKeys()
      return true
    case "help", "?":
      front.console.tell("A number of hands for each answer, as in: vote 4 17 9")
      return false
    default: break
    }
    let question = frames[position.frame].isQuestion ? script.step.question : nil
    do throws(UsageError) {
      let vote = try Vote(line, for: question)
      if let question { show(vote, question) }
      return true
    } catch {
      complain(error.description, wayOut: "vote again; 'quit' takes none")
      if !front.lines.isInteractive { status = .usage }
      return false
    }
  }

  /// The question with a bar for each answer, and what to do next.
  private func show(_ vote: Vote, _ question: Question) {
    let before = votes[position.step]
    let bars = vote.bars(of: question, after: before, width: width)
    let advice = (try? question.truth()).flatMap { vote.advice(question, right: $0.right) }
    let below = bars + TextLine.paragraph(advice ?? "", .faint, width: width)
    try? votes.add(vote, on: question, of: script.step, at: position.step)
    let asked = frames[position.frame].lines
    frames = (try? script.frames(vote)) ?? frames
    var lines = asked + backstage.rendered(below)
    // What stands above the code goes first where a projector has no room for all.
    if isLarge { lines.removeFirst(max(0, lines.count - (DemoScript.largeHeight - 1))) }
    show(lines)
  }

  /// Where the votes are, for afterwards.
  private func tellVotes() {
    guard !votes.isEmpty else { return }
    guard let file = votes.file else {
      return complain(
        "the votes could not be kept in '\(front.folder.path)'",
        wayOut: "set XDG_STATE_HOME to a folder that you can write to")
    }
    front.console.tell("The votes are kept. What the room believes:")
    front.console.show(TextLine("  class merge \(Words.quoted(file))", .code))
  }

  private func complain(_ problem: String, wayOut: String) {
    front.console.complain(problem, wayOut: wayOut)
  }
}
