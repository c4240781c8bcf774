internal import Foundation
internal import Terminal
internal import WorkbookKit

/// One reader at work: what surrounds them, and the parts that commands reach for.
final class Session {
  let catalogue: Catalogue
  let console: Console
  let store: ProgressStore
  let folder: StateFolder
  /// Where answers are built.
  let workplace: PackageLocation
  /// Where answers to questions come from.
  let lines: any LineSource
  /// What the Tab key offers.
  let completion: CompletionSwitch

  // Its parts: what one of them remembers, only that one changes.
  let dialogue: Dialogue
  let bookmark: Bookmark
  let exercises: ExercisesAtHand
  let entrance: Entrance
  let onward: Onward
  let questions: Questions
  let walk: Walk

  /// No more lines are read.
  private(set) var isOver = false

  init(
    catalogue: Catalogue, console: Console, folder: StateFolder, workplace: PackageLocation = .here,
    lines: any LineSource, completion: CompletionSwitch = CompletionSwitch(),
    asksForPromises: Bool = true
  ) {
    self.completion = completion
    self.catalogue = catalogue
    self.console = console
    self.folder = folder
    self.workplace = workplace
    self.lines = lines
    store = ProgressStore(folder: folder)
    dialogue = Dialogue(console: console, lines: lines)
    bookmark = Bookmark(catalogue: catalogue, store: store)
    exercises = ExercisesAtHand(bookmark, console, workplace: workplace)
    entrance = Entrance()
    onward = Onward(dialogue, bookmark, entrance)
    questions = Questions(
      dialogue, bookmark, entrance, onward, workplace: workplace,
      asksForPromises: asksForPromises)
    walk = Walk(
      dialogue: dialogue, bookmark: bookmark, exercises: exercises, entrance: entrance,
      questions: questions, onward: onward)
  }

  func leave() { isOver = true }

  /// A prompt that was left is opened again.
  func comeBack() { isOver = false }

  /// Does what words say, and reports what went wrong with the way out.
  func perform(_ words: [String], defaults: CommonOptions) -> ExitStatus {
    do {
      guard let parsed = try CommandTable.parser.parse(Spelling.usual(words)) else { return .done }
      let options = try CommonOptions(parsed.arguments).over(defaults)
      apply(options)
      defer {
        apply(defaults)
        showNotices()
      }
      onward.lead()
      return try parsed.command.perform(in: self, options)
    } catch {
      return report(error)
    }
  }

  /// Does what a line of the prompt or of a pipe says.
  func perform(line: String, defaults: CommonOptions) -> ExitStatus {
    guard !line.drop(while: \.isWhitespace).hasPrefix("#") else { return .done }
    do {
      if let status = try questions.answer(line) ?? questions.explain(line)
        ?? questions.refuseKey(line)
      {
        return status
      }
      return perform(try Words.split(line), defaults: defaults)
    } catch {
      return report(error)
    }
  }

  func apply(_ options: CommonOptions) {
    console.preferences = OutputPreferences(
      color: ColorChoice(rawValue: options.color.rawValue) ?? .auto, isPlain: options.isPlain,
      isAccessible: options.isAccessible, isLight: store.progress.isOnLight)
    console.usesPager = options.usesPager
  }

  func report(_ error: any Error) -> ExitStatus {
    switch error {
    case let error as UsageError:
      console.complain(error.description, wayOut: wayOut(of: error))
      return .usage
    case let error as CommandFailure:
      console.complain(error.problem, wayOut: error.wayOut)
      return error.status
    case let error as CocoaError:
      let file = error.userInfo[NSFilePathErrorKey] as? String
      console.complain(
        [file.map { "'\($0)'" }, error.localizedDescription].compactMap(\.self)
          .joined(separator: ": "),
        wayOut: "work in a whole checkout of the workbook, built with: swift build")
      return .fault
    default:
      console.complain("\(error)")
      return .fault
    }
  }

  /// A reader who types the name of a place wants to go there.
  private func wayOut(of error: UsageError) -> String {
    guard case .unknownCommand(let word, nil) = error else { return error.wayOut }
    if let chapter = try? catalogue.chapter(named: word) {
      return "did you mean 'goto \(chapter.id)'?"
    }
    if let scenario = try? catalogue.scenario(named: word) {
      return "did you mean 'run \(scenario.id)'?"
    }
    return error.wayOut
  }

  /// Tells what the store has to say, once.
  func showNotices() {
    for notice in store.takeNotices() {
      switch notice {
      case .onlyInMemory(let folder):
        console.notice(
          "'\(folder)' cannot be written, so progress is forgotten at the end; "
            + "set XDG_STATE_HOME to a folder of yours to keep it")
      case .damaged(let setAside):
        console.notice(
          "the progress file could not be read and was moved to '\(setAside)'; "
            + "a new one begins now")
      }
    }
  }
}

/// A command that could not do its work.
struct CommandFailure: Error {
  let problem: String
  var wayOut: String?
  let status: ExitStatus
}
