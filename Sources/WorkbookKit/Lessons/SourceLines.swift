internal import Foundation

/// The source of a program, to find lines of it in.
struct SourceLines {
  /// In a lesson, stands for lines that are left out.
  static let gap = "..."

  private let lines: [String]
  /// The line the program begins on, from 0.
  private let start: Int

  /// Nil when the source is not here.
  init?(of variant: Variant) {
    guard let source = try? String(contentsOfFile: variant.source.path, encoding: .utf8) else {
      return nil
    }
    lines = source.lines
    start = variant.source.line - 1
    // The file may have been edited since the program was built.
    guard start <= lines.count else { return nil }
  }

  /// Where each of some lines stands, in order, whatever their indentation; lines follow each
  /// other unless a gap is between them. Nil when they do not stand there.
  func places(of wanted: [String]) -> [Int?]? {
    let wanted = wanted.map { $0.trimmingCharacters(in: .whitespaces) }
    guard let first = wanted.first, first != Self.gap else { return nil }
    return (start..<lines.count).lazy.compactMap { places(of: wanted[...], at: $0) }.first
  }

  private func places(of wanted: ArraySlice<String>, at line: Int) -> [Int?]? {
    guard let first = wanted.first else { return [] }
    if first == Self.gap {
      let rest = wanted.dropFirst()
      return (line..<lines.count).lazy.compactMap { places(of: rest, at: $0) }.first
        .map { [nil] + $0 }
    }
    guard lines.indices.contains(line),
      lines[line].trimmingCharacters(in: .whitespaces) == first
    else { return nil }
    return places(of: wanted.dropFirst(), at: line + 1).map { [line + 1] + $0 }
  }

  /// The number of each line, all of one width; empty where a line does not stand in the source.
  func numbers(of wanted: [String]) -> [String] {
    guard let places = places(of: wanted) else { return wanted.map { _ in "" } }
    let width = places.compactMap { $0.map { String($0).count } }.max() ?? 0
    return places.map { place in
      let number = place.map(String.init) ?? ""
      return String(repeating: " ", count: width - number.count) + number
    }
  }
}
