internal import StyledText
internal import WorkbookKit

/// A step of a chapter as a page has it: what is shown, the question, and the answer folded.
struct StepMarkup {
  let step: Step

  func markup() throws -> Markup {
    let shown = Self.markup(of: step.shown)
    let level: Markup = step.level == .deep ? " <span class=\"faint\">(deep)</span>" : ""
    let rest: Markup =
      if let question = step.question {
        try QuestionMarkup(question).markup(Self.markup(of: step.reveal))
      } else {
        ""
      }
    return """
      <section class="step" id="\(step.id)" aria-labelledby="\(step.id)-title">
      <h2 id="\(step.id)-title">\(step.title)\(level)</h2>
      \(shown)
      \(rest)
      </section>
      """
  }

  static func markup(of blocks: [Block]) -> Markup {
    Markup(blocks.map(markup), separator: "\n")
  }

  private static func markup(of block: Block) -> Markup {
    switch block {
    case .prose(let text): return Markup(markdown: text)
    case .code(let program, _): return code(block, program)
    case .picture(_, _, let lines), .drawing(let lines):
      let text = lines.joined(separator: "\n")
      return "<pre class=\"drawn\" tabindex=\"0\">\(text)</pre>"
    }
  }

  private static func code(_ block: Block, _ program: Experiment) -> Markup {
    let lines = block.numberedLines
    let styled = Markup.swift(lines.map(\.text))
    let listing = zip(lines, styled).map { line, code in
      "<span class=\"line\"><span class=\"n\">\(line.number)</span> \(code)</span>" as Markup
    }
    return "<pre tabindex=\"0\" aria-label=\"\(program.name)\">\(listing)</pre>"
  }
}
