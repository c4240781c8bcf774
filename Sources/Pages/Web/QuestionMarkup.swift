internal import WorkbookKit

/// A question that is answered in the page. What is right is explored while the page is made.
struct QuestionMarkup {
  let question: Question
  let truth: Question.Truth

  init(_ question: Question) throws {
    self.question = question
    truth = try question.truth()
  }

  /// Its words and options, and the place for the verdict; `answer` is folded until then.
  func markup(_ answer: Markup) -> Markup {
    """
    <div class="question" data-truth="\(truth.words)">
    \(Markup(markdown: question.words))
    \(options)
    <p class="verdict" role="status"></p>
    \(folded(answer))
    </div>
    """
  }

  private var options: Markup {
    let all = question.options
    guard !all.isEmpty else { return instead }
    guard question.takesSeveral else {
      let isTall = all.contains { $0.words.count > 40 }
      return """
        <div class="options\(isTall ? " tall" : "")" role="group" aria-label="Answers">
        \(all.enumerated().map { button($0.offset, $0.element) })
        </div>
        """
    }
    let boxes = all.map { option in
      """
      <label><input type="checkbox"\(right(option))> \(option.words)</label>
      """ as Markup
    }
    return """
      <div class="options tall" role="group" aria-label="Answers">\(boxes)
      <button type="button" class="screen" data-check="">Check</button></div>
      """
  }

  private func button(_ index: Int, _ option: Question.Option) -> Markup {
    let remark = question.remarks[option.key]?.words ?? ""
    return """
      <button type="button" aria-pressed="false" data-key="\(option.key)"\(right(option)) \
      data-remark="\(remark)"><span class="key">\(index + 1)</span> \(option.words)</button>
      """
  }

  private func right(_ option: Question.Option) -> Markup {
    truth.right.contains(option.key) ? " data-right=\"\"" : ""
  }

  /// What a page cannot do is done at the prompt.
  private var instead: Markup {
    switch question.kind {
    case .make(let program, _):
      "<p>At the prompt: <code>step \(program.scenario.id) \(program.variant.name)</code></p>"
    case .repair(let exercise): "<p>At the prompt: <code>open \(exercise)</code></p>"
    case .how, .ends, .choose, .lost, .line, .recognise: ""
    }
  }

  private func folded(_ answer: Markup) -> Markup {
    let facts = truth.facts.map { "<li>\($0)</li>" as Markup }
    let words = truth.words.isEmpty ? Markup() : "<p><strong>\(truth.words).</strong></p>"
    let list = facts.isEmpty ? Markup() : "<ul class=\"numbers\">\(facts)</ul>"
    guard !(words + list + answer).source.isEmpty else { return "" }
    return "<details><summary>Answer</summary>\(words)\(list)\(answer)</details>"
  }
}
