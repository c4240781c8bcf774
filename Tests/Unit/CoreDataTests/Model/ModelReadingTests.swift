import Foundation
import Testing

@testable import CoreData

struct ModelReadingTests {
  private func read(_ xml: String) throws -> NSManagedObjectModel {
    try ModelReader.model(from: Data(xml.utf8), at: SampleModelFile.url)
  }

  @Test func `entities, attributes and their limits are read`() throws {
    let model = try read(SampleModelFile.chat)
    #expect(model.entities.compactMap(\.name) == ["Room", "QuietRoom", "Member", "Message"])
    #expect(model.versionIdentifiers == ["v7"])
    let room = try #require(model.entitiesByName["Room"])
    #expect(room.attributesByName["seats"]?.attributeType == .integer16AttributeType)
    #expect(room.attributesByName["seats"]?.defaultValue as? Int == 8)
    #expect(room.attributesByName["topic"]?.defaultValue as? String == "anything")
    #expect(room.attributesByName["cache"]?.isTransient == true)
    #expect(room.attributesByName["name"]?.isOptional == false)
    #expect(room.constraintNames == [["name"]])
    #expect(room.indexes.first?.elements.first?.isAscending == false)
    #expect(room.userInfo?["colour"] as? String == "green")
    let joined = model.entitiesByName["Member"]?.attributesByName["joined"]?.defaultValue
    #expect(joined as? Date == Date(timeIntervalSinceReferenceDate: 60))
  }

  @Test func `limits become validation predicates with Apple's codes`() throws {
    let room = try #require(read(SampleModelFile.chat).entitiesByName["Room"])
    let name = try #require(room.attributesByName["name"])
    #expect(name.validationWarnings.compactMap { $0 as? Int } == [1670, 1660, 1680])
    let allowed = name.validationPredicates
    #expect(allowed.allSatisfy { $0.evaluate(with: "tea room") })
    #expect(allowed.map { $0.evaluate(with: "") } == [false, true, false])
    #expect(allowed.map { $0.evaluate(with: "A room whose name is long") } == [true, false, false])
    let seats = try #require(room.attributesByName["seats"])
    #expect(seats.validationWarnings.compactMap { $0 as? Int } == [1620, 1610])
    #expect(seats.validationPredicates.map { $0.evaluate(with: 0) } == [false, true])
  }

  @Test func `relationships find their destinations and inverses`() throws {
    let model = try read(SampleModelFile.chat)
    let room = try #require(model.entitiesByName["Room"])
    let messages = try #require(room.relationshipsByName["messages"])
    #expect(messages.isToMany && messages.isOrdered)
    #expect(messages.deleteRule == .cascadeDeleteRule)
    #expect(messages.inverseRelationship?.name == "room")
    #expect(messages.inverseRelationship?.inverseRelationship === messages)
    #expect(room.relationshipsByName["members"]?.minCount == 1)
    #expect(room.relationshipsByName["members"]?.maxCount == 50)
    let quiet = try #require(model.entitiesByName["QuietRoom"])
    #expect(quiet.superentity === room)
    #expect(quiet.propertiesByName["messages"] === messages)
  }

  @Test func `requests and configurations are read`() throws {
    let model = try read(SampleModelFile.chat)
    let request = try #require(
      model.fetchRequestFromTemplate(
        withName: "Unread", substitutionVariables: ["word": "tea"]))
    #expect(request.predicate?.description == "text CONTAINS \"tea\"")
    #expect(model.configurations == ["Small"])
    #expect(model.entities(forConfigurationName: "Small")?.compactMap(\.name) == ["Member"])
  }

  @Test func `reading twice gives the same hashes, a changed file gives others`() throws {
    let model = try read(SampleModelFile.chat)
    #expect(
      try read(SampleModelFile.chat).entityVersionHashesByName == model.entityVersionHashesByName)
    let changed = try read(
      SampleModelFile.chat.replacing(
        "name=\"seats\" attributeType=\"Integer 16\"",
        with: "name=\"seats\" attributeType=\"Integer 32\""))
    let differing = model.entityVersionHashesByName.filter {
      changed.entityVersionHashesByName[$0.key] != $0.value
    }
    #expect(differing.keys.sorted() == ["QuietRoom", "Room"])
  }
}

struct ModelFileErrorTests {
  typealias Reason = ModelFileError.Reason

  struct Mistake: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let line: Int
    let reason: Reason
    var testDescription: String { new }
  }

  static let mistakes = [
    Mistake(
      old: "attributeType=\"Boolean\"", new: "attributeType=\"Bool\"", line: 23,
      reason: .unknownType("Bool", attribute: "in")),
    Mistake(
      old: "parentEntity=\"Room\"", new: "parentEntity=\"Hall\"", line: 22,
      reason: .unknownEntity("Hall", element: "entity")),
    Mistake(
      old: "deletionRule=\"Deny\"", new: "deletionRule=\"Never\"", line: 28,
      reason: .unknownRule("Never", relationship: "messages")),
    Mistake(
      old: "defaultValueString=\"8\"", new: "defaultValueString=\"eight\"", line: 9,
      reason: .badDefault("eight", attribute: "seats")),
    Mistake(
      old: "predicateString=\"text CONTAINS", new: "predicateString=\"text CONTAIN", line: 40,
      reason: .badPredicate(
        "Unable to parse the format string \"text CONTAIN $word\" at position 5: expected "
          + "a comparison such as == or IN, found 'CONTAIN'.")),
  ]

  @Test(arguments: mistakes)
  func `a mistake is reported with its line`(_ mistake: Mistake) throws {
    let xml = SampleModelFile.chat.replacing(mistake.old, with: mistake.new)
    let error = try #require(throws: ModelFileError.self) {
      try ModelReader.model(from: Data(xml.utf8), at: SampleModelFile.url)
    }
    #expect(error.reason == mistake.reason)
    #expect(error.line == mistake.line)
    #expect(error.description.hasPrefix("/models/Chat.xcdatamodel/contents:\(mistake.line): "))
  }

  static let noModels: [(text: String, line: Int, reason: Reason)] = [
    ("", 1, .notXML("it is empty")),
    ("hello", 1, .notXML("there is text outside of the outermost element")),
    ("<html/>", 1, .notAModel(root: "html")),
    ("<model>\n<entity>\n</model>", 3, .notXML("</model> closes no open element")),
    ("<model>\n<entity name='A'/>", 1, .notXML("<model> is not closed")),
    ("<model>\n<me=\"Room\" a=\"b\">", 2, .notXML("a name is missing")),
    ("<model a='1' a='2'/>", 1, .notXML("'a' is given twice")),
    ("<model\n a='&nbsp;'/>", 2, .notXML("'&nbsp;' stands for nothing")),
    ("<model/><model/>", 1, .notXML("there is a second outermost element")),
  ]

  @Test(arguments: noModels)
  func `a file that is no XML, or no model, is refused`(
    _ text: String, _ line: Int, _ reason: Reason
  ) throws {
    let error = try #require(throws: ModelFileError.self) {
      try ModelReader.model(from: Data(text.utf8), at: SampleModelFile.url)
    }
    #expect(error.reason == reason)
    #expect(error.line == line)
  }

  @Test func `characters can be written as references, and comments are skipped`() throws {
    let xml =
      "<?xml version='1.0'?><!-- <a> --><model userDefinedModelVersionIdentifier='&lt;&#65;&#x1F600;&quot;'/>"
    let model = try ModelReader.model(from: Data(xml.utf8), at: SampleModelFile.url)
    #expect(model.versionIdentifiers == ["<A😀\""])
  }

  @Test func `the current version is the one the folder names`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ModelReading-\(UUID().uuidString).xcdatamodeld")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (version, name) in [("One", "Room"), ("Two", "Hall")] {
      let inner = folder.appendingPathComponent("\(version).xcdatamodel")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      let xml = "<model><entity name=\"\(name)\"/></model>"
      try Data(xml.utf8).write(to: inner.appendingPathComponent("contents"))
    }
    let error = try #require(throws: ModelFileError.self) {
      try NSManagedObjectModel(reading: folder)
    }
    #expect(error.reason == .severalVersions(["One.xcdatamodel", "Two.xcdatamodel"]))
    let choice = try PropertyListSerialization.data(
      fromPropertyList: ["_XCCurrentVersionName": "Two.xcdatamodel"], format: .xml, options: 0)
    try choice.write(to: folder.appendingPathComponent(".xccurrentversion"))
    #expect(NSManagedObjectModel(contentsOf: folder)?.entities.first?.name == "Hall")
  }
}
