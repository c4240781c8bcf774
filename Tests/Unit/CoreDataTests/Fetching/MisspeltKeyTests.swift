import Foundation
import Testing

@testable import CoreData

/// A key that leads nowhere is an error in every store: to find nothing would hide the mistake.
struct MisspeltKeyTests {
  static let types: [NSPersistentStore.StoreType] = [.sqlite, .inMemory, .xml, .binary]

  private func withContext(
    _ type: NSPersistentStore.StoreType, _ body: (NSManagedObjectContext) throws -> Void
  ) throws {
    let stack = try ChatStack(type, onDisk: type != .inMemory)
    let context = stack.viewContext()
    context.insert("Message", ["text": "a"])
    try context.save()
    try body(context)
  }

  private func expectRefusal(
    _ word: String, _ adjust: (NSFetchRequest<NSManagedObject>) -> Void,
    in context: NSManagedObjectContext, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Message")
    adjust(request)
    let error = #expect(throws: CocoaError.self, sourceLocation: sourceLocation) {
      _ = try context.fetch(request)
    }
    #expect(error?.code.rawValue == 134060, sourceLocation: sourceLocation)
    #expect(error?.localizedDescription.contains("'\(word)'") == true)
  }

  @Test(arguments: types)
  func `predicates and sort descriptors name properties that are there`(
    _ type: NSPersistentStore.StoreType
  ) throws {
    try withContext(type) { context in
      for (format, word) in [
        ("txet == 'a'", "txet"), ("room.nmae == 'x'", "nmae"),
        ("isRead == YES AND NOT b == 1", "b"),
        ("ANY room.messages.txet == 'a'", "txet"), ("room.messages.@sum.place == 0", "place"),
        ("SUBQUERY(room.messages, $m, $m.txet == 'a').@count > 0", "txet"),
        ("SUBQUERY(room.messages, $m, $m.room == SELF.rom).@count > 0", "rom"),
        ("uppercase(txet) == 'A'", "txet"), ("place + 1 == 2", "place"),
        ("1 IN {place}", "place"), ("TERNARY(place == 1, 1, 2) == 1", "place"),
        ("position.double == 1", "Message.position"),
      ] {
        try expectRefusal(word, { $0.predicate = NSPredicate(format: format) }, in: context)
      }
      for key in ["txet", "room.nmae"] {
        let word = key.split(separator: ".").last.map(String.init)!
        try expectRefusal(
          word, { $0.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)] }, in: context)
      }
    }
  }

  @Test(arguments: types)
  func `what is there is found`(_ type: NSPersistentStore.StoreType) throws {
    try withContext(type) { context in
      for format in [
        "text == 'a'", "SELF.text == 'a'", "room.name == nil", "room.messages.@count == 0",
        "NOT ANY room.messages.text == 'a'", "self == %@", "room.members.@max.name == nil",
        "SUBQUERY(room.messages, $m, $m.text == 'a' AND $m.room.name == 'x').@count == 0",
      ] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Message")
        let object = try context.fetch(request)[0]
        request.predicate = NSPredicate(format: format, object)
        request.sortDescriptors = [NSSortDescriptor(key: "room.name", ascending: true)]
        #expect(try context.count(for: request) == 1, "\(format)")
      }
    }
  }
}
