import Glibc
import Terminal

// A prompt that does nothing but show what the editor gave it; the tests type at it.
let words = ["explore", "export", "help", "list", "lesson", "quit"]
StandardStreams.ignoreBrokenPipes()
let style = TerminalCapabilities.current().style(of: .standardOutput)

func showLongText() {
  Pager().show((1...100).map { "line \($0)\n" }.joined())
}

if CommandLine.arguments.dropFirst() == ["page"] {
  showLongText()
  StandardStreams.write("paged\n")
  exit(0)
}

do {
  let editor = try LineEditor(program: "driver") { request in
    Completions(of: request.fragment, words: request.words.isEmpty ? words : [])
  }
  editor.setHint("type quit to leave")
  run(editor)
} catch {
  StandardStreams.write("\(error)\n", to: .standardError)
}

func run(_ editor: LineEditor) {
  while true {
    switch editor.readLine(prompt: TextLine("driver>", .good) + " ", style: style) {
    case .line("quit"):
      StandardStreams.write("bye\n")
      return
    case .line("wait"):
      waitForInterrupts()
      editor.discardTypedKeys()
    case .line("page"):
      showLongText()
    case .line(let line):
      StandardStreams.write("got: \(line)\n")
      editor.remember([line])
    case .interrupted:
      StandardStreams.write("interrupted\n")
    case .rejected(let fault):
      StandardStreams.write("rejected: \(fault)\n")
    case .endOfInput:
      StandardStreams.write("end\n")
      return
    }
  }
}
