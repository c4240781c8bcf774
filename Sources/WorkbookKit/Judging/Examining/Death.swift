internal import CConfinement
internal import Interleaving

/// How an answer took its process down, as that said itself.
struct Death: Codable, Sendable, Hashable {
  var trial: String
  var thread: String
  /// The order up to there.
  var code: String
  /// The last line of the answer's that made a step on that thread, if there was one.
  var place: String?
  /// Where the program was, innermost first, counted from its beginning.
  var frames: [UInt]

  static var framesOfThisThread: [UInt] {
    withUnsafeTemporaryAllocation(of: UInt.self, capacity: 64) { buffer in
      let count = Int(frames_of_this_thread(buffer.baseAddress, Int32(buffer.count)))
      return Array(buffer[..<count])
    }
  }

  /// What lies in `modules` is not the answer's.
  init(_ run: DyingRun, outside modules: Set<String>) {
    trial = String(run.program.drop { $0 != "/" }.dropFirst())
    (thread, code) = (run.thread, run.code.description)
    let own = run.steps.last { $0.thread == run.thread && !$0.place.isIn(modules) }
    place = own.map { "\($0.place)" }
    frames = Self.framesOfThisThread
  }
}
