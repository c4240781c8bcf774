import Testing

@testable import Terminal

struct CompletionTests {
  @Test(arguments: [
    ("", [], ""), ("ex", [], "ex"), ("explore ", ["explore"], ""),
    ("explore  ba", ["explore"], "ba"), ("a b c", ["a", "b"], "c"),
  ])
  func `the text before the cursor has words and a fragment`(
    text: String, words: [String], fragment: String
  ) {
    let request = CompletionRequest(text: text)
    #expect(request.words == words)
    #expect(request.fragment == fragment)
  }

  private func step(_ fragment: String, _ words: [String], again: Bool = false)
    -> CompletionStep
  {
    CompletionStep(Completions(of: fragment, words: words), again: again)
  }

  @Test func `the only word is finished with a space`() {
    #expect(step("li", ["list", "help"]) == .insert("st "))
    #expect(step("list", ["list"]) == .insert(" "))
  }

  @Test func `a word that is not the end gets no space`() {
    let folder = Completions(of: "So", candidates: [.init("Sources/", isFinal: false)])
    #expect(CompletionStep(folder, again: false) == .insert("urces/"))
  }

  @Test func `several words give what they share, then their list`() {
    let words = ["explore", "export", "list"]
    #expect(step("e", words) == .insert("xp"))
    #expect(step("exp", words) == .nothing)
    #expect(step("exp", words, again: true) == .list(["explore", "export"]))
  }

  @Test func `no word gives nothing, however often one asks`() {
    #expect(step("zz", ["list"], again: true) == .nothing)
  }

  @Test func `shared beginnings are not cut inside a character`() {
    #expect(step("", ["e\u{301}a", "e\u{300}b"]) == .nothing)
  }

  @Test func `escape sequences of a prompt stand between marks`() {
    let prompt = TextLine("work", .good) + "> "
    let style = OutputStyle(usesColor: true)
    #expect(
      LineEditor.marked(prompt, style)
        == "\u{1}\u{1B}[32m\u{1}work\u{1}\u{1B}[0m\u{1}> ")
    #expect(LineEditor.marked(prompt, OutputStyle()) == "work> ")
  }
}
