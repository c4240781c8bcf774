/// When to colour, as `--color` says it.
public enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never
}

/// What the reader asked for on the command line; it wins over the environment.
public struct OutputPreferences: Sendable, Equatable {
  public var color: ColorChoice
  /// ASCII only.
  public var isPlain: Bool
  /// Linear and labelled; nil leaves it to the environment.
  public var isAccessible: Bool?
  /// Clickable links by escape sequence. Never guessed: old terminals print garbage.
  public var hasHyperlinks: Bool
  /// Whether letters stand on a light ground; nil leaves it to the environment.
  public var isLight: Bool?

  public init(
    color: ColorChoice = .auto, isPlain: Bool = false, isAccessible: Bool? = nil,
    hasHyperlinks: Bool = false, isLight: Bool? = nil
  ) {
    self.isLight = isLight
    self.color = color
    self.isPlain = isPlain
    self.isAccessible = isAccessible
    self.hasHyperlinks = hasHyperlinks
  }
}

/// How to write to one stream.
public struct OutputStyle: Sendable, Equatable {
  public var width: Int
  public var usesColor: Bool
  public var usesUnicode: Bool
  public var isAccessible: Bool
  public var usesHyperlinks: Bool
  /// Whether a line may be drawn over again.
  public var redraws: Bool
  /// Whether letters stand on a light ground, where cyan and yellow cannot be read.
  public var isLight: Bool

  public init(
    width: Int = 80, usesColor: Bool = false, usesUnicode: Bool = true,
    isAccessible: Bool = false, usesHyperlinks: Bool = false, redraws: Bool = false,
    isLight: Bool = false
  ) {
    self.isLight = isLight
    self.width = width
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
    self.isAccessible = isAccessible
    self.usesHyperlinks = usesHyperlinks
    self.redraws = redraws
  }

  /// Whether lines, boxes and other signs of Unicode may be drawn. Accessible output keeps its
  /// letters but no drawings: they are read aloud one by one.
  public var usesBoxDrawing: Bool { usesUnicode && !isAccessible }

  /// The widths that layout can work with.
  public static let widths = 20...500
}

/// The two streams that carry words.
public enum OutputStream: Sendable, Equatable, CaseIterable {
  case standardOutput, standardError
}
