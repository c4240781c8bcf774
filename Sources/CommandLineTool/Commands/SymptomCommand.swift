internal import Foundation
internal import WorkbookKit

extension Session {
  /// What a pasted message, a file or standard input tells of.
  func symptom(_ words: [String], _ options: CommonOptions) throws -> ExitStatus {
    let page = SymptomPage(try evidence(words))
    if options.isJSON {
      console.show(json: page.json)
    } else {
      console.show(page.lines(width: console.width, isAccessible: console.isAccessible))
    }
    if let first = page.circle?.scenario ?? page.symptoms.first?.causes.first?.scenario,
      !options.isJSON
    {
      suggest("explore \(first)")
    }
    return page.isEmpty ? .notPassed : .done
  }

  /// `-` is standard input, a word that names a file is the file, everything else is the text.
  private func evidence(_ words: [String]) throws(CommandFailure) -> Data {
    guard words.count == 1, let word = words.first else {
      return Data(words.joined(separator: " ").utf8)
    }
    if word == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
    guard TextFile.exists(word) else {
      guard word.contains("/"), !word.contains(" ") else { return Data(word.utf8) }
      throw CommandFailure(
        problem: "there is no file '\(word)'",
        wayOut: "name a report, or put the message in quotes", status: .usage)
    }
    guard let data = FileManager.default.contents(atPath: word) else {
      throw CommandFailure(
        problem: "'\(word)' cannot be read", wayOut: "name a file that you may read",
        status: .usage)
    }
    return data
  }
}
