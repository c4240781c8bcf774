internal import Terminal
internal import WorkbookKit

extension Session {
  /// A chapter for a room.
  func demo(_ request: DemoRequest, _ options: CommonOptions) throws -> ExitStatus {
    if let file = request.cast { return try record(request.chapter, into: file, options) }
    let demo = try Demo(
      chapter(request.chapter), front: self, isLarge: request.isLarge, minutes: request.minutes)
    // The stage goes on by keys of its own.
    let pauses = console.pauses
    console.pauses = false
    defer { console.pauses = pauses }
    return try request.isAutomatic ? demo.runThrough() : demo.run()
  }
}

extension Demo {
  /// Those for a stage that fill so many minutes best; of several choices the one that begins first.
  static func steps(of path: [Step], within minutes: Int) -> [Int] {
    var filling: [Int: [Int]] = [0: []]
    for (index, step) in path.enumerated() {
      guard let stage = step.stage else { continue }
      for (sum, steps) in filling.sorted(by: { $0.key > $1.key })
      where sum + stage.minutes <= minutes && filling[sum + stage.minutes] == nil {
        filling[sum + stage.minutes] = steps + [index]
      }
    }
    return filling.max { $0.key < $1.key }?.value ?? []
  }
}
