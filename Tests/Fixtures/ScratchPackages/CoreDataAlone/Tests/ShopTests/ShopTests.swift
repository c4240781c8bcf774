import CoreData
import Foundation
import Testing

@Test func `a price is saved, and found again by another context`() throws {
  let name = NSAttributeDescription()
  name.name = "name"
  name.attributeType = .stringAttributeType
  let item = NSEntityDescription()
  item.name = "Item"
  item.properties = [name]
  let model = NSManagedObjectModel()
  model.entities = [item]
  let container = NSPersistentContainer(name: "Shop", managedObjectModel: model)
  let folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  container.persistentStoreDescriptions = [
    NSPersistentStoreDescription(url: folder.appending(path: "shop.sqlite"))
  ]
  container.loadPersistentStores { _, error in #expect(error == nil) }
  let writer = container.newBackgroundContext()
  try writer.performAndWait {
    let apple = NSEntityDescription.insertNewObject(forEntityName: "Item", into: writer)
    apple.setValue("apple", forKey: "name")
    try writer.save()
  }
  let reader = container.newBackgroundContext()
  let names = try reader.performAndWait {
    try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
      .map { $0.value(forKey: "name") as? String }
  }
  #expect(names == ["apple"])
}
