internal import Foundation

/// What is said over the private line between a check and the child that examines.
///
///     check                                   child
///       ExaminerRequest: token, pieces  ----------->       or a code to replay
///                              <-----------   ExaminerMessage.progress, from time to time
///                              <-----------   ExaminerMessage.verdict with the token, per piece
///
/// The token is drawn for each child and never leaves this line, so an answer that prints a
/// verdict, or ends the program, has not ended the check.
struct ExaminerRequest: Codable {
  var token: String
  /// Our own pieces by name, or `answer`.
  var pieces: [String]
  /// The one order to repeat, where nothing is to be judged.
  var code: String?
  /// The one trial to explore, where nothing is to be judged.
  var trial: String?
  /// At most so many orders, where a file is tried.
  var budget: Int?
  /// The accesses to memory that are steps, where a file is tried.
  var steps: [AccessStep] = []

  /// The piece that the reader wrote.
  static let answer = "answer"
}

enum ExaminerMessage: Codable {
  case progress(piece: String, trial: String, schedules: Int)
  case verdict(piece: String, token: String, Examined)
  case replayed(token: String, Replayed)
  case explored(token: String, OutcomeCounts)
  case tried(token: String, TryReport)
  /// The kernel refused what the answer did, and the process ended.
  case refused(deed: RefusedDeed)
  /// The process dies in the midst of a run.
  case died(Death)
  /// The last word of a process that a signal ends, with what the kernel says of it.
  case dying(statistics: String)
}

/// The child's end of the line.
final class ExaminerLine: Sendable {
  /// Its file descriptor.
  let number: Int32
  private let owner = getpid()

  /// Takes the line out of the way of code that writes to low numbers, and of its children.
  init?() {
    let moved = fcntl(SpawnedProcess.lineInChild, F_DUPFD_CLOEXEC, 200)
    guard moved >= 0 else { return nil }
    close(SpawnedProcess.lineInChild)
    number = moved
  }

  func readRequest() -> ExaminerRequest? {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while read(number, &byte, 1) == 1, byte != UInt8(ascii: "\n") { text.append(byte) }
    return try? JSONDecoder().decode(ExaminerRequest.self, from: Data(text))
  }

  /// When the check dies, however suddenly, its end of the line is closed. Then no process waits
  /// for this process any more, nor for anything it started.
  func endProcessWithCheck() {
    let number = number
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(number, &byte, 1) > 0 {}
      ProcessSession.endOwn()
    }
  }

  func send(_ message: ExaminerMessage) {
    // A copy of the process that went on running has nothing to say.
    guard getpid() == owner, var data = try? JSONEncoder().encode(message) else { return }
    data.append(UInt8(ascii: "\n"))
    data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = Foundation.send(
          number, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return }
        sent += count
      }
    }
  }
}
