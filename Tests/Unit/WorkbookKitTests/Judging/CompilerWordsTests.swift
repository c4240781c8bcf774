import Testing

@testable import WorkbookKit

struct CompilerWordsTests {
  private let answer = """
    /home/Answer.swift:4:26: error: cannot find type 'Rooom' in scope
     4 |   func rename(_ room: Rooom) {
    /home/Check.swift:8:6: note: did you mean 'Room'?
    """
  private let consequence = """
    /home/work/main.swift:4:38: error: cannot convert value of type 'Answer'
     4 | examineAnswer(by: exercise) { Answer() }
    """

  @Test func `an error in the answer is told with its notes, and without what follows from it`() {
    let words = CompilerWords("error: emit-module command failed\n\(consequence)\n\(answer)")
    #expect(words.about("/home/Answer.swift") == answer)
  }

  @Test func `if nothing is wrong in the answer itself everything is told`() {
    #expect(CompilerWords(consequence).about("/home/Answer.swift") == consequence)
    #expect(CompilerWords("out of memory").about("/home/Answer.swift") == "out of memory")
  }
}
