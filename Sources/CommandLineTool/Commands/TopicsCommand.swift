internal import WorkbookKit

/// What the texts behind the book speak of, each with the step that runs it: `list --topics`.
struct TopicsCommand: Command {
  func perform(in session: Session, _ options: CommonOptions) -> ExitStatus {
    let console = session.console
    if options.isJSON {
      let topics = Topic.shipped.map { topic -> JSONValue in
        ["words": .string(topic.words), "step": .string(topic.step)]
      }
      console.show(json: .report("topics", ["topics": .array(topics)]))
      return .done
    }
    var lines: [TextLine] = []
    for topic in Topic.shipped {
      lines += TextLine.paragraph(topic.words, width: console.width)
      let place = topic.step.split(separator: "/").joined(separator: " ")
      lines.append(TextLine("  goto \(place)", .code))
    }
    console.show(lines)
    return .done
  }
}
