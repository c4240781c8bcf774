import Terminal
import Testing

private let terminal = TerminalCapabilities.Stream(
  isTerminal: true, size: WindowSize(columns: 100, rows: 40))

private func style(
  _ variables: [String: String], _ preferences: OutputPreferences = OutputPreferences(),
  on stream: TerminalCapabilities.Stream = terminal
) -> OutputStyle {
  TerminalCapabilities(variables: variables, standardOutput: stream)
    .style(of: .standardOutput, preferences: preferences)
}

struct TerminalCapabilitiesTests {
  @Test(arguments: [
    (variables: [:], choice: ColorChoice.auto, isTerminal: true, expected: true),
    ([:], .auto, false, false),
    (["NO_COLOR": "1"], .auto, true, false),
    (["NO_COLOR": ""], .auto, true, true),
    (["TERM": "dumb"], .auto, true, false),
    ([:], .never, true, false),
    (["NO_COLOR": "1", "TERM": "dumb"], .always, false, true),
  ])
  func `colour is decided by choice, environment and stream`(
    variables: [String: String], choice: ColorChoice, isTerminal: Bool, expected: Bool
  ) {
    let stream = TerminalCapabilities.Stream(isTerminal: isTerminal)
    let preferences = OutputPreferences(color: choice)
    #expect(style(variables, preferences, on: stream).usesColor == expected)
  }

  @Test func `each stream is decided alone`() {
    let capabilities = TerminalCapabilities(variables: [:], standardError: terminal)
    #expect(!capabilities.style(of: .standardOutput).usesColor)
    #expect(capabilities.style(of: .standardError).usesColor)
    #expect(capabilities.style(of: .standardOutput).width == 80)
    #expect(capabilities.style(of: .standardError).width == 100)
  }

  @Test(arguments: [
    (variables: ["LANG": "de_DE.UTF-8"], expected: true),
    (["LANG": "C.utf8"], true),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], false),
    (["LC_CTYPE": "en_US.UTF-8", "LANG": "C", "LC_ALL": ""], true),
    (["LANG": "de_DE.ISO-8859-1"], false),
    ([:], false),
  ])
  func `the locale decides on Unicode, and plain refuses it`(
    variables: [String: String], expected: Bool
  ) {
    #expect(style(variables).usesUnicode == expected)
    #expect(!style(variables, OutputPreferences(isPlain: true)).usesUnicode)
  }

  @Test(arguments: [
    (value: "1", expected: true), ("yes", true), ("", false), ("0", false), ("false", false),
    ("FALSE", false),
  ])
  func `accessible output is asked for in the environment or on the command line`(
    value: String, expected: Bool
  ) {
    #expect(style(["ACCESSIBLE": value]).isAccessible == expected)
    #expect(style(["ACCESSIBLE": value], OutputPreferences(isAccessible: true)).isAccessible)
    #expect(!style(["ACCESSIBLE": value], OutputPreferences(isAccessible: false)).isAccessible)
  }

  @Test func `accessible output draws nothing and draws nothing again`() {
    let accessible = style(["ACCESSIBLE": "1", "LANG": "C.UTF-8"])
    #expect(accessible.usesUnicode)
    #expect(!accessible.usesBoxDrawing)
    #expect(!accessible.redraws)
    #expect(style(["LANG": "C.UTF-8"]).usesBoxDrawing)
    #expect(style([:]).redraws)
    #expect(!style(["TERM": "dumb"]).redraws)
  }

  @Test(
    arguments: [
      (columns: 100, variable: nil, expected: 100), (nil, "132", 132), (nil, nil, 80),
      (7, nil, 20), (9999, nil, 500), (nil, "-3", 80), (nil, "wide", 80), (60, "132", 60),
    ] as [(columns: Int?, variable: String?, expected: Int)])
  func `the width is the window's, else the stated one, else eighty`(
    columns: Int?, variable: String?, expected: Int
  ) {
    let size = columns.map { WindowSize(columns: $0, rows: 24) }
    let stream = TerminalCapabilities.Stream(isTerminal: true, size: size)
    let variables = variable.map { ["COLUMNS": $0] } ?? [:]
    #expect(style(variables, on: stream).width == expected)
  }

  @Test func `links by escape sequence appear only when asked for on a capable terminal`() {
    let asked = OutputPreferences(hasHyperlinks: true)
    #expect(style([:], asked).usesHyperlinks)
    #expect(!style([:]).usesHyperlinks)
    #expect(!style([:], asked, on: .notATerminal).usesHyperlinks)
    #expect(!style(["TERM": "dumb"], asked).usesHyperlinks)
  }
}
