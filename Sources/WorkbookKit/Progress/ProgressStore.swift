internal import Foundation
internal import Synchronization

/// Keeps progress in a file that several prompts may share.
///
/// A change is made to what the file holds at that moment, under a lock, and the file is replaced
/// as a whole: two prompts lose nothing, and a crash leaves the old file or the new one.
public final class ProgressStore: Sendable {
  /// Something the reader should be told once.
  public enum Notice: Sendable, Hashable {
    /// The folder cannot be written; progress lasts as long as the program.
    case onlyInMemory(folder: String)
    /// The file could not be read and was moved to where `setAside` says.
    case damaged(setAside: String)
  }

  private let folder: StateFolder
  private let state = Mutex(State())

  private struct State {
    var progress = ReaderProgress()
    var isOnlyInMemory = false
    var notices: [Notice] = []
  }

  public init(folder: StateFolder) {
    self.folder = folder
  }

  /// What was remembered last, by this program or another one.
  public var progress: ReaderProgress {
    state.withLock { state in
      if !state.isOnlyInMemory, FileManager.default.fileExists(atPath: file) { load(&state) }
      return state.progress
    }
  }

  /// Changes what is remembered, and keeps it.
  public func update(_ change: (inout ReaderProgress) -> Void) {
    state.withLock { state in
      let lock = state.isOnlyInMemory ? nil : FileLock(folder)
      if lock != nil { load(&state) }
      change(&state.progress)
      guard let lock else { return stayInMemory(&state) }
      if !write(state.progress) { stayInMemory(&state) }
      lock.release()
    }
  }

  /// The reader's own, made when it is asked for first.
  public var seed: Int {
    if let seed = progress.seed { return seed }
    update { $0.seed = $0.seed ?? Int.random(in: 1..<1_000_000_000) }
    return progress.seed ?? OptionOrder.fixedSeed
  }

  /// What the reader has not been told yet.
  public func takeNotices() -> [Notice] {
    state.withLock { state in
      defer { state.notices = [] }
      return state.notices
    }
  }

  private var file: String { folder.file("progress.json") }

  private func load(_ state: inout State) {
    guard let data = FileManager.default.contents(atPath: file) else { return }
    let document = try? JSONValue(parsing: String(decoding: data, as: UTF8.self))
    if let progress = document.flatMap(ReaderProgress.init(document:)) {
      state.progress = progress
    } else {
      setAside(&state)
    }
  }

  /// A damaged file is kept, so that it can be repaired, and never overwritten.
  private func setAside(_ state: inout State) {
    let free = (1...).lazy.map { "\(self.file).damaged-\($0)" }
      .first { !FileManager.default.fileExists(atPath: $0) }
    guard let free, (try? FileManager.default.moveItem(atPath: file, toPath: free)) != nil else {
      return stayInMemory(&state)
    }
    state.notices.append(.damaged(setAside: free))
  }

  private func stayInMemory(_ state: inout State) {
    guard !state.isOnlyInMemory else { return }
    state.isOnlyInMemory = true
    state.notices.append(.onlyInMemory(folder: folder.path))
  }

  private func write(_ progress: ReaderProgress) -> Bool {
    AtomicFile.write(progress.document.document, to: file)
  }
}
