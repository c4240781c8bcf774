/// A place where a lesson and the program it tells of have come apart.
public enum LessonFlaw: Hashable, Sendable {
  case missingSection(String)
  case length(words: Int)
  case unknownBlock(String, line: Int)
  case unknownVariant(String, line: Int)
  case codeNotInSource(String, line: Int)
  case outputDrifted(String, line: Int)
  case scenarioNotMentioned(String)
  case unknownScenario(String)
  case termNotMarked(String)
  case termNotExplained(String)
  case deadLink(String)
  case noPicture
  /// A step that is not written as steps are.
  case step(String, line: Int)
}

extension LessonFlaw: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingSection(let title): "there is no section '\(title)'"
    case .length(let words):
      "\(words) words; a lesson has \(LessonCheck.longest) at most"
    case .unknownBlock(let info, let line):
      "line \(line): the block '\(info)' names no scenario to check it against"
    case .unknownVariant(let name, let line):
      "line \(line): this chapter has no '\(name)'"
    case .codeNotInSource(let name, let line):
      "line \(line): these lines do not stand in the source of '\(name)'"
    case .outputDrifted(let name, let line):
      "line \(line): '\(name)' prints something else now; run the test with "
        + "WORKBOOK_RECORD=1 and read the difference"
    case .scenarioNotMentioned(let id): "the lesson does not mention '\(id)'"
    case .unknownScenario(let id): "the lesson mentions '\(id)', which does not exist"
    case .termNotMarked(let term):
      "the glossary explains '\(term)'; mark it _\(term)_ where the lesson introduces it"
    case .termNotExplained(let term): "the glossary does not explain _\(term)_"
    case .deadLink(let target): "the link to '\(target)' leads nowhere"
    case .noPicture: "there is no picture"
    case .step(let words, let line): "line \(line): \(words)"
    }
  }
}
