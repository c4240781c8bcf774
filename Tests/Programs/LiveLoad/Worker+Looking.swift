import CoreData

// What a worker sees of the work of all, which it compares with its books.

extension Worker {
  /// The store, or the parent, must agree with the books at any time.
  func recount() throws {
    try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
      request.predicate = NSPredicate(format: "owner == %d", owner)
      let counter = try context.existingObject(with: stack.counters[Int(owner)])
      let members = counter.value(forKey: "items") as? Set<NSManagedObject> ?? []
      let serials = Set(members.map { $0["serial"] })
      if try context.count(for: request) != ledger.items.count {
        troubles.note("\(context.name ?? "?") counts \(try context.count(for: request)) items")
      }
      if serials != Set(ledger.items.keys) || counter["value"] != ledger.made {
        troubles.note(
          "\(context.name ?? "?"): the counter has \(serials.count) members and says "
            + "\(counter["value"])")
      }
    }
  }

  func readSomebody() throws {
    let other = Int64(random.below(LoadStack.names.count))
    try context.performAndWait {
      for item in try context.items(of: other) {
        if !item.isWhole {
          troubles.note("\(context.name ?? "?") reads a torn item of \(other)")
        }
      }
    }
  }

  /// Asks the objects of others for their IDs, which is allowed on every thread, while these
  /// become permanent; then looks for one of them, whose row may be missing.
  func readByID() throws {
    let shown = board.all
    if shown.isEmpty { return }
    var ids: [NSManagedObjectID] = []
    for _ in 0..<50 { ids = shown.map(\.objectID) }
    let id = ids[random.below(ids.count)]
    context.performAndWait {
      guard let item = try? context.existingObject(with: id) else { return }
      if !item.isWhole {
        troubles.note("\(context.name ?? "?") finds a torn item by its ID")
      }
    }
  }
}
