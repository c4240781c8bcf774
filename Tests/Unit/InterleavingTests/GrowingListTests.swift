import Testing

@testable import Interleaving

struct GrowingListTests {
  private final class Element {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func `it keeps what it was given, in order, beyond the room it began with`() {
    let list = GrowingList<Element>(capacity: 2)
    for number in 0..<100 { list.append(Element(number)) }
    #expect(list.map(\.number) == Array(0..<100))
    list[7] = Element(-7)
    #expect(list[7].number == -7)
    #expect(list.suffix(2).map(\.number) == [98, 99])
  }

  @Test func `it takes off the last first, until nothing is left`() {
    let list = GrowingList<Int>()
    for number in 1...3 { list.append(number) }
    #expect([list.popLast(), list.popLast(), list.popLast(), list.popLast()] == [3, 2, 1, nil])
    #expect(list.isEmpty)
  }

  @Test func `it lets go of what is taken out, replaced or left behind`() {
    weak var removed: Element?
    weak var replaced: Element?
    weak var left: Element?
    do {
      let list = GrowingList<Element>()
      list.append(Element(1))
      removed = list[0]
      list.removeAll()
      #expect(removed == nil)
      for number in 2...3 { list.append(Element(number)) }
      (replaced, left) = (list[0], list[1])
      list[0] = Element(4)
      #expect(replaced == nil && left != nil)
    }
    #expect(left == nil)
  }

  @Test func `it traps beyond its end`() async {
    await #expect(processExitsWith: .failure) { _ = GrowingList<Int>()[0] }
  }
}
