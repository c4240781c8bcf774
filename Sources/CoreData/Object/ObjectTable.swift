/// The objects of a context, found by their IDs.
///
/// Keys are handed out one after the other, so objects lie in pages of neighbouring keys: finding
/// one is arithmetic, not hashing, and the table never moves while it grows.
final class ObjectTable {
  private static let pageSize: Int64 = 64

  /// Which page an ID is on.
  private struct Place: Hashable {
    let space: Int
    let number: Int64

    @inline(__always)
    init(_ id: NSManagedObjectID) {
      space = id.origin.space
      number = id.number / ObjectTable.pageSize
    }

    /// Where among the pages used lately.
    @inline(__always)
    var mark: Int {
      (Int(truncatingIfNeeded: number) &+ space &* 5) & (ObjectTable.recentPages - 1)
    }
  }

  /// Its memory is its own, because the checks that arrays in a class make at every access would
  /// cost more than the access.
  private final class Page {
    let place: Place
    let objects = UnsafeMutablePointer<NSManagedObject?>.allocate(
      capacity: Int(ObjectTable.pageSize))
    @exclusivity(unchecked) var count = 0

    init(_ place: Place) {
      self.place = place
      objects.initialize(repeating: nil, count: Int(ObjectTable.pageSize))
    }

    deinit {
      objects.deinitialize(count: Int(ObjectTable.pageSize))
      objects.deallocate()
    }
  }

  private static let recentPages = 16
  /// The pages used lately: neighbours are found without a look into the dictionary.
  private let recent = UnsafeMutablePointer<Page?>.allocate(capacity: ObjectTable.recentPages)
  @exclusivity(unchecked) private var pages: [Place: Page] = [:]
  @exclusivity(unchecked) private(set) var count = 0

  init() { recent.initialize(repeating: nil, count: Self.recentPages) }

  deinit {
    recent.deinitialize(count: Self.recentPages)
    recent.deallocate()
  }

  func object(for id: NSManagedObjectID) -> NSManagedObject? {
    page(Place(id))?.objects[index(id)]
  }

  func set(_ object: NSManagedObject, for id: NSManagedObjectID) {
    let place = Place(id)
    let page = page(place) ?? newPage(place)
    let index = index(id)
    if page.objects[index] == nil {
      page.count += 1
      count += 1
    }
    page.objects[index] = object
  }

  /// Sets the object unless there is one with this ID.
  func setIfFree(_ object: NSManagedObject, for id: NSManagedObjectID) {
    let place = Place(id)
    let page = page(place) ?? newPage(place)
    let index = index(id)
    if page.objects[index] != nil { return }
    page.count += 1
    count += 1
    page.objects[index] = object
  }

  /// Removes the object with this ID, if it is this one.
  func remove(_ object: NSManagedObject, as id: NSManagedObjectID) {
    guard let page = page(Place(id)), page.objects[index(id)] === object else { return }
    page.objects[index(id)] = nil
    forget(1, of: page)
  }

  /// All objects, in no order.
  var objects: [NSManagedObject] {
    pages.values.flatMap { page in
      UnsafeBufferPointer(start: page.objects, count: Int(Self.pageSize)).compactMap { $0 }
    }
  }

  /// Takes out the objects that nobody but this table refers to.
  func takeUnreferenced() -> [NSManagedObject] {
    var taken: [NSManagedObject] = []
    for page in Array(pages.values) {
      let before = taken.count
      for index in 0..<Int(Self.pageSize) {
        guard isKnownUniquelyReferenced(&page.objects[index]) else { continue }
        if let object = page.objects[index] { taken.append(object) }
        page.objects[index] = nil
      }
      forget(taken.count - before, of: page)
    }
    return taken
  }

  @inline(__always)
  private func index(_ id: NSManagedObjectID) -> Int { Int(id.number % Self.pageSize) }

  @inline(__always)
  private func page(_ place: Place) -> Page? {
    if let page = recent[place.mark], page.place == place { return page }
    guard let page = pages[place] else { return nil }
    recent[place.mark] = page
    return page
  }

  private func newPage(_ place: Place) -> Page {
    let page = Page(place)
    pages[place] = page
    recent[place.mark] = page
    return page
  }

  private func forget(_ removed: Int, of page: Page) {
    page.count -= removed
    count -= removed
    if page.count > 0 { return }
    pages[page.place] = nil
    if recent[page.place.mark] === page { recent[page.place.mark] = nil }
  }
}
