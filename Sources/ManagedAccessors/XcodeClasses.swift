internal import Foundation

/// What Xcode writes for the entities of a model when it builds, and shows to few: classes, or
/// extensions of classes, with `@NSManaged` members.
public struct XcodeClasses {
  private struct Entity {
    let attributes: [String: String]
    var properties: [(kind: String, attributes: [String: String])] = []

    var name: String { attributes["name"] ?? "" }
    var className: String? {
      attributes["representedClassName"]?.split(separator: ".").last.map(String.init)
    }
  }

  private var entities: [Entity] = []

  /// Reads the `contents` of an `.xcdatamodel`.
  public init(contents text: String) {
    for tag in text.matches(of: #/<(\/?entity|attribute|relationship)\b([^>]*)>/#) {
      let attributes = Dictionary(
        tag.output.2.matches(of: #/(\w+)="([^"]*)"/#).map {
          (String($0.output.1), String($0.output.2))
        }, uniquingKeysWith: { first, _ in first })
      switch tag.output.1 {
      case "entity": entities.append(Entity(attributes: attributes))
      case "/entity": break
      default:
        guard !entities.isEmpty else { continue }
        entities[entities.count - 1].properties.append((String(tag.output.1), attributes))
      }
    }
  }

  /// The Swift of the classes that Xcode is told to write. Those that are `declared` by hand have only
  /// their members written.
  public func text(declared: Set<String>) -> String {
    let parts = entities.compactMap { entity -> String? in
      guard let name = entity.className, name != "NSManagedObject" else { return nil }
      switch entity.attributes["codeGenerationType"] {
      case "class":
        return (declared.contains(name) ? "" : declaration(entity, name)) + members(entity, name)
      case "category": return members(entity, name)
      default: return nil
      }
    }
    return parts.isEmpty
      ? ""
      : (["import CoreData", "import Foundation"].joined(separator: "\n") + "\n" + parts.joined())
  }

  private func declaration(_ entity: Entity, _ name: String) -> String {
    let parent = entity.attributes["parentEntity"].flatMap { parent in
      entities.first { $0.name == parent }?.className
    }
    return "\nopen class \(name): \(parent ?? "NSManagedObject") {}\n"
  }

  private func members(_ entity: Entity, _ name: String) -> String {
    var lines = [
      "public class func fetchRequest() -> NSFetchRequest<\(name)> {",
      "  NSFetchRequest<\(name)>(entityName: \"\(entity.name)\")", "}",
    ]
    for (kind, attributes) in entity.properties {
      guard let property = attributes["name"] else { continue }
      if kind == "attribute" {
        lines.append("@NSManaged public var \(property): \(Self.type(of: attributes))")
      } else {
        lines += relationship(property, attributes)
      }
    }
    return "\nextension \(name) {\n" + lines.map { "  \($0)\n" }.joined() + "}\n"
  }

  private func relationship(_ name: String, _ attributes: [String: String]) -> [String] {
    let target =
      entities.first { $0.name == attributes["destinationEntity"] }?.className ?? "NSManagedObject"
    guard attributes["toMany"] == "YES" else {
      return ["@NSManaged public var \(name): \(target)?"]
    }
    let isOrdered = attributes["ordered"] == "YES"
    let set = isOrdered ? "NSOrderedSet" : "NSSet"
    let suffix = name.prefix(1).uppercased() + name.dropFirst()
    var signatures = ["addTo", "removeFrom"].flatMap { verb in
      ["\(verb)\(suffix)(_ value: \(target))", "\(verb)\(suffix)(_ values: \(set))"]
    }
    if isOrdered {
      signatures += [
        "insertInto\(suffix)(_ value: \(target), at idx: Int)",
        "removeFrom\(suffix)(at idx: Int)",
        "insertInto\(suffix)(_ values: [\(target)], at indexes: NSIndexSet)",
        "removeFrom\(suffix)(at indexes: NSIndexSet)",
        "replace\(suffix)(at idx: Int, with value: \(target))",
        "replace\(suffix)(at indexes: NSIndexSet, with values: [\(target)])",
      ]
    }
    return ["@NSManaged public var \(name): \(set)?"]
      + signatures.map { "@NSManaged public func \($0)" }
  }

  private static func type(of attributes: [String: String]) -> String {
    let isScalar = attributes["usesScalarValueType"] == "YES"
    func number(_ type: String) -> String { isScalar ? type : "NSNumber?" }
    return switch attributes["attributeType"] {
    case "String": "String?"
    case "Integer 16": number("Int16")
    case "Integer 32": number("Int32")
    case "Integer 64": number("Int64")
    case "Boolean": number("Bool")
    case "Double": number("Double")
    case "Float": number("Float")
    case "Decimal": "NSDecimalNumber?"
    case "Date": isScalar ? "TimeInterval" : "Date?"
    case "Binary": "Data?"
    case "UUID": "UUID?"
    case "URI": "URL?"
    case "Composite": "[String: Any]?"
    default: (attributes["customClassName"] ?? "NSObject") + "?"
    }
  }
}
