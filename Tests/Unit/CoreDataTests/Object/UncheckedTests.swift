import Foundation
import Synchronization
import Testing

@testable import CoreData

@Suite("What is not checked while it runs")
struct UncheckedTests {
  @Test func `an object inside an Any is found where the compiler puts it`() {
    let type = unsafeBitCast(NSObject.self as Any.Type, to: Int.self)
    #expect(AnyLayout.isAsDescribed(type))
    #expect(!AnyLayout.isAsDescribed(type + 8), "any other number must be seen to be wrong")
  }

  @Test func `what isEqual is handed is found however it is wrapped`() {
    let object = NSObject()
    #expect(AnyLayout.object(in: object) === object)
    #expect(AnyLayout.object(in: object as AnyObject) === object)
    #expect(AnyLayout.object(in: Optional(object) as Any) === object)
    let sub: Any = NSMutableArray()
    #expect(AnyLayout.object(in: sub) === sub as AnyObject)
    #expect(AnyLayout.object(in: nil) == nil)
    #expect(AnyLayout.object(in: 7) is NSNumber, "numbers are bridged, as casts bridge them")
    #expect(AnyLayout.object(in: Bystander()) == nil)
  }

  @Test func `a class that checks values itself is told from all others`() {
    #expect(OverriddenHook.validation != nil, "the layout of classes is not the one that is known")
    for type in [NSManagedObject.self, Trusting.self, TrustingBelow<Int>.self] {
      #expect(!OverriddenHook.validatesValues(type), "\(type)")
    }
    for type in [Checking.self, CheckingBelow.self, CheckingAlso<Int>.self] {
      #expect(OverriddenHook.validatesValues(type), "\(type)")
    }
  }

  @Test func `a class that reads values itself is told from all others, and asked`() throws {
    #expect(OverriddenHook.reading != nil, "the layout of classes is not the one that is known")
    #expect(!OverriddenHook.readsValues(NSManagedObject.self))
    #expect(!OverriddenHook.readsValues(Checking.self))
    #expect(OverriddenHook.readsValues(Shouting.self))
    let stack = try ChatStack(model: { $0["Room"]?.objectClass = Shouting.self })
    let context = stack.context("reader")
    try context.performAndWait {
      let room = context.insert("Room", ["name": "attic", "topic": "dust"])
      #expect(NSPredicate(format: "name == 'ATTIC' AND topic == 'DUST'").evaluate(with: room))
      let member = context.insert("Member", ["name": "Ann"])
      #expect(NSPredicate(format: "name == 'Ann'").evaluate(with: member))
      try context.save()
    }
  }

  private final class Shouting: NSManagedObject {
    override func value(forKey key: String) -> Any? {
      (super.value(forKey: key) as? String)?.uppercased() ?? super.value(forKey: key)
    }
  }

  @Test func `references counted in advance are given back, used or not`() {
    let deaths = Deaths()
    for used in [0, 1, 63, 64, 65, 200] {
      do {
        var references = PrecountedReferences(Mortal(deaths))
        var held: [Mortal] = []
        for _ in 0..<used { held.append(references.take()) }
        #expect(deaths.count == 0)
      }
      #expect(deaths.takeCount() == 1, "with \(used) references used")
    }
  }

  @Test func `a visit goes through an array in order and lets nothing die or live longer`() {
    let deaths = Deaths()
    do {
      let objects = (0..<5).map { Mortal(deaths, $0) }
      var seen: [Int] = []
      objects.visit { seen.append($0.number) }
      let gappy: [Mortal?] = [nil, objects[1], nil, objects[3]]
      gappy.visitPresent { seen.append($0.number) }
      #expect(seen == [0, 1, 2, 3, 4, 1, 3])
      withExtendedLifetime(objects) { #expect(deaths.count == 0) }
    }
    #expect(deaths.count == 5)
  }

  @Test func `of two objects made at once, one is kept and the other one dies`() {
    let deaths = Deaths()
    do {
      let once = OnceReference<Mortal>()
      let kept = once.object {
        // Another thread is quicker.
        #expect(once.object { Mortal(deaths, 1) }.number == 1)
        return Mortal(deaths, 2)
      }
      #expect(kept.number == 1)
      #expect(deaths.takeCount() == 1)
      #expect(once.visit({ Mortal(deaths, 3) }, { $0.number }) == 1)
      #expect(deaths.count == 0)
    }
    #expect(deaths.count == 1)
  }
}

/// No `NSObject`.
private final class Bystander {}

private final class Deaths: Sendable {
  private let counter = Atomic(0)
  var count: Int { counter.load(ordering: .relaxed) }
  func add() { counter.add(1, ordering: .relaxed) }
  func takeCount() -> Int { counter.exchange(0, ordering: .relaxed) }
}

private final class Mortal: Sendable {
  let number: Int
  private let deaths: Deaths
  init(_ deaths: Deaths, _ number: Int = 0) { (self.deaths, self.number) = (deaths, number) }
  deinit { deaths.add() }
}

// Classes that override other hooks, and have fields and methods of their own.

private class Trusting: NSManagedObject {
  var note = "", count = 0
  func rename(_ name: String) { note = name }
  override func willSave() { count += 1 }
  override func validateForInsert() throws { try super.validateForInsert() }
}
private final class TrustingBelow<Kind>: Trusting {
  var kinds: [Kind] = []
  override func setValue(_ value: Any?, forKey key: String) { super.setValue(value, forKey: key) }
}

private class Checking: Trusting {
  override func validateValue(_ value: Any?, forKey key: String) throws {}
}
private final class CheckingBelow: Checking { var more = 0.0 }
private final class CheckingAlso<Kind>: Trusting {
  override func validateValue(_ value: Any?, forKey key: String) throws { count += 1 }
}
