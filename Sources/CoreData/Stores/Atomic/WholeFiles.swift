internal import Foundation

/// Files that are written as a whole: whoever looks, or is killed, finds the old content or the
/// new one.
enum WholeFiles {
  static func replace(_ url: URL, with data: Data, of label: String) throws {
    let path = url.path
    let temporary = "\(path)-new-\(getpid())"
    do throws(SystemFailure) {
      try fill(temporary, with: data)
      try check(rename(temporary, path))
      // The name in the folder is to last as well.
      let folder = open(url.deletingLastPathComponent().path, O_RDONLY)
      if folder >= 0 {
        fsync(folder)
        close(folder)
      }
    } catch {
      unlink(temporary)
      throw CocoaError.coreData(
        .persistentStoreSave, label, "could not be written (\(error.reason))",
        wayOut: "Make room on the disk, or correct the permissions of the folder; the file is as "
          + "it was.", [NSFilePathErrorKey: path])
    }
  }

  private static func fill(_ path: String, with data: Data) throws(SystemFailure) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    try check(file)
    defer { close(file) }
    var rest = data[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      try check(Int32(clamping: written))
      rest = rest.dropFirst(written)
    }
    try check(fsync(file))
  }

  private static func check(_ result: Int32) throws(SystemFailure) {
    if result < 0 { throw SystemFailure(reason: String(cString: strerror(errno))) }
  }

  private struct SystemFailure: Error {
    let reason: String
  }
}
