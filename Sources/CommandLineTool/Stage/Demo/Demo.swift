internal import Terminal
internal import WorkbookKit

/// Shows the steps of a chapter that have a note for the stage, frame by frame.
final class Demo {
  private let scripts: [DemoScript]
  private let backstage: Backstage
  private let front: Session
  private let isLarge: Bool
  private var votes: [Int: Vote] = [:]
  private var position = (step: 0, frame: 0)
  private var frames: [DemoFrame] = []
  private var status = ExitStatus.done

  init(_ chapter: Chapter, front: Session, isLarge: Bool) throws {
    self.front = front
    self.isLarge = isLarge
    let backstage = Backstage(for: front, width: isLarge ? DemoScript.largeWidth : nil)
    self.backstage = backstage
    scripts = try front.path(of: chapter).enumerated().compactMap { index, step in
      step.stage == nil
        ? nil
        : DemoScript(
          chapter: chapter, step: step, number: index + 1, backstage: backstage, isLarge: isLarge)
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
        backstage.goLive(front.lines)
        show(frames[position.frame].lines)
      case "q", "quit": return status
      case let line where line.hasPrefix("vote"): take(vote: line)
      default:
        complain(
          "'\(key)' does nothing here",
          wayOut: "Space, b, v (a vote), n (note), s (source), ! (live), q")
      }
    }
    return status
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
    let keys =
      "\(position.step + 1)/\(scripts.count)  Space  b  v vote  n note  s source  ! live  q"
    front.console.writeText(TextLine(keys, .faint).rendered(front.console.style) + "\n")
  }

  private var note: [String] {
    guard let stage = script.step.stage else { return [] }
    let width = isLarge ? DemoScript.largeWidth : front.console.width
    let usual = stage.roomSays.map { ["Most rooms say \"\($0)\"."] } ?? []
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

  private func take(vote line: String) {
    switch line.split(separator: " ").dropFirst().first?.lowercased() {
    case "quit", "q", "stop":
      front.console.tell("No vote was taken.")
      return showKeys()
    case "help", "?":
      front.console.tell("A number of hands for each answer, as in: vote 4 17 9")
      return showKeys()
    default: break
    }
    let isOpen = frames[position.frame].isQuestion
    do throws(UsageError) {
      let question = isOpen ? script.step.question : nil
      let vote = try Vote(line, for: question)
      let width = isLarge ? DemoScript.largeWidth : front.console.width
      guard let question else { return }
      let bars = vote.bars(of: question, after: votes[position.step], width: width)
      votes[position.step] = vote
      frames = (try? script.frames(vote)) ?? frames
      show(backstage.rendered(bars))
    } catch {
      complain(error.description, wayOut: "vote again")
      status = .usage
    }
  }

  private func complain(_ problem: String, wayOut: String) {
    front.console.complain(problem, wayOut: wayOut)
  }
}

extension Session {
  /// A chapter for a room.
  func demo(_ word: String, isAutomatic: Bool, isLarge: Bool) throws -> ExitStatus {
    let demo = try Demo(chapter(word), front: self, isLarge: isLarge)
    return try isAutomatic ? demo.runThrough() : demo.run()
  }
}
