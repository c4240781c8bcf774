internal import CEditline
internal import CSQLite
internal import Foundation
internal import Terminal
internal import WorkbookKit

/// Looks at everything the workbook stands on.
struct MachineCheck {
  let session: Session

  func findings() -> [MachineFact] {
    [
      toolchain, sqlite, threading, libedit, package, terminal, locale, stateFolder, cores,
      confinement,
    ]
  }

  private var toolchain: MachineFact {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let swift = folders.map { "\($0)/swift" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return MachineFact(
      subject: "toolchain", value: swift ?? "no 'swift' in PATH",
      wayOut: swift == nil
        ? "put the folder of 'swift' into PATH; exercises cannot be built without it" : nil)
  }

  private var sqlite: MachineFact {
    let version = String(cString: sqlite3_libversion())
    let isRecent = sqlite3_libversion_number() >= 3_024_000
    return MachineFact(
      subject: "SQLite", value: version,
      wayOut: isRecent ? nil : "install a libsqlite3 of version 3.24 or later")
  }

  private var threading: MachineFact {
    let mode = sqlite3_threadsafe()
    let names = [0: "single-threaded", 1: "serialized", 2: "multi-threaded"]
    return MachineFact(
      subject: "SQLite threading", value: names[Int(mode)] ?? "mode \(mode)",
      wayOut: mode == 0 ? "install a libsqlite3 built with SQLITE_THREADSAFE=1" : nil)
  }

  private var libedit: MachineFact {
    MachineFact(subject: "libedit", value: String(cString: libedit_version()))
  }

  private var package: MachineFact {
    let path = session.workplace.package.appending(path: "Exercises").path
    let isThere = FileManager.default.fileExists(atPath: path)
    return MachineFact(
      subject: "exercises", value: isThere ? path : "not found",
      wayOut: isThere ? nil : "start the workbook from inside its package")
  }

  private var terminal: MachineFact {
    let capabilities = session.console.capabilities
    let name = environment["TERM"] ?? "unknown"
    guard capabilities.isInteractive else {
      return MachineFact(subject: "terminal", value: "none: commands are read line by line")
    }
    let size = capabilities.standardOutput.size.map { "\($0.columns) x \($0.rows)" } ?? "no size"
    let isWide = (capabilities.standardOutput.size?.columns ?? 80) >= 40
    return MachineFact(
      subject: "terminal", value: "\(name), \(size)",
      wayOut: isWide ? nil : "make the window at least 40 columns wide")
  }

  private var locale: MachineFact {
    let name =
      ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? "none"
    let isUnicode = session.console.capabilities.isUnicode
    return MachineFact(
      subject: "locale", value: name + (isUnicode ? "" : ", pictures are drawn in ASCII"),
      wayOut: isUnicode ? nil : "set LANG=C.UTF-8 for better pictures")
  }

  private var stateFolder: MachineFact {
    let isWritable = session.folder.prepare()
    return MachineFact(
      subject: "state folder", value: session.folder.path,
      wayOut: isWritable ? nil : "set XDG_STATE_HOME to a folder that you can write to")
  }

  private var cores: MachineFact {
    let count = ProcessInfo.processInfo.activeProcessorCount
    return MachineFact(subject: "cores", value: "\(count)")
  }

  private var confinement: MachineFact { Self.confinement(offered: Confinement.offered) }

  /// Something lacking is a fact of the kernel, and exercises are checked all the same.
  static func confinement(offered: [Confinement]) -> MachineFact {
    let missing = Confinement.allCases.filter { !offered.contains($0) }
    let list = { (parts: [Confinement]) in parts.map(\.subject).joined(separator: ", ") }
    let means = missing.map { "no \($0.means)" }.joined(separator: " and ")
    return MachineFact(
      subject: "answers",
      value: offered.isEmpty ? "kept from nothing" : "kept from \(list(offered))",
      wayOut: missing.isEmpty
        ? nil
        : "this kernel, or the container, has \(means), so answers are not kept from "
          + "\(list(missing)): check only answers that you trust")
  }

  private var environment: [String: String] { session.console.capabilities.variables }
}
