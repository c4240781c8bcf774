internal import Foundation
internal import Terminal
internal import WorkbookKit

/// The prompt that a demo types at: a session like a reader's, with a width of its own, whose
/// output is kept until it is shown. It remembers nothing of the instructor's own progress.
final class Backstage {
  let session: Session
  private let front: Console
  private let kept: Kept
  private let folder: String

  private final class Kept {
    var text = ""
    var isLive = false
  }

  /// Gives lines only while a prompt is open.
  private final class Lines: LineSource {
    let lines: any LineSource
    let kept: Kept
    var isInteractive: Bool { kept.isLive && lines.isInteractive }

    init(_ lines: any LineSource, _ kept: Kept) {
      (self.lines, self.kept) = (lines, kept)
    }

    func next(prompt: String) -> LineEditor.Reading {
      kept.isLive ? lines.next(prompt: prompt) : .endOfInput
    }

    func discardTypedKeys() { lines.discardTypedKeys() }
  }

  /// `width` nil is that of the window.
  init(for front: Session, width: Int?) {
    self.front = front.console
    let kept = Kept()
    self.kept = kept
    folder = NSTemporaryDirectory() + "workbook-demo-\(UUID().uuidString)"
    let console = front.console
    let back = Console(
      capabilities: { Self.capabilities(console.capabilities, width: width) },
      send: { text, stream in
        guard stream == .standardOutput, !kept.isLive else { return console.pass(text, to: stream) }
        kept.text += text
        return .written
      })
    back.preferences = console.preferences
    back.usesPager = false
    back.showsRecordedPictures = width == nil
    session = Session(
      catalogue: front.catalogue, console: back, folder: StateFolder(path: folder),
      workplace: front.workplace, lines: Lines(front.lines, kept),
      asksForPromises: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func capabilities(
    _ front: TerminalCapabilities, width: Int?
  ) -> TerminalCapabilities {
    guard let width else { return front }
    var back = front
    back.variables["COLUMNS"] = "\(width)"
    back.standardOutput.size = nil
    return back
  }

  /// What a line prints when it is typed here.
  func lines(typing line: String) -> [String] {
    kept.text = ""
    _ = session.perform(line: line, defaults: options)
    var lines = kept.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// What some lines look like here.
  func rendered(_ lines: [TextLine]) -> [String] {
    lines.map { $0.rendered(session.console.style) }
  }

  /// The instructor's own lines, until one is empty.
  func goLive(_ lines: any LineSource) {
    kept.isLive = true
    // A Ctrl-C that was meant for this prompt, or for what ran there, does not end the demo.
    defer {
      kept.isLive = false
      Interrupts.clear()
    }
    while case .line(let line) = lines.next(prompt: "live (Enter goes back)") {
      Interrupts.clear()
      if line.allSatisfy(\.isWhitespace) || session.isOver { return }
      _ = session.perform(line: line, defaults: options)
      if session.isOver {
        session.comeBack()
        return
      }
    }
  }

  /// The room is not asked before something is shown.
  private var options: CommonOptions {
    var options = CommonOptions()
    options.saysYes = true
    options.usesPager = false
    options.isPlain = front.preferences.isPlain
    options.isAccessible = front.preferences.isAccessible
    options.color = .init(rawValue: front.preferences.color.rawValue) ?? .auto
    return options
  }
}
