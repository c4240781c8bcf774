import Foundation
import Testing

@testable import CoreData

/// Mapping models in Xcode's files, and models found by what a store says of itself.
@Suite struct MappingFileTests {
  /// As Xcode writes one: rooms become halls, quiet ones only, and messages posts.
  private static let xml = """
    <?xml version="1.0" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

    <database>
      <databaseInfo><version>134481920</version><nextObjectID>110</nextObjectID></databaseInfo>
      <object type="XDDEVATTRIBUTEMAPPING" id="z103">
        <attribute name="name" type="string">name</attribute>
        <attribute name="autogenerateexpression" type="bool">1</attribute>
        <relationship name="entitymapping" type="1/1" destination="XDDEVENTITYMAPPING"
          idrefs="z101"></relationship>
      </object>
      <object type="XDDEVATTRIBUTEMAPPING" id="z104">
        <attribute name="name" type="string">body</attribute>
        <attribute name="sourcekeypath" type="string">text</attribute>
      </object>
      <object type="XDDEVRELATIONSHIPMAPPING" id="z105">
        <attribute name="name" type="string">posts</attribute>
        <attribute name="sourcekeypath" type="string">messages</attribute>
        <attribute name="sourcemappingname" type="string">MessageToMessage</attribute>
      </object>
      <object type="XDDEVENTITYMAPPING" id="z101">
        <attribute name="sourcename" type="string">Room</attribute>
        <attribute name="destinationname" type="string">Hall</attribute>
        <attribute name="sourcefilterpredicatestring" type="string">name &lt; "m"</attribute>
        <attribute name="mappingnumber" type="int16">2</attribute>
        <relationship name="attributemappings" type="0/0" idrefs="z103"></relationship>
        <relationship name="relationshipmappings" type="0/0" idrefs="z105"></relationship>
      </object>
      <object type="XDDEVENTITYMAPPING" id="z102">
        <attribute name="sourcename" type="string">Message</attribute>
        <attribute name="destinationname" type="string">Message</attribute>
        <attribute name="mappingnumber" type="int16">1</attribute>
        <relationship name="attributemappings" type="0/0" idrefs="z104"></relationship>
      </object>
      <object type="XDDEVMAPPINGMODEL" id="z100">
        <attribute name="sourcemodelpath" type="string">Chat.xcdatamodeld/Chat.xcdatamodel</attribute>
        <relationship name="entitymappings" type="0/0" idrefs="z101 z102"></relationship>
      </object>
    </database>
    """

  private func nextModel() -> NSManagedObjectModel {
    ChatModel.make { entities in
      entities["Room"]!.name = "Hall"
      entities["Message"]!.attributesByName["text"]!.name = "body"
      entities["Room"]!.relationshipsByName["messages"]!.name = "posts"
    }
  }

  private func withFile(_ xml: String, _ body: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let mapping = folder.appendingPathComponent("Next.xcmappingmodel")
    try FileManager.default.createDirectory(at: mapping, withIntermediateDirectories: true)
    try xml.write(
      to: mapping.appendingPathComponent("xcmapping.xml"), atomically: true, encoding: .utf8)
    try body(mapping)
  }

  @Test func `a mapping model of Xcode's migrates a store, in its order and with its filter`()
    throws
  {
    try withFile(Self.xml) { file in
      let mapping = try NSMappingModel(reading: file)
      #expect(mapping.entityMappings.map(\.name) == ["MessageToMessage", "RoomToHall"])
      let url = file.deletingLastPathComponent().appendingPathComponent("chat.sqlite")
      let stack = try ForeignStack(model: ChatModel.make(), url: url)
      let context = stack.context()
      try context.performAndWait {
        for name in ["attic", "zoo"] {
          let room = context.insert("Room", ["name": name])
          context.insert("Message", ["text": "in the \(name)", "room": room])
        }
        try context.save()
      }
      try stack.close()
      let manager = NSMigrationManager(
        sourceModel: ChatModel.make(), destinationModel: nextModel())
      try manager.migrateStore(from: url, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
      let new = try ForeignStack(model: nextModel(), url: url).context()
      try new.performAndWait {
        let halls = try new.fetch(NSFetchRequest<NSManagedObject>(entityName: "Hall"))
        #expect(halls.map { $0["name"] } == ["attic"])
        let posts = halls.first?.value(forKey: "posts") as? Set<NSManagedObject> ?? []
        #expect(posts.map { $0["body"] } == ["in the attic"])
        #expect(try new.count(for: NSFetchRequest<NSManagedObject>(entityName: "Message")) == 2)
      }
    }
  }

  @Test func `it is found among resources by the names of both models`() throws {
    try withFile(Self.xml) { file in
      let bundle = try #require(Bundle(path: file.deletingLastPathComponent().path))
      let (old, new) = (ChatModel.make(), nextModel())
      let found = NSMappingModel(from: [bundle], forSourceModel: old, destinationModel: new)
      #expect(found?.entityMappings.count == 2)
      let hall = try #require(new.entitiesByName["Hall"])
      let mapping = found?.entityMappingsByName["RoomToHall"]
      #expect(mapping?.destinationEntityVersionHash == hall.versionHash)
      #expect(NSMappingModel(from: [bundle], forSourceModel: new, destinationModel: old) == nil)
      #expect(NSMappingModel(from: [], forSourceModel: old, destinationModel: new) == nil)
    }
  }

  @Test func `a damaged file is an error that says where, and no trap`() throws {
    let bytes = Array(Self.xml.utf8)
    try withFile(Self.xml) { file in
      let place = file.appendingPathComponent("xcmapping.xml")
      for size in stride(from: 0, to: bytes.count - 12, by: 41) {
        try Data(bytes.prefix(size)).write(to: place)
        #expect(throws: CocoaError.self) { try NSMappingModel(reading: file) }
        #expect(NSMappingModel(contentsOf: file) == nil)
      }
      for index in stride(from: 0, to: bytes.count, by: 7) {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(index % 8)
        try Data(damaged).write(to: place)
        do { _ = try NSMappingModel(reading: file) } catch let error as CocoaError {
          #expect(error.code == .fileReadCorruptFile)
        }
      }
    }
    #expect(throws: (any Error).self) {
      try NSMappingModel(reading: URL(fileURLWithPath: "/nowhere.xcmappingmodel"))
    }
  }

  private static let wrong = [
    (#"idrefs="z101 z102""#, #"idrefs="z101 z999""#, "z999"),
    ("name &lt; \"m\"", "name &lt;&lt;", "filters by"),
    (">name</attribute>", "></attribute>", "nameless"),
    (">messages<", ">messages +<", "takes posts from"),
    ("XDDEVMAPPINGMODEL", "XDDEVOTHER", "0 objects"),
    (
      #"<attribute name="autogenerateexpression" type="bool">1</attribute>"#,
      #"<attribute name="valueexpressiondata" type="binary">YnBsaXN0</attribute>"#,
      "only Xcode can read"
    ),
  ]

  @Test(arguments: wrong)
  func `what makes no sense is named`(_ sample: (part: String, other: String, said: String)) throws
  {
    try withFile(Self.xml.replacing(sample.part, with: sample.other)) { file in
      let error = #expect(throws: CocoaError.self) { try NSMappingModel(reading: file) }
      #expect(error?.localizedDescription.contains(sample.said) == true, "\(error as Any)")
    }
  }
}

/// Versions of a model, found by the hashes that a store keeps.
@Suite struct ModelVersionTests {
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
