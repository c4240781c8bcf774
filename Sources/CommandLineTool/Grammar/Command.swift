internal import Interleaving
internal import WorkbookKit

/// What the reader asks for.
enum Command: Equatable {
  case list
  case topics
  case lesson(chapter: String?)
  case next
  case skip
  case quiz(chapter: String?)
  case fixedQuiz(FixedQuizRequest)
  case testOut(chapter: String?)
  case back
  case again
  case more
  case goTo(chapter: String, step: String?)
  case run(Target, isLive: Bool, schedule: String?)
  case compare(scenario: String)
  case fix(Target)
  case source(Target)
  case explore(Target, ExploreRequest)
  case replay(code: String)
  case step(Target)
  case check(CheckRequest)
  case watch(exercise: String?)
  case tryFile(TryRequest)
  case hint(exercise: String?)
  case solution(exercise: String?)
  case open(exercise: String?)
  case reset(exercise: String?)
  case undo(exercise: String?)
  case progress
  case draw(DrawRequest)
  case page(place: String, chapter: String?)
  case classMerge(files: [String], html: String?)
  case handout(chapter: String, file: String)
  case demo(DemoRequest)
  case teach(chapter: String)
  case runSheet(WorkshopRequest)
  case accessors(model: String, folder: String?, usesNSSet: Bool)
  case managedAccessors(sources: String, module: String?, folder: String?)
  case new(NewKind, name: String)
  case exportProgress(file: String)
  case importProgress(file: String)
  case play
  case theme(Theme?)
  case track(String?)
  case symptom([String])
  case doctor(isForRoom: Bool, pack: String?)
  case help(topic: String?)
  case version
  case quit
}

/// What letters stand on; nil in a command asks which it is.
enum Theme: String, CaseIterable {
  case light, dark
}

/// A scenario, and which of its variants.
struct Target: Equatable {
  var scenario: String
  /// `bug` when nothing else was said.
  var variant = "bug"
}

extension Target {
  init(_ program: Experiment) {
    self.init(scenario: program.scenario.id, variant: program.variant.name)
  }

  /// As a command takes it.
  var words: String { "\(scenario) \(variant)" }
}

/// What to draw, and into which files.
struct DrawRequest: Equatable {
  var target: Target
  /// The order; nil: the simplest that goes wrong.
  var code: String?
  /// The step after which objects are shown; nil: the last.
  var step: Int?
  var svg: String?
  var html: String?
}

/// How to show a chapter to a room.
struct DemoRequest: Equatable {
  var chapter: String
  var isAutomatic = false
  var isLarge = false
  /// At most so many minutes of its steps.
  var minutes: Int?
  /// The file for a recording.
  var cast: String?
}

/// How to explore.
struct ExploreRequest: Equatable {
  /// Off: every order is run, also those that cannot differ.
  var usesReduction = true
  /// At most so many schedules.
  var budget: Int?
  var seed: Int?
  /// Only one of several parts.
  var shard: ExplorationOptions.Shard?
  /// The outcomes the reader thinks possible; nil when they were not asked.
  var prediction: [String]?
}

/// What holds for any command.
struct CommonOptions: Equatable {
  var color = ColorWord.auto
  var isPlain = false
  var isAccessible: Bool?
  var usesPager = true
  var keepsGoing = false
  var saysYes = false
  var isJSON = false

  enum ColorWord: String, CaseIterable { case auto, always, never }

  static let flags: [CommandSyntax<Command>.Flag] = [
    .init(name: "--color", value: "WHEN", summary: "auto, always or never"),
    .init(name: "--plain", summary: "ASCII only"),
    .init(name: "--accessible", summary: "linear and labelled, for a screen reader"),
    .init(name: "--no-pager", summary: "never page"),
    .init(name: "--keep-going", summary: "piped commands: go on after a failure"),
    .init(name: "--yes", summary: "do it without asking"),
  ]

  init() {}

  init(_ arguments: Arguments) throws(UsageError) {
    if let word = arguments.flags["--color"] {
      guard let color = ColorWord(rawValue: word) else {
        throw .badValue(word, of: "--color", expected: "auto, always or never")
      }
      self.color = color
    }
    isPlain = arguments.has("--plain")
    isAccessible = arguments.has("--accessible") ? true : nil
    usesPager = !arguments.has("--no-pager")
    keepsGoing = arguments.has("--keep-going")
    saysYes = arguments.has("--yes")
    isJSON = arguments.has("--json")
  }
}
