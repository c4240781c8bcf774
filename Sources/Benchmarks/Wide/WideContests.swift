internal import CoreData

/// `benchmark engine --wide`: rows of seven attributes of all kinds and a relationship, with every
/// value written and read, once by generated accessors and once by `value(forKey:)`.
final class WideContests {
  private static let toRoom = 10
  private let rows: Int
  private let scratch: Scratch
  private lazy var values = (0..<rows).map { WideValues($0) }
  /// Both sides with all their rows; filled when the first contest asks.
  private lazy var both = Result { () throws -> (plain: PlainWide, file: String) in
    let file = scratch.file()
    try WideStack(path: file).insert(values, .typed, toRoom: Self.toRoom)
    let plain = PlainWide(path: scratch.file())
    plain.insert(values, toRoom: Self.toRoom)
    return (plain, file)
  }

  init(rows: Int, scratch: Scratch) {
    self.rows = rows
    self.scratch = scratch
  }

  func all() -> [Contest] {
    WideAccess.allCases.map { inserting($0, limit: $0 == .typed ? 2.5 : 3.5) }
      + WideAccess.allCases.map { reading($0, limit: $0 == .typed ? 2.5 : 4) }
      + WideAccess.allCases.map { updating($0) }
      + [
        searching("CONTAINS[cd]", "contains_folded", "größe", "grosse"),
        searching("BEGINSWITH[cd]", "begins_folded", "café", "cafe"),
        sorting(), prefetching(), readingThrough(),
      ]
  }

  private func inserting(_ access: WideAccess, limit: Double) -> Contest {
    Contest(
      name: "wide: insert, \(access.rawValue)", limit: limit, units: rows,
      plain: { [self] in
        let (plain, values) = (PlainWide(path: scratch.file()), values)
        return time { plain.insert(values, toRoom: Self.toRoom) }
      },
      ours: { [self] in
        let (stack, values) = (try WideStack(path: scratch.file()), values)
        return try time { try stack.insert(values, access, toRoom: Self.toRoom) }
      })
  }

  private func reading(_ access: WideAccess, limit: Double) -> Contest {
    Contest(
      name: "wide: fetch and read all, \(access.rawValue)", limit: limit, units: rows,
      plain: { [self] in
        let plain = try both.get().plain
        var found: [PlainWide.Item] = []
        var sum = 0
        let duration = time {
          found = plain.items()
          for item in found {
            sum += Int(item.number) + item.title.utf8.count + Int(item.madeAt)
            sum += (item.cents == 0 ? 0 : 1) + Int(item.token.15) + item.payload.count
            sum += (item.isDone ? 1 : 0) + (item.room == 0 ? 0 : 1)
          }
        }
        precondition(sum > 0 && found.count == rows)
        return duration
      },
      ours: { [self] in
        let context = try WideStack(path: both.get().file).context()
        return try context.performAndWait {
          var found: [WideItem] = []
          var sum = 0
          let duration = try time {
            found = try context.fetch(WideStack.request())
            for item in found { sum += access.sum(of: item) }
          }
          precondition(sum > 0 && found.count == rows)
          return duration
        }
      })
  }

  private func updating(_ access: WideAccess) -> Contest {
    let count = min(10_000, rows)
    var round = 0
    return Contest(
      name: "wide: update 10,000, \(access.rawValue)", limit: 2, units: count,
      plain: { [self] in
        let plain = try both.get().plain
        round += 1
        return time { plain.update(keys: 1...Int64(count), round: round) }
      },
      ours: { [self] in
        let context = try WideStack(path: both.get().file).context()
        let request = WideStack.request()
        request.fetchLimit = count
        return try context.performAndWait {
          let items = try context.fetch(request)
          return try time {
            for (index, item) in items.enumerated() {
              switch access {
              case .typed: item.number = Int64(index + round)
              case .byKey: item.setValue(Int64(index + round), forKey: "number")
              }
            }
            try context.save()
          }
        }
      })
  }

  /// Both sides fetch what they find, and find the same.
  private func searching(
    _ sign: String, _ function: String, _ text: String, _ folded: String
  ) -> Contest {
    contest(
      "wide: title \(sign)", limit: 2,
      plain: { $0.items("WHERE \(function)(title, ?)", folded).count },
      ours: { context in
        let request = WideStack.request()
        request.predicate = NSPredicate(format: "title \(sign) %@", text)
        return try context.fetch(request).count
      })
  }

  /// The plain side sorts by bytes: what an order by a language's rules adds is in the ratio.
  private func sorting() -> Contest {
    contest(
      "wide: first 100 by localized title", limit: 5,
      plain: { $0.items("ORDER BY title LIMIT 100").count },
      ours: { context in
        let request = WideStack.request()
        request.fetchLimit = 100
        request.sortDescriptors = [
          NSSortDescriptor(
            key: "title", ascending: true,
            selector: "localizedStandardCompare:")
        ]
        return try context.fetch(request).count
      })
  }

  private func prefetching() -> Contest {
    contest(
      "wide: rooms with their items prefetched", limit: nil,
      plain: { $0.items("JOIN room ON room.key = item.room ORDER BY room.key").count },
      ours: { context in
        let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
        request.relationshipKeyPathsForPrefetching = ["items"]
        return try context.fetch(request).reduce(0) {
          $0 + (($1.value(forKey: "items") as? Set<WideItem>)?.count ?? 0)
        }
      })
  }

  private func readingThrough() -> Contest {
    contest(
      "wide: read through a relationship", limit: nil, plain: { $0.namesOfRooms() },
      ours: { context in
        let request = WideStack.request()
        request.relationshipKeyPathsForPrefetching = ["room"]
        return try context.fetch(request).reduce(0) {
          $0 + (($1.room?.value(forKey: "name") as? String)?.utf8.count ?? 0)
        }
      })
  }

  /// A contest of two ways to a number, which must be the same.
  private func contest(
    _ name: String, limit: Double?, plain: @escaping (PlainWide) -> Int,
    ours: @escaping (NSManagedObjectContext) throws -> Int
  ) -> Contest {
    var expected: Int?
    return Contest(
      name: name, limit: limit, units: rows,
      plain: { [self] in
        let side = try both.get().plain
        return time { expected = plain(side) }
      },
      ours: { [self] in
        let context = try WideStack(path: both.get().file).context()
        return try context.performAndWait {
          var found = 0
          let duration = try time { found = try ours(context) }
          precondition(found == expected, "\(name): \(found), plain: \(expected ?? 0)")
          return duration
        }
      })
  }
}
