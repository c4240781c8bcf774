import Foundation
import Testing

@testable import CoreData

/// Mapping models in Xcode's files.
struct MappingFileTests {
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

  private func withFile(
    _ xml: String, in folder: URL? = nil, _ body: (URL) throws -> Void
  ) throws {
    let folder = try folder ?? TemporaryFolder.make()
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

  @Test(arguments: [nil, false, true])
  func `opening a store finds it, and the model of the store, unless it is told to infer`(
    infers: Bool?
  ) throws {
    let contents = { (attribute: String) in
      "<model><entity name=\"Note\"><attribute name=\"\(attribute)\" optional=\"YES\" "
        + "attributeType=\"String\"/></entity></model>"
    }
    let xml = """
      <database>
        <object type="XDDEVATTRIBUTEMAPPING" id="z3">
          <attribute name="name" type="string">body</attribute>
          <attribute name="sourcekeypath" type="string">\(Self.textName)</attribute>
        </object>
        <object type="XDDEVENTITYMAPPING" id="z2">
          <attribute name="sourcename" type="string">Note</attribute>
          <attribute name="destinationname" type="string">Note</attribute>
          <relationship name="attributemappings" type="0/0" idrefs="z3"></relationship>
        </object>
        <object type="XDDEVMAPPINGMODEL" id="z1">
          <relationship name="entitymappings" type="0/0" idrefs="z2"></relationship>
        </object>
      </database>
      """
    // Where the package manager puts the resources of a target.
    let folder = Bundle.main.bundleURL.appendingPathComponent("Mapping\(UUID()).resources")
    defer { try? FileManager.default.removeItem(at: folder) }
    try withFile(xml, in: folder) { _ in
      let version = folder.appendingPathComponent("Notes.xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try contents(Self.textName).write(
        to: version.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
      let url = folder.appendingPathComponent("notes.sqlite")
      let old = try ForeignStack(
        model: try #require(NSManagedObjectModel(contentsOf: version)), url: url)
      let writing = old.context()
      try writing.performAndWait {
        writing.insert("Note", [Self.textName: "hello"])
        try writing.save()
      }
      try old.close()
      let model = try ModelReader.model(from: Data(contents("body").utf8), at: url)
      var options: [AnyHashable: Any] = [NSMigratePersistentStoresAutomaticallyOption: true]
      options[NSInferMappingModelAutomaticallyOption] = infers
      let new = try ForeignStack(model: model, url: url, options: options)
      let context = new.context()
      try context.performAndWait {
        let notes = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
        // What was worked out takes `body` for a new attribute.
        #expect(notes.map { $0["body"] } == [infers == true ? nil : "hello"])
      }
      try new.close()
    }
  }

  /// No other test's model has it, and all look into the same resources.
  private static let textName = "wording"

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
