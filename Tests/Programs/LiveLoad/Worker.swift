import CoreData
import Foundation

/// One thread's work in one context. Items belong to the worker that made them and are changed by
/// no other worker does, so that its ledger is exact; all read those of all.
final class Worker: @unchecked Sendable {
  // @unchecked Sendable because one thread works with it, and others look only when that has ended.
  let owner: Int64
  let context: NSManagedObjectContext
  private(set) var ledger = Ledger()
  let stack: LoadStack
  let board: Board
  let troubles: Troubles
  var random: SplitMix
  private let isLeaf: Bool
  private let isRoot: Bool

  /// Beyond so many living items more are deleted than made.
  private static let plenty = 60

  init(_ owner: Int, of stack: LoadStack, seed: UInt64, board: Board, troubles: Troubles) {
    self.owner = Int64(owner)
    self.stack = stack
    self.board = board
    self.troubles = troubles
    let context = stack.contexts[owner]
    self.context = context
    isLeaf = !stack.contexts.contains { $0.parent === context }
    isRoot = context.parent == nil
    random = SplitMix(state: seed &+ UInt64(owner) &* 7919)
  }

  /// Works until `isOver`, or until enough has gone wrong.
  func work(until isOver: (Int) -> Bool) {
    while !isOver(ledger.operations), !troubles.areEnough {
      do { try operate() } catch { troubles.note("\(context.name ?? "?"): \(error)") }
      ledger.operations += 1
    }
  }

  private func operate() throws {
    switch random.below(20) {
    case 0..<5: try ledger.items.count < Self.plenty ? insert(1 + random.below(3)) : delete()
    case 5..<9: try update()
    case 9..<11: try updateInTwoBlocks()
    case 11: try delete()
    case 12..<14: try readSomebody()
    case 14: try readByID()
    case 15: try recount()
    case 16: changeMyMind()
    case 17: context.performAndWait { context.refreshAllObjects() }
    default: if isRoot { try countForEverybody() } else { try update() }
    }
  }

  // MARK: Its own items

  private func insert(_ count: Int) throws {
    var added: [Int64: Int64] = [:]
    try context.performAndWait {
      let counter = try context.existingObject(with: stack.counters[Int(owner)])
      for _ in 0..<count {
        let item = context.insert("Item")
        counter["value"] += 1
        (item["owner"], item["serial"]) = (owner, counter["value"])
        item.setState(0)
        item.setValue(counter, forKey: "counter")
        board.show(item)
        added[counter["value"]] = 0
        // A child never learns the ID that its new object gets at the root, unless it asks first.
        if !isRoot || random.below(3) == 0 { try context.obtainPermanentIDs(for: [item]) }
      }
      try context.save()
    }
    ledger.items.merge(added) { $1 }
    ledger.made += Int64(count)
    try climb()
  }

  private func update() throws {
    guard let serial = someSerial() else { return }
    var state: Int64 = 0
    try context.performAndWait {
      let item = try own(serial)
      state = item["state"] + 1
      item.setState(state)
      try context.save()
    }
    try book(serial, state)
  }

  /// Between the two blocks merges and other workers' saves come in.
  private func updateInTwoBlocks() throws {
    guard let serial = someSerial(), let state = ledger.items[serial] else { return }
    let context = context
    let (owner, troubles) = (owner, troubles)
    context.perform {
      do {
        try context.items(of: owner, serial: serial).first?.setState(state + 1)
      } catch { troubles.note("\(error)") }
    }
    try context.performAndWait { try context.save() }
    try book(serial, state + 1)
  }

  private func delete() throws {
    guard let serial = someSerial() else { return }
    try context.performAndWait {
      context.delete(try own(serial))
      try context.save()
    }
    ledger.items[serial] = nil
    try climb()
  }

  /// Changes things and takes it all back. Not with children: their saves would go with it.
  private func changeMyMind() {
    guard isLeaf, let serial = someSerial() else { return }
    context.performAndWait {
      guard let item = try? own(serial) else {
        troubles.note("\(context.name ?? "?"): item \(serial) is lost")
        return
      }
      item.setState(-1)
      _ = context.insert("Item")
      if random.below(2) == 0 { context.rollback() } else { context.reset() }
    }
  }

  // MARK: Everybody's counters

  /// Counts one up, again and again until no other worker has been quicker.
  private func countForEverybody() throws {
    let id = stack.counters[LoadStack.names.count + random.below(LoadStack.sharedCounters)]
    try context.performAndWait {
      let counter = try context.existingObject(with: id)
      while true {
        counter["value"] += 1
        do { return try context.save() } catch let error as CocoaError {
          guard error.code == .managedObjectMerge else { throw error }
          ledger.conflicts += 1
          context.refresh(counter, mergeChanges: false)
        }
      }
    }
    ledger.counted += 1
  }

  // MARK: Books and ancestors

  private func own(_ serial: Int64) throws -> NSManagedObject {
    let found = try context.items(of: owner, serial: serial)
    guard found.count == 1 else { throw Lost(serial: serial, found: found.count) }
    return found[0]
  }

  private func someSerial() -> Int64? {
    ledger.items.keys.sorted().dropFirst(random.below(max(1, ledger.items.count))).first
  }

  private func book(_ serial: Int64, _ state: Int64) throws {
    ledger.items[serial] = state
    try climb()
  }

  /// Takes what was saved further up, now and then to the store.
  private func climb() throws {
    var ancestor = context.parent
    while let context = ancestor, random.below(3) > 0 {
      try context.performAndWait { try context.save() }
      ancestor = context.parent
    }
  }
}

/// An item that the books know and the context does not, or knows twice.
struct Lost: Error {
  let serial: Int64
  let found: Int
}
