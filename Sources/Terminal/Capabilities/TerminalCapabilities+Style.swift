extension TerminalCapabilities {
  /// The style of a stream: each is decided alone, since one may be redirected.
  public func style(
    of stream: OutputStream, preferences: OutputPreferences = OutputPreferences()
  ) -> OutputStyle {
    let facts = stream == .standardOutput ? standardOutput : standardError
    let isAccessible = preferences.isAccessible ?? isAccessible
    return OutputStyle(
      width: width(of: facts),
      usesColor: usesColor(on: facts, choice: preferences.color),
      usesUnicode: isUnicode && !preferences.isPlain,
      isAccessible: isAccessible,
      usesHyperlinks: preferences.hasHyperlinks && facts.isTerminal && !isDumb && !isAccessible,
      redraws: facts.isTerminal && !isDumb && !isAccessible,
      isLight: preferences.isLight ?? isLight)
  }

  /// `0;15` is black on white: some terminals say so.
  private var isLight: Bool {
    guard let ground = variables["COLORFGBG"]?.split(separator: ";").last.flatMap({ Int($0) })
    else { return false }
    return ground == 7 || (9...15).contains(ground)
  }

  private func usesColor(on stream: Stream, choice: ColorChoice) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      let isRefused = !(variables["NO_COLOR"] ?? "").isEmpty
      return stream.isTerminal && !isDumb && !isRefused
    }
  }

  private func width(of stream: Stream) -> Int {
    let stated = variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let width = stream.size?.columns ?? stated ?? 80
    return min(max(width, OutputStyle.widths.lowerBound), OutputStyle.widths.upperBound)
  }
}
