import Foundation
import Testing

@testable import CoreData

/// Versions of a model, found by the hashes that a store keeps.
struct ModelVersionTests {
  private func xml(_ attributes: [String]) -> String {
    let all = attributes.map {
      "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
    }
    return "<model><entity name=\"Room\">\(all.joined())</entity></model>"
  }

  @Test func `of several versions the one that a store was written with is found`() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let versions = folder.appendingPathComponent("Chat.xcdatamodeld")
    let attributes = [["name"], ["name", "topic"], ["name", "topic", "colour"]]
    for (number, names) in attributes.enumerated() {
      let version = versions.appendingPathComponent("Chat \(number).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try xml(names).write(
        to: version.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    }
    let current: NSDictionary = ["_XCCurrentVersionName": "Chat 2.xcdatamodel"]
    try PropertyListSerialization.data(fromPropertyList: current, format: .xml, options: 0)
      .write(to: versions.appendingPathComponent(".xccurrentversion"))
    let bundle = try #require(Bundle(path: folder.path))
    for (number, names) in attributes.enumerated() {
      let url = folder.appendingPathComponent("chat \(number).sqlite")
      let made = try ModelReader.model(from: Data(xml(names).utf8), at: url)
      try ForeignStack(model: made, url: url).close()
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: url)
      let found = NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata)
      #expect(found?.entitiesByName["Room"]?.attributesByName.keys.sorted() == names.sorted())
      try ForeignStack(model: try #require(found), url: url).close()
    }
    #expect(NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: [:]) == nil)
    let current2 = try #require(NSManagedObjectModel.mergedModel(from: [bundle]))
    #expect(current2.entitiesByName["Room"]?.attributesByName.count == 3)
  }

  @Test func `a store of several models finds all of them again`() throws {
    let (rooms, changed) = (NSManagedObjectModel(), NSManagedObjectModel())
    let notes = NSManagedObjectModel()
    func entity(_ name: String, _ attribute: String) -> NSEntityDescription {
      let entity = NSEntityDescription()
      entity.name = name
      entity.properties = [ChatModel.string(attribute)]
      return entity
    }
    rooms.entities = [entity("Room", "name")]
    changed.entities = [entity("Room", "title")]
    notes.entities = [entity("Note", "text")]
    let merged = try #require(NSManagedObjectModel(byMerging: [rooms, notes]))
    let metadata = [NSStoreModelVersionHashesKey: merged.entityVersionHashesByName]
    let found = NSManagedObjectModel(
      byMerging: [changed, notes, rooms], forStoreMetadata: metadata)
    #expect(found?.entityVersionHashesByName == merged.entityVersionHashesByName)
    #expect(NSManagedObjectModel(byMerging: [changed, notes], forStoreMetadata: metadata) == nil)
  }

  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .binary, .xml])
  func `new metadata leave what a store says of itself, so that it opens again`(
    type: NSPersistentStore.StoreType
  ) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("chat")
    let stack = try ForeignStack(model: ChatModel.make(), url: url, type: type)
    let uuid = stack.store.identifier
    stack.store.metadata = ["note": "one"]
    try stack.close()
    func note() throws -> String? {
      let again = try ForeignStack(model: ChatModel.make(), url: url, type: type)
      defer { try? again.close() }
      #expect(again.store.identifier == uuid && again.store.type == type.rawValue)
      return again.store.metadata["note"] as? String
    }
    #expect(try note() == "one")
    try NSPersistentStoreCoordinator.setMetadata(["note": "two"], type: type, at: url)
    #expect(try note() == "two")
    try NSPersistentStoreCoordinator.setMetadata(nil, type: type, at: url)
    #expect(try note() == nil)
  }
}
