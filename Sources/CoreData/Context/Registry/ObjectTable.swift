/// The objects of a context, found by their IDs.
///
/// Keys are handed out one after the other, so objects lie in pages of neighbouring keys: finding
/// one is arithmetic, not hashing, and the table never moves while it grows.
final class ObjectTable {
  private static let pageSizeBits = 6
  private static let pageSize = 1 << pageSizeBits

  /// Which page a key is on.
  private struct Place: Hashable {
    let space: Int
    let number: Int64

    @inline(__always)
    init(_ key: Int64, _ space: Int) {
      self.space = space
      number = key >> ObjectTable.pageSizeBits
    }

    /// Where among the pages used lately.
    @inline(__always)
    var mark: Int {
      (Int(truncatingIfNeeded: number) &+ space &* 5) & (ObjectTable.recentPages - 1)
    }
  }

  /// Memory of its own, for the reason that `RowPage` has.
  private final class Page {
    let place: Place
    let objects = UnsafeMutablePointer<NSManagedObject?>.allocate(
      capacity: ObjectTable.pageSize)
    @exclusivity(unchecked) var count = 0

    init(_ place: Place) {
      self.place = place
      objects.initialize(repeating: nil, count: ObjectTable.pageSize)
    }

    deinit {
      objects.deinitialize(count: ObjectTable.pageSize)
      objects.deallocate()
    }
  }

  private static let recentPages = 16
  /// The pages used lately: neighbours are found without a look into the dictionary. It is
  /// `pages` that keeps them.
  private let recent = UnsafeMutablePointer<UncountedReference<Page>?>.allocate(
    capacity: ObjectTable.recentPages)
  @exclusivity(unchecked) private var pages: [Place: Page] = [:]
  @exclusivity(unchecked) private(set) var count = 0

  init() { recent.initialize(repeating: nil, count: Self.recentPages) }

  deinit { recent.deallocate() }

  // A key is the number of a row or of an insertion, and its space tells what numbers it: the
  // table of a store, or a stack (see `IDScope`).

  @inline(__always)
  func object(at key: Int64, in space: Int) -> NSManagedObject? {
    page(Place(key, space))?.visit { $0.objects[Self.index(key)] }
  }

  @inline(__always)
  func set(_ object: NSManagedObject, at key: Int64, in space: Int) {
    let place = Place(key, space)
    (page(place) ?? newPage(place)).visit { page in
      if page.objects[Self.index(key)] == nil {
        page.count += 1
        count += 1
      }
      page.objects[Self.index(key)] = object
    }
  }

  func object(for id: NSManagedObjectID) -> NSManagedObject? {
    object(at: id.number, in: id.scope.space)
  }

  func set(_ object: NSManagedObject, for id: NSManagedObjectID) {
    set(object, at: id.number, in: id.scope.space)
  }

  /// Sets the object unless there is one with this ID.
  func setIfFree(_ object: NSManagedObject, for id: NSManagedObjectID) {
    if self.object(for: id) == nil { set(object, for: id) }
  }

  /// Removes the object with this ID, if it is this one.
  func remove(_ object: NSManagedObject, at key: Int64, in space: Int) {
    page(Place(key, space))?.visit { page in
      if page.objects[Self.index(key)] !== object { return }
      page.objects[Self.index(key)] = nil
      forget(1, of: page)
    }
  }

  func removeAll() {
    // Objects that die now must find the table in order.
    let dying = pages
    recent.update(repeating: nil, count: Self.recentPages)
    (pages, count) = ([:], 0)
    withExtendedLifetime(dying) {}
  }

  /// All objects, in no order.
  var objects: [NSManagedObject] {
    pages.values.flatMap { page in
      UnsafeBufferPointer(start: page.objects, count: Self.pageSize).compactMap { $0 }
    }
  }

  /// Takes out the objects that only this table refers to.
  func takeUnreferenced() -> [NSManagedObject] {
    var taken: [NSManagedObject] = []
    for page in Array(pages.values) {
      let before = taken.count
      for index in 0..<Self.pageSize {
        guard isKnownUniquelyReferenced(&page.objects[index]) else { continue }
        if let object = page.objects[index] { taken.append(object) }
        page.objects[index] = nil
      }
      forget(taken.count - before, of: page)
    }
    return taken
  }

  @inline(__always)
  private static func index(_ key: Int64) -> Int {
    Int(truncatingIfNeeded: key) & (pageSize - 1)
  }

  @inline(__always)
  private func page(_ place: Place) -> UncountedReference<Page>? {
    if let page = recent[place.mark], page.visit({ $0.place == place }) {
      return page
    }
    return pages[place].map { note($0) }
  }

  private func newPage(_ place: Place) -> UncountedReference<Page> {
    let page = Page(place)
    pages[place] = page
    return note(page)
  }

  private func note(_ page: Page) -> UncountedReference<Page> {
    let page = UncountedReference(page)
    recent[page.visit { $0.place.mark }] = page
    return page
  }

  private func forget(_ removed: Int, of page: Page) {
    page.count -= removed
    count -= removed
    if page.count > 0 { return }
    let mark = page.place.mark
    if recent[mark]?.isSame(as: page) == true { recent[mark] = nil }
    pages[page.place] = nil
  }
}
