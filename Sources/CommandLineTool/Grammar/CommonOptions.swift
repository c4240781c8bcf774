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

  static let flags: [CommandSyntax<any Command>.Flag] = [
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

extension CommonOptions {
  /// These options where they say something, and else those the program was started with.
  func over(_ defaults: CommonOptions) -> CommonOptions {
    var options = self
    if color == .auto { options.color = defaults.color }
    options.isPlain = isPlain || defaults.isPlain
    options.isAccessible = isAccessible ?? defaults.isAccessible
    options.usesPager = usesPager && defaults.usesPager
    options.keepsGoing = keepsGoing || defaults.keepsGoing
    options.saysYes = saysYes || defaults.saysYes
    return options
  }
}
