internal import Foundation

/// What is measured, how far that is, and how long it has taken; nothing where it is no terminal.
struct MeasuringLine {
  let all: Int
  private var begun = 0
  private let start = ContinuousClock.now
  private let isShown = isatty(2) == 1

  init(all: Int) { self.all = all }

  mutating func show(_ name: String) {
    begun += 1
    let seconds = Int(start.duration(to: .now).seconds)
    write("\r\(begun) of \(all), \(seconds) s: \(name)")
  }

  func clear() { write("\r") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data((text + "\u{1B}[K").utf8)) }
  }
}
