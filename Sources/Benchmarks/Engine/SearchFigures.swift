internal import CoreData

/// A list that draws ten of 50,000 messages that a search finds: by one query, or by IDs first and
/// then a query for the ten. Main's share of both, and what they take as a whole.
struct SearchFigures {
  let scratch: Scratch
  private static let (rows, drawn, rounds) = (100_000, 10, 9)

  func all() -> [Measurement] { [("IDs first", idsFirst)] }

  private func idsFirst() throws -> [Figure] {
    let file = scratch.file()
    let filling = try EngineStack(path: file)
    try filling.insert(Self.rows, batch: 10_000)
    try filling.close()
    var (whole, search, few): ([Duration], [Duration], [Duration]) = ([], [], [])
    for _ in 0..<Self.rounds {
      whole.append(try drawAll(EngineStack(path: file)))
      let (searched, drew) = try drawByID(EngineStack(path: file))
      search.append(searched)
      few.append(drew)
    }
    let (one, ten) = (median(whole).seconds, median(few).seconds)
    return [
      Figure(name: "one query: main is busy", value: one * 1e3, unit: "ms", limit: nil),
      Figure(name: "IDs first: main is busy", value: ten * 1e3, unit: "ms", limit: 16),
      Figure(
        name: "IDs first: search and drawing, to one query",
        value: (median(search).seconds + ten) / one, unit: "times", limit: 1),
    ]
  }

  private func drawAll(_ stack: EngineStack) throws -> Duration {
    let view = stack.context()
    return try view.performAndWait {
      var texts: [String?] = []
      let duration = try time {
        texts = try view.fetch(Self.sorted(EngineStack.request(faults: false)))
          .prefix(Self.drawn).map(\.text)
      }
      precondition(texts.count == Self.drawn)
      return duration
    }
  }

  private func drawByID(_ stack: EngineStack) throws -> (Duration, Duration) {
    let (searcher, view) = (stack.context(), stack.context())
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Message")
    ids.resultType = .managedObjectIDResultType
    ids.includesPropertyValues = false
    var found: [NSManagedObjectID] = []
    let searched = try searcher.performAndWait {
      try time { found = try searcher.fetch(Self.sorted(ids)) }
    }
    precondition(found.count == Self.rows / 2)
    return try view.performAndWait {
      let visible = EngineStack.request(faults: false)
      visible.predicate = NSPredicate(format: "SELF IN %@", Array(found.prefix(Self.drawn)))
      visible.sortDescriptors = [NSSortDescriptor(key: "sentAt", ascending: false)]
      var texts: [String?] = []
      let drew = try time { texts = try view.fetch(visible).map(\.text) }
      precondition(texts.count == Self.drawn)
      return (searched, drew)
    }
  }

  private static func sorted<Found>(_ request: NSFetchRequest<Found>) -> NSFetchRequest<Found> {
    request.predicate = NSPredicate(format: "isRead == YES")
    request.sortDescriptors = [NSSortDescriptor(key: "sentAt", ascending: false)]
    return request
  }
}
