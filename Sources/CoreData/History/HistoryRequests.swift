internal import Foundation
internal import Interleaving

extension NSPersistentStoreCoordinator {
  /// Asks the stores for their history, or has them forget some of it.
  func execute(
    _ request: NSPersistentHistoryChangeRequest
  ) throws -> NSPersistentHistoryResult {
    let stores = try historyStores(request.affectedStores)
    try request.requireKnownProperties()
    if request.isDeletion {
      let counts = try stores.map { store, start in
        try execute(.write, on: store, .deleteHistory, rows: 0) {
          try $0.asHistory(of: store).deleteHistory(before: start(request.place))
        }
      }
      let count = counts.reduce(0, +)
      return NSPersistentHistoryResult(
        request.resultType == .count ? count : true, as: request.resultType)
    }
    let found = try stores.map { store, start in
      try execute(.read, on: store, .fetchHistory, rows: 0) { rows in
        do {
          return try rows.asHistory(of: store).history(
            from: start(request.place), withChanges: request.wantsChanges)
        } catch is ExpiredHistory { throw CocoaError.expiredToken(store) }
      }
    }
    return request.result(of: request.merged(found))
  }

  /// The place behind everything that the stores have committed so far; nil if none keeps a
  /// history.
  public final func currentPersistentHistoryToken(
    fromStores stores: [Any]?
  ) -> NSPersistentHistoryToken? {
    let wanted = stores.map { $0.compactMap { $0 as? NSPersistentStore } } ?? persistentStores
    var numbers: [String: Int64] = [:]
    for store in wanted where (store.backend as? any HistoryStore)?.keepsHistory == true {
      let last = try? execute(.read, on: store, .fetchHistory, rows: 0) {
        try $0.asHistory(of: store).lastTransaction()
      }
      numbers[store.identifier] = last
    }
    return numbers.isEmpty ? nil : NSPersistentHistoryToken(numbers)
  }

  private typealias Start = (NSPersistentHistoryChangeRequest.Place) throws -> HistoryStart

  /// The stores to ask, each with what a place means in it.
  private func historyStores(
    _ wanted: [NSPersistentStore]?
  ) throws -> [(NSPersistentStore, Start)] {
    let all = wanted ?? persistentStores
    if all.isEmpty { throw CocoaError.noStores(doing: "read a history") }
    let stores = all.filter { ($0.backend as? any HistoryStore)?.keepsHistory == true }
    if stores.isEmpty { throw CocoaError.noHistory(all) }
    return stores.map { store in
      (
        store,
        { place in
          switch place {
          case .everything: return .everything
          case .date(let date): return .date(date)
          case .token(let token):
            if let number = token.numbers[store.identifier] { return .after(number) }
            // A store that came later is new to the owner of the token, unless all are.
            if stores.contains(where: { token.numbers[$0.identifier] != nil }) {
              return .everything
            }
            throw CocoaError.foreignToken(token, stores)
          }
        }
      )
    }
  }
}

extension RowStore {
  fileprivate func asHistory(of store: NSPersistentStore) throws -> any HistoryStore {
    guard let history = self as? any HistoryStore else { throw CocoaError.noHistory([store]) }
    return history
  }
}

// MARK: Results

extension NSPersistentHistoryChangeRequest {
  private var isAboutChanges: Bool {
    fetchRequest?.entity === NSPersistentHistoryChange.entityDescription
  }

  fileprivate var wantsChanges: Bool {
    switch resultType {
    case .objectIDs, .changesOnly, .transactionsAndChanges: true
    case .statusOnly, .count, .transactionsOnly: isAboutChanges
    }
  }

  /// The transactions of all stores in the order of their times. The token of each lies behind all
  /// that come before it here, so that reading on from it gives nothing twice.
  fileprivate func merged(_ stores: [[HistoryTransaction]]) -> [NSPersistentHistoryTransaction] {
    var numbers: [String: Int64] = [:]
    if case .token(let token) = place { numbers = token.numbers }
    let all = stores.count == 1 ? stores[0] : Self.merged(by: \.record.timestamp, stores)
    return all.map { one in
      numbers[one.record.storeID] = one.record.number
      return NSPersistentHistoryTransaction(
        one.record, changes: one.changes, token: NSPersistentHistoryToken(numbers))
    }
  }

  /// One list out of several, each of which keeps its order.
  private static func merged<Element>(
    by key: (Element) -> Date, _ lists: [[Element]]
  ) -> [Element] {
    var rest = lists.map { $0[...] }
    var all: [Element] = []
    while let next = rest.indices.filter({ !rest[$0].isEmpty }).min(by: {
      key(rest[$0].first!) < key(rest[$1].first!)
    }) {
      all.append(rest[next].removeFirst())
    }
    return all
  }

  fileprivate func result(
    of transactions: [NSPersistentHistoryTransaction]
  ) -> NSPersistentHistoryResult {
    let isAboutChanges = isAboutChanges
    let found = isAboutChanges ? transactions : narrowed(transactions)
    func changes() -> [NSPersistentHistoryChange] {
      let all = found.flatMap { $0.changes ?? [] }
      return isAboutChanges ? narrowed(all) : all
    }
    let result: Any =
      switch resultType {
      case .statusOnly: true
      case .objectIDs: changes().map(\.changedObjectID)
      case .count: isAboutChanges ? changes().count : found.count
      case .changesOnly: changes()
      case .transactionsOnly, .transactionsAndChanges:
        isAboutChanges ? transactionsOf(changes(), found) : found
      }
    return NSPersistentHistoryResult(result, as: resultType)
  }

  /// The transactions that made changes which were asked for, with these only.
  private func transactionsOf(
    _ changes: [NSPersistentHistoryChange], _ all: [NSPersistentHistoryTransaction]
  ) -> [NSPersistentHistoryTransaction] {
    let wanted = Set(changes.map(ObjectIdentifier.init))
    return all.compactMap { transaction in
      let own = (transaction.changes ?? []).filter { wanted.contains(ObjectIdentifier($0)) }
      return own.isEmpty ? nil : transaction.with(resultType == .transactionsOnly ? nil : own)
    }
  }

  /// What the fetch request lets through, in its order.
  private func narrowed<Element: KeyValueSource>(_ all: [Element]) -> [Element] {
    guard let plan = fetchRequest?.plan else { return all }
    var found = all
    if let predicate = plan.predicate?.namingEntities {
      found = found.filter { predicate.holds(in: Evaluation(source: $0)) }
    }
    if !plan.sortDescriptors.isEmpty {
      found.sort { one, other in
        plan.sortDescriptors.lazy.map { $0.compare(one, to: other) }.first { $0 != .orderedSame }
          == .orderedAscending
      }
    }
    let rest = found.dropFirst(plan.fetchOffset)
    return Array(plan.fetchLimit > 0 ? rest.prefix(plan.fetchLimit) : rest)
  }
}
