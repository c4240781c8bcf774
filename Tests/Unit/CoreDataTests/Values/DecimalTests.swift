import Foundation
import Testing

@testable import CoreData

struct `Decimals` {
  /// Numbers that a double does not hold, and numbers that it does.
  static let texts = [
    "0", "1", "-1", "40.98", "0.1", "0.3", "1.00000000000000000001", "-1.00000000000000000001",
    "99999999999999999999999999999999999999", "340282366920938463463374607431768211455",
    "9223372036854775807", "9223372036854775808", "-9223372036854775809", "9007199254740993",
    "9007199254740993.5", "1e-120", "1e-128", "1e127", "10e127", "-10e127", "2.5e100",
    "0.30000000000000004", "12345678901234567.89", "123456789012345.6",
  ]

  static let numbers =
    texts.map { NSDecimalNumber(decimal: Decimal(string: $0)!) } + [.maximum, .minimum]

  private func price(_ object: NSManagedObject) -> NSDecimalNumber? {
    object.value(forKey: "price") as? NSDecimalNumber
  }

  private func ordered(_ numbers: [NSDecimalNumber]) -> [Decimal] {
    numbers.map(\.decimalValue).sorted()
  }

  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory])
  func `are the same after setting, after saving and after reopening`(
    type: NSPersistentStore.StoreType
  ) throws {
    let stack = try ValueStack(type)
    try stack.context.performAndWait {
      for (index, number) in Self.numbers.enumerated() {
        let object = stack.insert(["price": number, "int64": index])
        #expect(price(object)?.decimalValue == number.decimalValue)
      }
      try stack.context.save()
      stack.forgetEverything()
      let found = try stack.fetch(sortedBy: "int64")
      for (object, number) in zip(found, Self.numbers) {
        #expect(price(object)?.decimalValue == number.decimalValue)
        #expect(price(object)?.stringValue == number.stringValue)
      }
    }
  }

  @Test func `all prices of two digits are what was set`() throws {
    let stack = try ValueStack()
    stack.context.performAndWait {
      let object = stack.insert([:])
      for cents in 0..<20_000 {
        let text = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
        object.setValue(NSDecimalNumber(string: text), forKey: "price")
        let back = price(object)
        guard back == NSDecimalNumber(string: text) else {
          Issue.record("\(text) came back as \(back?.stringValue ?? "nil")")
          return
        }
      }
    }
  }

  @Test func `Swift's decimals and other numbers become exactly the number meant`() throws {
    let stack = try ValueStack()
    stack.context.performAndWait {
      let object = stack.insert([:])
      let cases: [(Any, String)] = [
        (Decimal(string: "40.98")!, "40.98"), (40.98, "40.98"), (Float(0.5), "0.5"),
        (UInt64.max, "18446744073709551615"), (Int64.min, "-9223372036854775808"),
        (NSNumber(value: UInt64.max), "18446744073709551615"), (NSNumber(value: 0.1), "0.1"),
      ]
      for (given, text) in cases {
        object.setValue(given, forKey: "price")
        #expect(price(object)?.stringValue == text)
      }
    }
  }

  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory])
  func `predicates find each of them, saved and unsaved`(
    type: NSPersistentStore.StoreType
  ) throws {
    let stack = try ValueStack(type)
    try stack.context.performAndWait {
      for number in Self.numbers { stack.insert(["price": number]) }
      for isSaved in [false, true] {
        if isSaved {
          try stack.context.save()
          stack.forgetEverything()
        }
        for number in Self.numbers {
          try expectOrders(around: number, stack)
        }
      }
    }
  }

  private func expectOrders(around number: NSDecimalNumber, _ stack: ValueStack) throws {
    let limit = number.decimalValue
    let all = Self.numbers.map(\.decimalValue)
    let expected: [(format: String, numbers: [Decimal])] = [
      ("price == %@", all.filter { $0 == limit }), ("price != %@", all.filter { $0 != limit }),
      ("price < %@", all.filter { $0 < limit }), ("price <= %@", all.filter { $0 <= limit }),
      ("price > %@", all.filter { $0 > limit }), ("price >= %@", all.filter { $0 >= limit }),
      ("price IN {%@}", all.filter { $0 == limit }),
      ("price BETWEEN {%@, 1}", all.filter { $0 >= limit && $0 <= 1 }),
      ("NOT (price < %@)", all.filter { $0 >= limit }),
    ]
    for (format, numbers) in expected {
      let found = try stack.fetch(NSPredicate(format: format, number)).compactMap(price)
      #expect(ordered(found) == numbers.sorted(), "\(format) with \(number)")
    }
  }

  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory])
  func `literals and doubles mean the shortest decimal`(type: NSPersistentStore.StoreType) throws {
    let stack = try ValueStack(type)
    try stack.context.performAndWait {
      stack.insert(["price": NSDecimalNumber(string: "40.98"), "real": 40.98])
      stack.insert(["price": NSDecimalNumber(string: "40.98000000000000000001"), "real": 40.98])
      for isSaved in [false, true] {
        if isSaved { try stack.context.save() }
        for (format, count) in [
          ("price == 40.98", 1), ("price > 40.98", 1), ("price == real", 1), ("price > real", 1),
          ("price >= real", 2), ("real < price", 1), ("price > 1e300", 0), ("price < 1e300", 2),
          ("price > -1e300", 2), ("price > 1e-300", 2),
        ] {
          #expect(try stack.fetch(NSPredicate(format: format)).count == count, "\(format)")
        }
      }
    }
  }

  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory])
  func `are sorted by amount`(type: NSPersistentStore.StoreType) throws {
    let stack = try ValueStack(type)
    try stack.context.performAndWait {
      for number in Self.numbers { stack.insert(["price": number]) }
      for isSaved in [false, true] {
        if isSaved {
          try stack.context.save()
          stack.forgetEverything()
        }
        let found = try stack.fetch(sortedBy: "price").compactMap(price).map(\.decimalValue)
        #expect(found == ordered(Self.numbers))
      }
    }
  }

  private func aggregate(_ function: String, _ stack: ValueStack) throws -> NSDecimalNumber? {
    let wanted = NSExpressionDescription()
    wanted.name = "result"
    wanted.expression = NSExpression(
      forFunction: function, arguments: [NSExpression(forKeyPath: "price")])
    wanted.expressionResultType = .decimalAttributeType
    let request = NSFetchRequest<NSDictionary>(entityName: "Item")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [wanted]
    return try stack.context.fetch(request).first?["result"] as? NSDecimalNumber
  }

  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory])
  func `sums, averages and extremes are exact`(type: NSPersistentStore.StoreType) throws {
    let stack = try ValueStack(type)
    try stack.context.performAndWait {
      for text in ["0.1", "0.2", "1.00000000000000000001", "40.98", "-3"] {
        stack.insert(["price": NSDecimalNumber(string: text)])
      }
      stack.insert([:])
      try stack.context.save()
      #expect(try aggregate("sum:", stack)?.stringValue == "39.28000000000000000001")
      #expect(try aggregate("average:", stack)?.stringValue == "7.856000000000000000002")
      #expect(try aggregate("min:", stack)?.stringValue == "-3")
      #expect(try aggregate("max:", stack)?.stringValue == "40.98")
      let tenth = try stack.fetch(
        NSPredicate(format: "price * 3 == %@", NSDecimalNumber(string: "0.3")))
      #expect(tenth.compactMap(price) == [NSDecimalNumber(string: "0.1")])
      let sum = try stack.fetch(
        NSPredicate(format: "price + 0.2 == %@", NSDecimalNumber(string: "0.3")))
      #expect(sum.count == 1)
    }
  }

  @Test func `groups and distinct values tell exact amounts apart`() throws {
    let stack = try ValueStack()
    try stack.context.performAndWait {
      for text in ["1", "1.0", "1.00000000000000000001", "1.00000000000000000001"] {
        stack.insert(["price": NSDecimalNumber(string: text)])
      }
      try stack.context.save()
      let request = NSFetchRequest<NSDictionary>(entityName: "Item")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["price"]
      request.returnsDistinctResults = true
      request.sortDescriptors = [NSSortDescriptor(key: "price", ascending: false)]
      let found = try stack.context.fetch(request).compactMap { $0["price"] as? NSDecimalNumber }
      #expect(found.map(\.stringValue) == ["1.00000000000000000001", "1"])
    }
  }

  @Test func `a uniqueness constraint compares amounts exactly`() throws {
    let stack = try ValueStack(model: { $0.uniquenessConstraints = [["price"]] })
    try stack.context.performAndWait {
      stack.insert(["price": NSDecimalNumber(string: "1")])
      stack.insert(["price": NSDecimalNumber(string: "1.00000000000000000001")])
      try stack.context.save()
      stack.insert(["price": NSDecimalNumber(string: "1.000")])
      #expect(stack.failureOfSave()?.code == .managedObjectConstraintMerge)
    }
  }

  @Test func `a file with doubles in the column is read, found, sorted and summed`() throws {
    let stack = try ValueStack()
    let plain = try PlainDatabase(stack.url)
    for (key, number) in ["40.98", "0.1", "2", "1e100"].enumerated() {
      try plain.run(
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZPRICE) VALUES (\(key + 1), 1, 1, \(number))")
    }
    try stack.context.performAndWait {
      let found = try stack.fetch(sortedBy: "price").compactMap(price).map(\.stringValue)
      #expect(found == ["0.1", "2", "40.98", "1" + String(repeating: "0", count: 100)])
      #expect(
        try stack.fetch(NSPredicate(format: "price == %@", NSDecimalNumber(string: "40.98"))).count
          == 1)
      #expect(try aggregate("min:", stack)?.stringValue == "0.1")
    }
  }

  @Test(arguments: [
    "price": NSDecimalNumber.notANumber as NSNumber, "real": NSNumber(value: Double.nan),
    "small": NSNumber(value: Float.nan),
  ])
  func `what is not a number is refused by a save, in every store`(
    key: String, value: NSNumber
  ) throws {
    for type in [NSPersistentStore.StoreType.sqlite, .inMemory] {
      let stack = try ValueStack(type)
      stack.context.performAndWait {
        stack.insert([key: value])
        let error = stack.failureOfSave()
        #expect(error?.code == .managedObjectValidation)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == key)
      }
    }
  }

  @Test func `infinite doubles are kept`() throws {
    let stack = try ValueStack()
    try stack.context.performAndWait {
      stack.insert(["real": -Double.infinity, "small": Float.infinity])
      try stack.context.save()
      stack.forgetEverything()
      let object = try #require(try stack.fetch().first)
      #expect(object.value(forKey: "real") as? Double == -Double.infinity)
      #expect(object.value(forKey: "small") as? Float == Float.infinity)
    }
  }
}
