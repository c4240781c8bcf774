import Testing

@testable import CoreData

struct `The table of objects` {
  private let entity: NSEntityDescription
  private let model = NSManagedObjectModel()

  init() {
    entity = NSEntityDescription()
    entity.name = "Room"
    model.entities = [entity]
  }

  private func id(_ key: Int64, in store: String = "store") -> NSManagedObjectID {
    NSManagedObjectID(entity: entity, key: .row(key), storeUUID: store)
  }

  private func object() -> NSManagedObject { NSManagedObject(entity: entity, insertInto: nil) }

  @Test func `an ID leads to its object, and equal keys elsewhere to others`() {
    let table = ObjectTable()
    let temporary = NSManagedObjectID(entity: entity, key: .insertion(7), storeUUID: "")
    let objects = [object(), object(), object()]
    for (object, id) in zip(objects, [id(7), id(7, in: "another"), temporary]) {
      table.set(object, for: id)
    }
    #expect(table.object(for: id(7)) === objects[0])
    #expect(table.object(for: id(7, in: "another")) === objects[1])
    #expect(table.object(for: temporary) === objects[2])
    #expect(table.object(for: id(8)) == nil && table.object(for: id(7 + 64)) == nil)
    table.remove(objects[1], at: 7, in: id(7).scope.space)
    #expect(table.object(for: id(7)) === objects[0], "another object has that place")
    table.remove(objects[0], at: 7, in: id(7).scope.space)
    #expect(table.object(for: id(7)) == nil && table.count == 2)
    table.setIfFree(objects[0], for: temporary)
    #expect(table.object(for: temporary) === objects[2] && table.count == 2)
    table.setIfFree(objects[0], for: id(7))
    #expect(table.object(for: id(7)) === objects[0] && table.count == 3)
  }

  @Test func `keys far apart and close together are all found`() {
    let table = ObjectTable()
    let keys = (0..<300).map { Int64($0) } + (1...300).map { Int64($0) * 1_000_003 }
    let objects = keys.map { _ in object() }
    for (key, object) in zip(keys, objects) { table.set(object, for: id(key)) }
    #expect(zip(keys, objects).allSatisfy { table.object(for: id($0)) === $1 })
    #expect(table.count == 600 && Set(table.objects) == Set(objects))
  }

  @Test(arguments: [-1, -5, -64, -65, .min, .max] as [Int64])
  func `every number has a place of its own, although no row has it`(key: Int64) {
    let table = ObjectTable()
    let neighbour = object()
    table.set(neighbour, for: id(key & 63))
    let object = object()
    table.set(object, for: id(key))
    #expect(table.object(for: id(key)) === object)
    #expect(table.object(for: id(key & 63)) === neighbour && table.count == 2)
    table.remove(object, at: key, in: id(key).scope.space)
    #expect(table.object(for: id(key)) == nil && table.count == 1)
  }

  @Test func `what only the table refers to is taken out`() {
    let table = ObjectTable()
    var held: [NSManagedObject] = []
    for key in 0..<200 {
      let object = object()
      table.set(object, for: id(Int64(key)))
      if key % 2 == 0 { held.append(object) }
    }
    #expect(table.takeUnreferenced().count == 100)
    #expect(table.count == 100 && table.object(for: id(1)) == nil)
    #expect(table.object(for: id(198)) === held.last)
  }
}
