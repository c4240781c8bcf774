/// Rows in pages of neighbouring keys, and the order in which pages are given up.
///
/// Keys of a table are dense, so finding a row hashes its page at most, and not even that while the
/// rows that are asked for one after the other lie on one page.
struct RowPages {
  /// How many pages that were not read from are kept, at the least; twice as many at the most.
  ///
  /// Rows that a save has left are seldom read again in an import. Given up soon, they are still in
  /// the processor's caches, and so is the memory in which the next ones are made.
  private static let fewestUnread = 64

  /// Where the row with a key belongs.
  struct Place {
    let page: PageName
    let index: Int

    init(_ family: EntityLayout.Family, _ key: Int64) {
      page = PageName(family: ObjectIdentifier(family), number: key >> RowPage.sizeBits)
      index = Int(key) & (RowPage.size - 1)
    }

    init?(_ row: Row) {
      if row.knownID?.isTemporaryID == true { return nil }
      self.init(row.scope.family, row.number)
    }

    /// nil for a temporary ID.
    init?(_ id: NSManagedObjectID) {
      guard let key = id.rowKey else { return nil }
      self.init(id.scope.family, key)
    }
  }

  struct PageName: Hashable {
    let family: ObjectIdentifier
    let number: Int64
  }

  private let capacity: Int
  private(set) var count = 0
  private var pages: [PageName: RowPage] = [:]
  /// The name of the page that was asked for last, and the page, if there is one.
  private var lastName: PageName?
  private var lastPage: RowPage?
  /// Pages that were read from, oldest first.
  private var read: ArraySlice<PageName> = []
  /// Pages that only saves have written to, oldest first; some may have been read from since.
  private var unread: [PageName] = []

  init(capacity: Int) { self.capacity = capacity }

  /// The row, unless it was read `maximumAge` seconds before `now` or earlier.
  mutating func row(at place: Place, now: Double, maximumAge: Double?) -> Row? {
    guard let page = page(place.page) else { return nil }
    if let maximumAge, now - page.time(at: place.index) >= maximumAge { return nil }
    noteReading(page, place.page)
    return page.row(at: place.index)
  }

  /// The row if it is at this version, which was found to be the present one at `time`.
  mutating func row(at place: Place, version: Int64, readAt time: Double) -> Row? {
    guard let page = page(place.page), page.version(at: place.index) == version else {
      return nil
    }
    page.confirm(place.index, time)
    noteReading(page, place.page)
    return page.row(at: place.index)
  }

  /// The versions of the rows on a page, by place; 0 where there is none.
  mutating func copyVersions(of name: PageName, to versions: UnsafeMutablePointer<Int64>) {
    guard let page = page(name) else { return versions.update(repeating: 0, count: RowPage.size) }
    for index in 0..<RowPage.size { versions[index] = page.version(at: index) }
  }

  /// Notes which rows of a page were found unchanged at `time`.
  mutating func confirm(_ name: PageName, unchanged: UInt64, readAt time: Double) {
    guard let page = page(name) else { return }
    noteReading(page, name)
    for index in 0..<RowPage.size where unchanged & (1 << UInt64(index)) != 0 {
      page.confirm(index, time)
    }
  }

  /// Keeps a row that was read, unless there is a newer one.
  mutating func keep(_ row: Row, at place: Place, readAt time: Double) {
    let page = page(place.page) ?? newPage(place.page)
    noteReading(page, place.page)
    if page.version(at: place.index) > row.version { return }
    if page.put(row, at: place.index, time) { count += 1 }
    if count > capacity { giveUpOldest() }
  }

  /// The same for packed rows of one family.
  mutating func keep(
    _ rows: ArraySlice<Int>, of holder: RowHolder, _ family: EntityLayout.Family,
    readAt time: Double
  ) {
    var rest = rows
    while let first = rest.first {
      let name = Place(family, holder.row(at: first).key).page
      let page = page(name) ?? newPage(name)
      noteReading(page, name)
      let (next, new) = page.put(rest, of: holder, page: name.number, time)
      rest = rest[next...]
      count += new
    }
    if count > capacity { giveUpOldest() }
  }

  /// Keeps a row that was written, which is one of values.
  mutating func keep(_ row: Row, at place: Place, writtenAt time: Double) {
    let page = page(place.page) ?? newUnreadPage(place.page)
    if page.put(row, at: place.index, time) { count += 1 }
  }

  mutating func remove(_ place: Place) {
    if let page = page(place.page), page.take(place.index) { count -= 1 }
  }

  // MARK: Pages

  private mutating func page(_ name: PageName) -> RowPage? {
    if lastName == name { return lastPage }
    let page = pages[name]
    (lastName, lastPage) = (name, page)
    return page
  }

  private mutating func newPage(_ name: PageName) -> RowPage {
    let page = RowPage()
    pages[name] = page
    (lastName, lastPage) = (name, page)
    return page
  }

  private mutating func newUnreadPage(_ name: PageName) -> RowPage {
    if unread.count >= 2 * Self.fewestUnread {
      unread.removeAll { pages[$0]?.isRead ?? true }
      let surplus = max(0, unread.count - Self.fewestUnread)
      for name in unread.prefix(surplus) { giveUp(name) }
      unread.removeFirst(surplus)
    }
    unread.append(name)
    return newPage(name)
  }

  private mutating func noteReading(_ page: RowPage, _ name: PageName) {
    if page.isRead { return }
    page.isRead = true
    read.append(name)
  }

  private mutating func giveUpOldest() {
    // Not the last one, which is being filled.
    while count > capacity, read.count > 1, let oldest = read.popFirst() { giveUp(oldest) }
  }

  private mutating func giveUp(_ name: PageName) {
    if let page = pages.removeValue(forKey: name) { count -= page.count }
    if lastName == name { (lastName, lastPage) = (nil, nil) }
  }
}
