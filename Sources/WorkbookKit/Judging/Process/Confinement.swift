internal import CConfinement
internal import Foundation

/// What the kernel keeps an answer from, where it can: no privileges are needed for it.
///
/// Without it an answer is still watched, and what it starts is ended with it; but a process that
/// leaves the session, a signal to a stranger, a connection and a file in a home folder are noticed
/// too late, or not at all.
public enum Confinement: CaseIterable, Sendable {
  /// Starting programs, sending signals to others, looking into their memory, and the network.
  case calls
  /// Writing outside its folder.
  case files

  /// What this kernel can do.
  public static var offered: [Confinement] { parts(of: confinement_offered()) }

  /// What of the kernel's it takes.
  public var means: String {
    switch self {
    case .calls: "seccomp"
    case .files: "Landlock"
    }
  }

  /// What answers are kept from by it.
  public var subject: String {
    switch self {
    case .calls: "starting programs, sending signals and the network"
    case .files: "writing outside their folder"
    }
  }

  /// What a verdict has to say where the kernel can do less; nil where it can do all.
  static func caveat(offered: [Confinement]) -> String? {
    if offered == allCases { return nil }
    let open =
      offered.contains(.calls)
      ? "writing outside its folder" : "the network, other programs and files outside its folder"
    return "This kernel, or the container, could not keep the answer from \(open)."
  }

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
  case program, signal, memory, network, file
  /// It closed the line to the check.
  case descriptor
}
