/// An array that a class keeps in a `let`.
///
/// Of an array that is a variable of a class Swift checks, at every look, that no other code is changing
/// it meanwhile. In the arrays that each step goes through, these checks were a quarter of the
/// instructions of a run. Here elements only go in and out, so that there is nothing to check.
final class GrowingList<Element>: RandomAccessCollection {
  /// Not to be read where there is no room yet.
  private var elements = UnsafeMutablePointer<Element>(bitPattern: MemoryLayout<Element>.alignment)!
  private var room = 0
  private let capacity: Int
  private(set) var count = 0

  /// With room for so many from the first element on.
  init(capacity: Int = 8) { self.capacity = capacity }

  deinit {
    guard room > 0 else { return }
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    _read {
      precondition(index >= 0 && index < count)
      yield elements[index]
    }
    _modify {
      precondition(index >= 0 && index < count)
      yield &elements[index]
    }
  }

  func append(_ element: Element) {
    if count == room { grow() }
    (elements + count).initialize(to: element)
    count += 1
  }

  func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count)
    if count == room { grow() }
    (elements + index + 1).moveInitialize(from: elements + index, count: count - index)
    (elements + index).initialize(to: element)
    count += 1
  }

  /// Takes the last element off; nil if there is none.
  func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return (elements + count).move()
  }

  /// Holds these and no others.
  func take(_ elements: [Element]) {
    removeAll()
    for element in elements { append(element) }
  }

  /// Holds so many times the same.
  func fill(_ element: Element, count: Int) {
    removeAll()
    while room < count { grow() }
    elements.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Keeps the room that the elements had.
  func removeAll() {
    let old = count
    count = 0
    elements.deinitialize(count: old)
  }

  private func grow() {
    let more = room == 0 ? capacity : 2 * room
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: more)
    if room > 0 {
      larger.moveInitialize(from: elements, count: count)
      elements.deallocate()
    }
    (elements, room) = (larger, more)
  }
}
