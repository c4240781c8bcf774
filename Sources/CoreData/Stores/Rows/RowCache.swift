internal import Foundation
internal import Synchronization

/// The rows a store has read or written lately, shared by all contexts of its coordinator, each
/// with the time it was read (facts F3, F7).
///
/// The cache is bounded: beyond its capacity it forgets whole pages, oldest first, and what was
/// only written sooner than what was read. An object that still holds a forgotten row keeps it.
final class RowCache: Sendable {
  /// Rows being read from the store.
  struct Reading {
    /// Seconds of the runtime at which it began.
    let time: Double
    fileprivate let epoch: Int
    /// How many more rows may be left here. One that reads more than the cache can hold would push
    /// out its own first rows, and find none of them when it comes again.
    fileprivate var allowance: Int
  }

  private struct State {
    var pages: RowPages
    var epoch = 0
  }

  private let capacity: Int
  private let state: Mutex<State>

  init(capacity: Int = 250_000) {
    self.capacity = capacity
    state = Mutex(State(pages: RowPages(capacity: capacity)))
  }

  var count: Int { state.withLock { $0.pages.count } }

  /// Changes with every commit. Rows that were read across a commit are not kept, because they
  /// may be older than what the commit left here.
  var epoch: Int { state.withLock { $0.epoch } }

  /// To be asked for before the store is.
  func reading(at now: Double) -> Reading {
    Reading(time: now, epoch: epoch, allowance: capacity)
  }

  /// The row, if it was read at most `maximumAge` seconds before `now` (nil: however long ago).
  func row(for id: NSManagedObjectID, now: Double = 0, maximumAge: TimeInterval? = nil) -> Row? {
    guard let place = RowPages.Place(id) else { return nil }
    return state.withLock { $0.pages.row(at: place, now: now, maximumAge: maximumAge) }
  }

  /// The row with this key if it is kept at just this version.
  func row(
    of family: EntityLayout.Family, key: Int64, version: Int64, in reading: inout Reading
  ) -> Row? {
    let (place, time) = (RowPages.Place(family, key), reading.time)
    reading.allowance -= 1
    let row = state.withLock { $0.pages.row(at: place, version: version, readAt: time) }
    if row == nil { reading.allowance += 1 }
    return row
  }

  /// Keeps rows as they were read, unless a commit came in between.
  func keep(_ rows: ArraySlice<Row>, from reading: inout Reading) {
    let (time, epoch) = (reading.time, reading.epoch)
    let kept = rows.prefix(max(0, reading.allowance))
    reading.allowance -= rows.count
    if kept.isEmpty { return }
    state.withLock { state in
      if state.epoch != epoch { return }
      for row in kept {
        guard let place = RowPages.Place(row) else { continue }
        state.pages.keep(row, at: place, readAt: time)
      }
    }
  }

  /// The same for rows of one family that were read together.
  func keep(
    _ batch: RowBatch, of family: EntityLayout.Family, from reading: inout Reading
  ) {
    guard case .packed(let holder, let places) = batch else {
      if case .row(let row) = batch { keep([row], from: &reading) }
      return
    }
    let (time, epoch) = (reading.time, reading.epoch)
    let kept = places.prefix(max(0, reading.allowance))
    reading.allowance -= places.count
    if kept.isEmpty { return }
    state.withLock { state in
      if state.epoch != epoch { return }
      state.pages.keep(kept, of: holder, family, readAt: time)
    }
  }

  /// What a commit leaves behind.
  func commit(
    written rows: [Row], deleted: some Sequence<NSManagedObjectID>, at now: Double
  ) {
    state.withLock { state in
      state.epoch += 1
      for row in rows {
        guard let place = RowPages.Place(row) else { continue }
        state.pages.keep(row, at: place, writtenAt: now)
      }
      for id in deleted { RowPages.Place(id).map { state.pages.remove($0) } }
    }
  }

  /// Forgets rows that turned out to be gone.
  func forget(_ ids: [NSManagedObjectID]) {
    state.withLock { state in
      for id in ids { RowPages.Place(id).map { state.pages.remove($0) } }
    }
  }

  func forgetAll() {
    state.withLock { state in
      state = State(pages: RowPages(capacity: capacity), epoch: state.epoch + 1)
    }
  }
}

// MARK: Pages

extension RowCache {
  /// The versions of the rows that are kept on a page, by place; 0 where there is none.
  func copyVersions(of name: RowPages.PageName, to versions: UnsafeMutablePointer<Int64>) {
    nonisolated(unsafe) let versions = versions
    state.withLock { $0.pages.copyVersions(of: name, to: versions) }
  }

  /// Notes that rows of a page were found as they are here, unless a commit came in between. The
  /// bits of `unchanged` tell which ones.
  func confirm(_ name: RowPages.PageName, unchanged: UInt64, from reading: inout Reading) {
    reading.allowance -= unchanged.nonzeroBitCount
    if unchanged == 0 || reading.allowance < 0 { return }
    let (time, epoch) = (reading.time, reading.epoch)
    state.withLock { state in
      if state.epoch != epoch { return }
      state.pages.confirm(name, unchanged: unchanged, readAt: time)
    }
  }
}
