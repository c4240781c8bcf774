/// Rows in pages of neighbouring keys, and the order in which pages are given up.
///
/// Keys of a table are dense, so finding a row hashes its page at most, and not even that while the
/// rows that are asked for one after the other lie on one page.
struct RowPages {
  private static let pageSize: Int64 = 256
  /// How many pages that nobody has read from are kept, at the least; twice as many at the most.
  ///
  /// Rows that a save has left are seldom read again in an import. Given up soon, they are still in
  /// the processor's caches, and so is the memory in which the next ones are made.
  private static let fewestUnread = 16

  /// Where the row with a key belongs.
  struct Place {
    fileprivate let page: PageName
    fileprivate let index: Int

    init(_ family: EntityLayout.Family, _ key: Int64) {
      page = PageName(family: ObjectIdentifier(family), number: key / RowPages.pageSize)
      index = Int(key % RowPages.pageSize)
    }

    /// nil for a temporary ID.
    init?(_ id: NSManagedObjectID) {
      guard let key = id.rowKey else { return nil }
      self.init(id.origin.family, key)
    }
  }

  fileprivate struct PageName: Hashable {
    let family: ObjectIdentifier
    let number: Int64
  }

  private let capacity: Int
  private(set) var count = 0
  private var pages: [PageName: Page] = [:]
  /// The page that was asked for last, or that there is none of that name.
  private var last: (name: PageName, page: Page?)?
  /// Pages that were read from, oldest first.
  private var read: [PageName] = []
  /// Pages that only saves have written to, oldest first; some may have been read from since.
  private var unread: [PageName] = []

  init(capacity: Int) { self.capacity = capacity }

  /// The row, unless it was read `maximumAge` seconds before `now` or earlier.
  mutating func row(at place: Place, now: Double, maximumAge: Double?) -> Row? {
    guard let page = page(place.page) else { return nil }
    if let maximumAge, now - page.times[place.index] >= maximumAge { return nil }
    noteReading(page, place.page)
    return page.rows[place.index]
  }

  /// The row if it is at this version, which was found to be the present one at `time`.
  mutating func row(at place: Place, version: Int64, readAt time: Double) -> Row? {
    guard let page = page(place.page), let row = page.rows[place.index], row.version == version
    else { return nil }
    noteReading(page, place.page)
    page.times[place.index] = time
    return row
  }

  /// Keeps a row that was read.
  mutating func keep(_ row: Row, at place: Place, readAt time: Double) {
    let page = page(place.page) ?? newPage(place.page)
    noteReading(page, place.page)
    if page.put(row, at: place.index, time) { count += 1 }
    if count > capacity { giveUpOldest() }
  }

  /// Keeps a row that was written.
  mutating func keep(_ row: Row, at place: Place, writtenAt time: Double) {
    let page = page(place.page) ?? newUnreadPage(place.page)
    if page.put(row, at: place.index, time) { count += 1 }
  }

  mutating func remove(_ place: Place) {
    if let page = page(place.page), page.take(place.index) { count -= 1 }
  }

  // MARK: Pages

  private mutating func page(_ name: PageName) -> Page? {
    if let last, last.name == name { return last.page }
    let page = pages[name]
    last = (name, page)
    return page
  }

  private mutating func newPage(_ name: PageName) -> Page {
    let page = Page()
    pages[name] = page
    last = (name, page)
    return page
  }

  private mutating func newUnreadPage(_ name: PageName) -> Page {
    if unread.count >= 2 * Self.fewestUnread {
      unread.removeAll { pages[$0]?.isRead ?? true }
      let surplus = max(0, unread.count - Self.fewestUnread)
      for name in unread.prefix(surplus) { giveUp(name) }
      unread.removeFirst(surplus)
    }
    unread.append(name)
    return newPage(name)
  }

  private mutating func noteReading(_ page: Page, _ name: PageName) {
    if page.isRead { return }
    page.isRead = true
    read.append(name)
  }

  private mutating func giveUpOldest() {
    var given = 0
    // Not the last one, which is being filled.
    while count > capacity && given < read.count - 1 {
      giveUp(read[given])
      given += 1
    }
    read.removeFirst(given)
  }

  private mutating func giveUp(_ name: PageName) {
    if let page = pages.removeValue(forKey: name) { count -= page.count }
    if last?.name == name { last = nil }
  }
}

extension RowPages {
  /// Its memory is its own, because the checks that arrays in a class make at every access would
  /// cost more than the access.
  private final class Page {
    let rows = UnsafeMutablePointer<Row?>.allocate(capacity: Int(RowPages.pageSize))
    /// Seconds of the runtime at which each row was read or written.
    let times = UnsafeMutablePointer<Double>.allocate(capacity: Int(RowPages.pageSize))
    @exclusivity(unchecked) var count = 0
    @exclusivity(unchecked) var isRead = false

    init() {
      rows.initialize(repeating: nil, count: Int(RowPages.pageSize))
      times.initialize(repeating: 0, count: Int(RowPages.pageSize))
    }

    deinit {
      rows.deinitialize(count: Int(RowPages.pageSize))
      rows.deallocate()
      times.deallocate()
    }

    /// Puts a row in its place; true if there was none.
    func put(_ row: Row, at index: Int, _ time: Double) -> Bool {
      let wasEmpty = rows[index] == nil
      times[index] = time
      if rows[index] === row { return false }
      rows[index] = row
      if wasEmpty { count += 1 }
      return wasEmpty
    }

    /// Takes a row out; false if there was none.
    func take(_ index: Int) -> Bool {
      if rows[index] == nil { return false }
      rows[index] = nil
      count -= 1
      return true
    }
  }
}
