internal import CConfinement
internal import Foundation

/// What the kernel keeps an answer from, where it can: no privileges are needed for it.
///
/// Without it an answer is still watched, and what it starts is ended with it; but a process that
/// leaves the session, a signal to a stranger and a file in somebody's home are noticed too late.
public enum Confinement: CaseIterable, Sendable {
  /// Starting programs, and sending signals to others.
  case calls
  /// Writing outside its folder.
  case files

  /// What this kernel can do.
  public static var offered: [Confinement] { parts(of: confinement_offered()) }

  /// For good, and before anything of the answer's has run.
  static func confineThisProcess(to folder: URL, reportingTo line: ExaminerLine) {
    _ = confinement_begin(folder.plainPath, line.number)
  }

  private static func parts(of sum: Int32) -> [Confinement] {
    allCases.filter { part in
      switch part {
      case .calls: sum & Int32(CONFINES_CALLS.rawValue) != 0
      case .files: sum & Int32(CONFINES_FILES.rawValue) != 0
      }
    }
  }
}

/// What an answer was kept from, as the confined process reports it.
enum RefusedDeed: String, Codable, Sendable {
  case program, signal, file
}
