/// An array that a class keeps in a `let`.
///
/// Of an array that is a variable of a class Swift checks, at every look, that no other code is changing
/// it meanwhile. In the arrays that each step goes through, these checks were a quarter of the
/// instructions of a run. Here elements only go in and out, so that there is nothing to check.
final class GrowingList<Element>: RandomAccessCollection {
  private var elements: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 8) {
    elements = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return elements[index]
    }
    set {
      precondition(index >= 0 && index < count)
      elements[index] = newValue
    }
  }

  func append(_ element: Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
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

  /// Keeps the room that the elements had.
  func removeAll() {
    let old = count
    count = 0
    elements.deinitialize(count: old)
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: elements, count: count)
    elements.deallocate()
    elements = larger
    capacity *= 2
  }
}
