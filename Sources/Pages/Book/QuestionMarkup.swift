internal import StyledText
internal import WorkbookKit

/// A question that is answered in the page. What is right is explored while the page is made.
struct QuestionMarkup {
  let question: Question
  let truth: Question.Truth

  init(_ question: Question) throws {
    self.question = question
    truth = try question.truth()
  }

  /// Its words and options, and the place for the verdict; `answer` is folded until then. A question
  /// that is answered by doing something has a `board` for it.
  func markup(board: Markup = "", _ answer: Markup) -> Markup {
    """
    <div class="question\(isSecond ? " second" : "")" data-truth="\(truth.words)">
    \(Markup(markdown: question.words))
    \(options)\(board)
    <p class="verdict" role="status"></p>
    \(folded(answer))
    </div>
    """
  }

  /// Asked behind another one's answer.
  private var isSecond: Bool { if case .promised = question.kind { true } else { false } }

  private var options: Markup {
    let all = question.options
    guard !all.isEmpty else { return instead }
    if question.takesOrder { return ordering(all) }
    guard question.takesSeveral else {
      let isTall = all.contains { $0.words.count > 40 }
      return """
        <div class="options\(isTall ? " tall" : "")" role="group" aria-label="Answers">
        \(all.enumerated().map { button($0.offset, $0.element) })
        </div>
        """
    }
    let boxes = all.enumerated().map { index, option in
      """
      <label data-remark="\(remark(option))"><input type="checkbox" \
      value="\(option.key)"\(right(option))> \
      <span class="key">\(question.mark(index))</span> \(words(option))</label>
      """ as Markup
    }
    return """
      <div class="options tall" role="group" aria-label="Answers">\(boxes)
      <button type="button" class="screen" data-check="">Check</button></div>
      """
  }

  /// Pressed one after the other; `data-orders` has all that are right, as places among them.
  private func ordering(_ all: [Question.Option]) -> Markup {
    let orders = truth.right.sorted().map { order in
      order.split(separator: Question.then).compactMap { key in
        all.firstIndex { $0.key == key }.map(String.init)
      }.joined(separator: " ")
    }
    let buttons = all.enumerated().map { index, option in
      """
      <button type="button" aria-pressed="false" data-place="\(index)" value="\(option.key)" \
      data-remark="\(remark(option))"><span class="key">\(question.mark(index))</span> \
      \(words(option)) <span class="place"></span></button>
      """ as Markup
    }
    return """
      <div class="options tall" role="group" aria-label="Press them in order" \
      data-orders="\(orders.joined(separator: "|"))">
      \(buttons)
      </div>
      """
  }

  private func button(_ index: Int, _ option: Question.Option) -> Markup {
    """
    <button type="button" aria-pressed="false" data-key="\(option.key)"\(right(option)) \
    data-remark="\(remark(option))"><span class="key">\(question.mark(index))</span> \
    \(words(option))</button>
    """
  }

  /// Lines of a program are code as they are; other words may hold some in backquotes.
  private func words(_ option: Question.Option) -> Markup {
    if case .line = question.kind { return "<code>\(option.words)</code>" }
    guard case .paragraph(let line)? = Markdown.parse(option.words).first else {
      return Markup(words: option.words)
    }
    return Markup(line)
  }

  private func remark(_ option: Question.Option) -> String {
    question.remark(behind: option.key)?.words ?? ""
  }

  private func right(_ option: Question.Option) -> Markup {
    truth.right.contains(option.key) ? " data-right=\"\"" : ""
  }

  /// What a page cannot do is done at the prompt.
  private var instead: Markup {
    switch question.kind {
    case .make(let program, _):
      """
      <p class="instead">At the prompt: <code>step \(program.scenario.id) \
      \(program.variant.name)</code></p>
      """
    case .repair(let exercise): "<p>At the prompt: <code>open \(exercise)</code></p>"
    case .write(let line):
      """
      <p class="instead">At the prompt: <code>goto \(line.program.scenario.chapter)</code></p>
      """
    case .how, .ends, .choose, .lost, .line, .recognise, .order, .impossible, .promised: ""
    }
  }

  private func folded(_ answer: Markup) -> Markup {
    let facts = truth.facts.map { "<li>\($0)</li>" as Markup }
    let words =
      truth.words.isEmpty ? Markup() : "<p class=\"truth\"><strong>\(truth.words).</strong></p>"
    let list = facts.isEmpty ? Markup() : "<ul class=\"numbers\">\(facts)</ul>"
    guard !(words + list + answer).source.isEmpty else { return "" }
    return """
      <details class="answer"><summary>Answer</summary>\(words)\(list)\(answer)</details>
      """
  }
}
