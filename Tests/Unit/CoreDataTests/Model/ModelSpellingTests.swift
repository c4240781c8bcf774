import Foundation
import Testing

@testable import CoreData

/// What a model file says is understood, known to mean nothing here, or refused with its place.
struct ModelSpellingTests {
  private func read(_ inside: String, _ head: String = "") throws -> NSManagedObjectModel {
    let xml = "<model \(head)>\n\(inside)\n</model>"
    return try ModelReader.model(from: Data(xml.utf8), at: SampleModelFile.url)
  }

  private func entity(_ inside: String, _ head: String = "") -> String {
    "<entity name=\"Room\" \(head)>\n\(inside)\n</entity>"
  }

  @Test func `what Xcode writes for itself is passed over`() throws {
    let model = try read(
      """
      <entity name="Room" representedClassName="Room" syncable="YES" codeGenerationType="class"
          elementID="Hall">
        <attribute name="name" optional="YES" attributeType="String" syncable="YES"
            spotlightIndexingEnabled="YES" usesScalarValueType="NO" elementID="title"/>
        <attribute name="secret" optional="YES" attributeType="Binary" allowsCloudEncryption="NO"/>
      </entity>
      <elements><element name="Room" positionX="-63" positionY="-18" width="128" height="44"/>
      </elements>
      """,
      """
      type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"
      lastSavedToolsVersion="22225" systemVersion="23A344" minimumToolsVersion="Automatic"
      sourceLanguage="Swift" usedWithCloudKit="NO" usedWithSwiftData="NO"
      """)
    #expect(model.entitiesByName["Room"]?.renamingIdentifier == "Hall")
    #expect(model.entitiesByName["Room"]?.attributesByName["name"]?.renamingIdentifier == "title")
  }

  static let strange: [(xml: String, line: Int, said: String)] = [
    ("<entity name=\"A\" colour=\"red\"/>", 2, "'colour' of <entity>"),
    ("<entity name=\"A\">\n<method name=\"x\"/></entity>", 3, "<method>"),
    (
      "<entity name=\"A\">\n<attribute name=\"x\" attributeType=\"String\" codec=\"zip\"/></entity>",
      3, "'codec' of <attribute>"
    ),
    ("<entity name=\"A\"/>\n<index/>", 3, "<index>"),
    (
      "<entity name=\"A\">\n<attribute name=\"x\" attributeType=\"String\" optional=\"maybe\"/></entity>",
      3, "'optional' of <attribute> is 'maybe'"
    ),
    (
      "<entity name=\"A\">\n<attribute name=\"x\" attributeType=\"Integer 16\"/>\n<fetchIndex name=\"i\">"
        + "\n<fetchIndexElement expression=\"x + 1\" type=\"Binary\"/></fetchIndex></entity>",
      5, "expression"
    ),
    (
      "<entity name=\"A\">\n<attribute name=\"x\" attributeType=\"Double\"/>\n<fetchIndex name=\"i\">"
        + "\n<fetchIndexElement property=\"x\" type=\"RTree\"/></fetchIndex></entity>",
      5, "R-tree"
    ),
  ]

  @Test(arguments: strange)
  func `anything else is refused with its place`(_ sample: (xml: String, line: Int, said: String))
    throws
  {
    let error = try #require(throws: ModelFileError.self) { try read(sample.xml) }
    #expect(error.line == sample.line)
    #expect(error.description.contains(sample.said), "\(error)")
  }

  @Test func `the list of what is passed over is the one in the differences`() throws {
    let list = try String(contentsOf: DifferenceListTests.list, encoding: .utf8)
    let section = list.split(separator: "\n## ").first { $0.hasPrefix("What Xcode writes") } ?? ""
    let listed = section.split(separator: "\n").filter { $0.hasPrefix("- `") }.map(String.init)
    #expect(listed == ModelVocabulary.allPassedOver)
  }

  @Test func `a request of a model says all that it can say`() throws {
    let model = try read(
      entity("<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>")
        + """
        <fetchRequest name="All" entity="Room" predicateString="name != nil" fetchLimit="3"
          fetchBatchSize="5" includeSubentities="NO" returnObjectsAsFaults="NO"
          includesPropertyValues="NO" resultType="1" returnDistinctResults="YES">
          <sortDescriptors/></fetchRequest>
        """.replacing("<sortDescriptors/>", with: ""))
    let request = try #require(model.fetchRequestTemplate(forName: "All"))
    #expect(request.fetchLimit == 3 && request.fetchBatchSize == 5)
    #expect(!request.includesSubentities && !request.returnsObjectsAsFaults)
    #expect(!request.includesPropertyValues && request.returnsDistinctResults)
    #expect(request.resultType == .managedObjectIDResultType)
  }

  @Test func `a partial index and the Spotlight name are read`() throws {
    let model = try read(
      """
      <entity name="Room" coreSpotlightDisplayNameExpression="name">
      <attribute name="name" optional="YES" attributeType="String"/>
      <fetchIndex name="named" partialIndexPredicateString="name != nil">
      <fetchIndexElement property="name" type="Binary" order="ascending"/></fetchIndex></entity>
      """)
    let room = model.entitiesByName["Room"]
    #expect(room?.indexes.first?.partialIndexPredicate?.asWritten == "name != nil")
    #expect(room?.coreSpotlightDisplayNameExpression?.keyPath == "name")
  }
}
