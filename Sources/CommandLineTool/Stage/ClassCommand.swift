internal import Foundation
internal import Pages
internal import WorkbookKit

/// What exported progress files and kept votes say together. Nothing is written unless all of them
/// are read.
struct ClassCommand: Command {
  var files: [String]
  /// Where to write it as a page.
  var html: String?

  static let syntax = Syntax(
    name: "class", operands: [.required(.action), .several(.file)],
    flags: [.init(name: "--html", value: "FILE", summary: "as a page"), .json],
    summary: "'class merge FILE...': what exported progress and votes say together",
    details: """
      Who stands where, which belief is commonest, which question few or nearly \
      all get right, and which exercise takes longest. The files come from \
      'progress export FILE' and 'quiz --fixed SEED --export FILE', and those of a room from the \
      votes of a demo, which names its file at the end. Nothing is sent anywhere.
      """,
    examples: ["class merge ann.json ben.json", "class merge ann.json ben.json --json"],
    make: { (arguments) throws(UsageError) in
      guard arguments[0] == "merge" else {
        throw .badValue(arguments[0] ?? "", of: "class", expected: "'merge FILE...'")
      }
      return Self(
        files: Array(arguments.operands.dropFirst()), html: arguments.flags["--html"])
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    var exports: [ProgressExport] = []
    var rooms: [RoomVotes] = []
    for file in files {
      if let votes = TextFile.read(file).flatMap(RoomVotes.init(text:)) {
        if rooms.contains(votes) {
          console.notice("'\(file)' says the same as another file of votes, and is counted once")
        } else {
          rooms.append(votes)
        }
        continue
      }
      let export = try readExport(file)
      if let twin = exports.first(where: { $0.progress == export.progress }) {
        console.notice("'\(file)' says the same as '\(twin.reader)' and is counted once")
      } else {
        exports.append(export)
      }
    }
    let report = ClassReport(exports, rooms: rooms)
    if let html {
      try session.dialogue.write(ClassSheet(report).html(), to: html, command: "class", options)
      console.tell("Written: \(html)")
      return .done
    }
    console.show(ClassPage(report), options)
    return .done
  }

  private func readExport(_ file: String) throws(CommandFailure) -> ProgressExport {
    let wayOut = "name files that 'progress export FILE' or a demo's votes wrote"
    guard let text = TextFile.read(file) else {
      throw CommandFailure(problem: "'\(file)' cannot be read", wayOut: wayOut, status: .usage)
    }
    do throws(ProgressExport.Flaw) {
      let name = URL(filePath: file).deletingPathExtension().lastPathComponent
      return try ProgressExport(reader: name, text: text)
    } catch {
      let problem =
        switch error {
        case .damaged: "'\(file)' is damaged: it is no JSON"
        case .foreign: "'\(file)' is no progress of this workbook"
        case .nothingInIt: "'\(file)' holds no progress yet"
        }
      throw CommandFailure(problem: problem, wayOut: wayOut, status: .usage)
    }
  }
}
