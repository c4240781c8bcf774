internal import Foundation
internal import Synchronization

/// The rows a store has read or written lately, shared by all contexts of its coordinator, each
/// with the time it was read (facts F3, F7).
///
/// Keys of a table are dense, so rows lie in pages found by key, without hashing every row. The
/// cache is bounded: beyond its capacity it forgets whole pages, oldest first; whoever still holds
/// a forgotten row keeps it.
final class RowCache: Sendable {
  private static let pageSize: Int64 = 256

  /// Its memory is its own, because the checks that arrays in a class make at every access would
  /// cost more than the access.
  private final class Page {
    let rows = UnsafeMutablePointer<Row?>.allocate(capacity: Int(RowCache.pageSize))
    /// Seconds of the runtime at which each row was read.
    let times = UnsafeMutablePointer<Double>.allocate(capacity: Int(RowCache.pageSize))
    var count = 0

    init() {
      rows.initialize(repeating: nil, count: Int(RowCache.pageSize))
      times.initialize(repeating: 0, count: Int(RowCache.pageSize))
    }

    deinit {
      rows.deinitialize(count: Int(RowCache.pageSize))
      rows.deallocate()
      times.deallocate()
    }

    /// Puts a row in its place; true if there was none.
    func put(_ row: Row, at index: Int, readAt time: Double) -> Bool {
      let wasEmpty = rows[index] == nil
      times[index] = time
      if rows[index] === row { return false }
      rows[index] = row
      return wasEmpty
    }
  }

  private struct PageKey: Hashable {
    var family: ObjectIdentifier
    var number: Int64

    init(_ id: NSManagedObjectID, _ key: Int64) { self.init(id.origin.family, key) }

    init(_ family: EntityLayout.Family, _ key: Int64) {
      self.family = ObjectIdentifier(family)
      number = key / RowCache.pageSize
    }
  }

  private struct State {
    var pages: [PageKey: Page] = [:]
    var order: [PageKey] = []
    /// The page that was asked for last: rows that are read in a row lie on one.
    var last: (place: PageKey, page: Page)?
    var count = 0
    var epoch = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int = 250_000) { self.capacity = capacity }

  var count: Int { state.withLock { $0.count } }

  /// Changes with every commit. Rows that were read across a commit are not kept, because they
  /// may be older than what the commit left here.
  var epoch: Int { state.withLock { $0.epoch } }

  /// The row, if it was read at most `maximumAge` seconds before `now` (nil: however long ago).
  func row(for id: NSManagedObjectID, now: Double = 0, maximumAge: TimeInterval? = nil) -> Row? {
    guard let key = id.rowKey else { return nil }
    let place = PageKey(id, key)
    return state.withLock { state in
      guard let page = state.pages[place] else { return nil }
      let index = Int(key % Self.pageSize)
      if let maximumAge, now - page.times[index] >= maximumAge { return nil }
      return page.rows[index]
    }
  }

  /// Whether a newer version of one of these rows is here.
  func isAhead(of rows: [Row]) -> Bool {
    state.withLock { state in
      rows.contains { row in
        guard let key = row.id.rowKey, let page = known(PageKey(row.id, key), in: &state),
          let here = page.rows[Int(key % Self.pageSize)]
        else { return false }
        return here.version > row.version
      }
    }
  }

  /// The row with this key if it is kept at just this version, or else what `read` gives, which is
  /// then kept as read at `now`, unless a commit came in between.
  func row(
    of family: EntityLayout.Family, key: Int64, version: Int64, readAt now: Double, epoch: Int,
    orElse read: () -> Row
  ) -> Row {
    let place = PageKey(family, key)
    let index = Int(key % Self.pageSize)
    let known = state.withLock { state -> Row? in
      guard let page = self.known(place, in: &state), let row = page.rows[index],
        row.version == version
      else { return nil }
      page.times[index] = now
      return row
    }
    if let known { return known }
    // Not under the lock, which other readers want too.
    let row = read()
    state.withLock { state in
      guard state.epoch == epoch else { return }
      if state.last?.place != place { state.last = (place, page(place, in: &state)) }
      guard let page = state.last?.page, page.put(row, at: index, readAt: now) else { return }
      page.count += 1
      state.count += 1
      if state.count > capacity { makeRoom(in: &state) }
    }
    return row
  }

  /// Keeps rows of one family as they were read at `now`, unless a commit came in between.
  func keep(_ rows: [Row], readAt now: Double, epoch: Int) {
    state.withLock { state in
      if state.epoch == epoch { put(rows, at: now, in: &state) }
    }
  }

  /// What a commit leaves behind.
  func commit(written rows: [Row], deleted: [NSManagedObjectID], at now: Double) {
    state.withLock { state in
      state.epoch += 1
      put(rows, at: now, in: &state)
      for id in deleted { forget(id, in: &state) }
    }
  }

  /// Forgets rows that turned out to be gone.
  func forget(_ ids: [NSManagedObjectID]) {
    state.withLock { state in for id in ids { forget(id, in: &state) } }
  }

  func forgetAll() {
    state.withLock { $0 = State(epoch: $0.epoch + 1) }
  }

  private func put(_ rows: [Row], at now: Double, in state: inout State) {
    var place: PageKey?
    var page: Page?
    for row in rows {
      guard let key = row.id.rowKey else { continue }
      let wanted = PageKey(row.id, key)
      if wanted != place {
        place = wanted
        page = self.page(wanted, in: &state)
      }
      guard let page else { continue }
      if page.put(row, at: Int(key % Self.pageSize), readAt: now) {
        page.count += 1
        state.count += 1
      }
    }
    makeRoom(in: &state)
  }

  /// The page, if there is one.
  private func known(_ place: PageKey, in state: inout State) -> Page? {
    if state.last?.place != place { state.last = state.pages[place].map { (place, $0) } }
    return state.last?.page
  }

  private func page(_ place: PageKey, in state: inout State) -> Page {
    if let page = state.pages[place] { return page }
    let page = Page()
    state.pages[place] = page
    state.order.append(place)
    return page
  }

  private func makeRoom(in state: inout State) {
    var dropped = 0
    while state.count > capacity && dropped < state.order.count - 1 {
      if let page = state.pages.removeValue(forKey: state.order[dropped]) {
        state.count -= page.count
      }
      dropped += 1
    }
    state.order.removeFirst(dropped)
    if dropped > 0 { state.last = nil }
  }

  private func forget(_ id: NSManagedObjectID, in state: inout State) {
    guard let key = id.rowKey else { return }
    guard let page = known(PageKey(id, key), in: &state) else { return }
    let index = Int(key % Self.pageSize)
    if page.rows[index] != nil {
      page.rows[index] = nil
      page.count -= 1
      state.count -= 1
    }
  }
}
