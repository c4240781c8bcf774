internal import Foundation

/// What the objects of a list are sorted by, read once for each that is compared with another.
///
/// Objects are numbered: those of the list before an event by their places in it, and behind them
/// those that the event touched.
struct SortKeys {
  private let before: [NSManagedObject]
  private let touched: [NSManagedObject]
  private let descriptors: [NSSortDescriptor]
  /// nil if a descriptor compares by a closure.
  private let orders: [Order]?
  private var readers: [AttributeReader] = []
  /// What was read, for each object as many as there are descriptors.
  private var values: [Operand] = []
  /// Where the values of each object begin; -1 if they were not asked for yet.
  private var starts: [Int]

  private struct Order {
    let texts: TextOrder
    let isAscending: Bool
  }

  init(
    _ before: [NSManagedObject], _ touched: [NSManagedObject], by descriptors: [NSSortDescriptor]
  ) {
    (self.before, self.touched, self.descriptors) = (before, touched, descriptors)
    let keyed = descriptors.compactMap(\.keyed)
    guard keyed.count == descriptors.count else {
      (orders, starts) = (nil, [])
      return
    }
    orders = keyed.map { Order(texts: $0.order, isAscending: $0.ascending) }
    readers = keyed.map { AttributeReader($0.names[...]) }
    starts = Array(repeating: -1, count: before.count + touched.count)
  }

  mutating func order(_ one: Int, _ other: Int) -> ComparisonResult {
    guard let orders else { return descriptors.compare(object(one), to: object(other)) }
    let (left, right) = (start(of: one), start(of: other))
    for (place, order) in orders.enumerated() {
      let result = values[left + place].sortOrder(to: values[right + place], order.texts)
      if result != .orderedSame { return order.isAscending ? result : result.reversed }
    }
    return .orderedSame
  }

  private func object(_ number: Int) -> NSManagedObject {
    number < before.count ? before[number] : touched[number - before.count]
  }

  private mutating func start(of number: Int) -> Int {
    if starts[number] >= 0 { return starts[number] }
    let start = values.count
    let object = object(number)
    for place in readers.indices { values.append(readers[place].operand(of: object)) }
    starts[number] = start
    return start
  }
}
