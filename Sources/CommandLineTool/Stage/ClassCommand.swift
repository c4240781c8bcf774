internal import Foundation
internal import Pages
internal import WorkbookKit

extension Session {
  /// What exported progress files and kept votes say together. Nothing is written unless all of them are read.
  func mergeClass(_ files: [String], html: String?, _ options: CommonOptions) throws -> ExitStatus {
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
      try write(ClassSheet(report).html(), to: html, command: "class", options)
      console.tell("Written: \(html)")
      return .done
    }
    let page = ClassPage(report)
    guard !options.isJSON else {
      console.show(json: page.json)
      return .done
    }
    console.show(page.lines(width: console.width, isAccessible: console.isAccessible))
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
