import ManagedAccessors
import Testing

/// What Xcode writes for a model's entities.
struct XcodeClassesTests {
  private func text(_ entities: String, declared: Set<String> = []) -> String {
    XcodeClasses(contents: "<model>\(entities)</model>").text(declared: declared)
  }

  private func room(_ properties: String, generated: String = "class") -> String {
    """
    <entity name="Room" representedClassName="Room" codeGenerationType="\(generated)">
    \(properties)</entity>
    """
  }

  @Test(arguments: [
    (#"attributeType="String""#, "String?"), (#"attributeType="Date""#, "Date?"),
    (#"attributeType="Date" usesScalarValueType="YES""#, "TimeInterval"),
    (#"attributeType="Integer 16" usesScalarValueType="YES""#, "Int16"),
    (#"attributeType="Integer 64" usesScalarValueType="NO""#, "NSNumber?"),
    (#"attributeType="Boolean" usesScalarValueType="YES""#, "Bool"),
    (#"attributeType="Decimal""#, "NSDecimalNumber?"), (#"attributeType="Binary""#, "Data?"),
    (#"attributeType="UUID""#, "UUID?"), (#"attributeType="URI""#, "URL?"),
    (#"attributeType="Transformable""#, "NSObject?"),
    (#"attributeType="Transformable" customClassName="Place""#, "Place?"),
  ])
  func `an attribute has the type that Xcode gives it`(attributes: String, type: String) {
    let text = text(room("<attribute name=\"value\" \(attributes)/>"))
    #expect(text.contains("\n  @NSManaged public var value: \(type)\n"), "\(text)")
  }

  @Test func `a relationship to many has a set and methods, an ordered one more of them`() {
    let many = #"<relationship name="items" toMany="YES" destinationEntity="Room"/>"#
    let ordered = #"<relationship name="pins" toMany="YES" ordered="YES" destinationEntity="X"/>"#
    let one = #"<relationship name="parent" maxCount="1" destinationEntity="Room"/>"#
    let text = text(room(many + ordered + one))
    for line in [
      "var items: NSSet?", "func addToItems(_ value: Room)",
      "func removeFromItems(_ values: NSSet)",
      "var pins: NSOrderedSet?", "func insertIntoPins(_ value: NSManagedObject, at idx: Int)",
      "func replacePins(at idx: Int, with value: NSManagedObject)", "var parent: Room?",
    ] { #expect(text.contains("@NSManaged public \(line)\n"), "\(line)") }
  }

  @Test func `classes are written as the model says, and by hand they are not written again`() {
    #expect(text(room("")).contains("open class Room: NSManagedObject {}"))
    #expect(!text(room(""), declared: ["Room"]).contains("class Room:"))
    #expect(!text(room("", generated: "category")).contains("class Room:"))
    #expect(text(room("", generated: "category")).contains("extension Room {"))
    #expect(text(room("", generated: "")) == "")
    let child =
      #"<entity name="Den" representedClassName=".Den" parentEntity="Room" "#
      + #"codeGenerationType="class"/>"#
    #expect(text(room("") + child).contains("open class Den: Room {}"))
  }
}
