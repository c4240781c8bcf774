internal import Foundation

/// The files of an answer as one text. Most have one; of several, each but the first stands after a
/// remark that names it, with a sign in it that no keyboard has. A piece of ours has it without that sign:
///
///     struct Answer { ... }
///     // FILE: Cache.swift
///     extension Answer { ... }
struct AnswerFiles {
  var files: [(name: String, text: String)]

  private static let marker = "// \u{1C}FILE: "

  /// `first` is the name of the first one.
  init(of text: String, first: String) { self.init(of: text, first: first, after: Self.marker) }

  /// A piece is one file, and imports what it needs once; each file of a reader's does so.
  init(ofPiece text: String, first: String) {
    self.init(of: text, first: first, after: "// FILE: ")
    let imports = files[0].text.split(separator: "\n").filter { $0.hasPrefix("import ") }
    for index in files.indices.dropFirst() {
      let text = files[index].text
      files[index].text =
        imports.joined(separator: "\n") + (text.hasPrefix("\n") ? "\n" : "\n\n") + text
    }
  }

  private init(of text: String, first: String, after marker: String) {
    files = [(first, "")]
    var lines: [Substring] = []
    func close() { files[files.count - 1].text = lines.joined(separator: "\n") }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix(marker) else {
        lines.append(line)
        continue
      }
      // Each file ends with the end of a line.
      lines.append("")
      close()
      lines = []
      files.append((String(line.dropFirst(marker.count)), ""))
    }
    close()
  }

  /// What files of these names in the folder of the first say; nil if one is gone.
  init?(reading names: [String], with read: (String) throws -> String?) rethrows {
    files = []
    for name in names {
      guard let text = try read(name) else { return nil }
      files.append((name, text))
    }
  }

  /// As one text again.
  var text: String {
    files.enumerated().reduce(into: "") { all, file in
      if file.offset > 0 {
        if !all.hasSuffix("\n") { all += "\n" }
        all += Self.marker + file.element.name + "\n"
      }
      all += file.element.text
    }
  }

  /// Where they lie beside the first one.
  func urls(beside first: URL) -> [URL] {
    files.map { first.deletingLastPathComponent().appending(path: $0.name) }
  }

  /// Writes all of them, and says where.
  @discardableResult
  func write(at first: URL) throws -> [URL] {
    let urls = urls(beside: first)
    for (url, file) in zip(urls, files) {
      try file.text.write(to: url, atomically: true, encoding: .utf8)
    }
    return urls
  }
}
