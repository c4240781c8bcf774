internal import Foundation

/// Reads the `xcmapping.xml` of an `.xcmappingmodel`: Xcode's own objects, which refer to each
/// other by `idrefs`.
///
///     XDDEVMAPPINGMODEL       the paths of both models
///     XDDEVENTITYMAPPING      the entities, a filter, a policy
///     XDDEVATTRIBUTEMAPPING, XDDEVRELATIONSHIPMAPPING
///                             the property, where its value comes from if not from its namesake
struct MappingReader {
  /// An object of Xcode's. Names are in small letters.
  private struct Object {
    let line: Int
    var attributes: [String: String] = [:]
    var references: [String: [String]] = [:]

    subscript(name: String) -> String? {
      attributes[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    func isSet(_ name: String) -> Bool { self[name] == "1" }
  }

  private let url: URL
  private var objects: [String: Object] = [:]
  private var root = Object(line: 1)

  init(_ folder: URL) throws {
    url =
      folder.pathExtension == "xcmappingmodel"
      ? folder.appendingPathComponent("xcmapping.xml") : folder
    let database: ModelElement
    do {
      database = try ModelElement.root(of: try Data(contentsOf: url), from: url)
    } catch let error as ModelFileError {
      throw CocoaError.damagedMapping(error.description)
    }
    var roots: [Object] = []
    for element in database.children("object") {
      var object = Object(line: element.line)
      for attribute in element.children("attribute") {
        object.attributes[(attribute["name"] ?? "").lowercased()] =
          attribute.text.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      for relationship in element.children("relationship") {
        object.references[(relationship["name"] ?? "").lowercased()] =
          (relationship["idrefs"] ?? "").split(separator: " ").map(String.init)
      }
      if element["type"]?.uppercased() == "XDDEVMAPPINGMODEL" { roots.append(object) }
      objects[element["id"] ?? ""] = object
    }
    guard database.name == "database", roots.count == 1 else {
      throw trouble(database.line, "has \(roots.count) objects of the type XDDEVMAPPINGMODEL")
    }
    root = roots[0]
  }

  private func trouble(_ line: Int, _ what: String) -> CocoaError {
    CocoaError.damagedMapping("\(url.path):\(line): \(what)")
  }

  /// The names of the versions that it maps between, as far as it says.
  var versions: (source: String?, destination: String?) {
    func version(_ path: String) -> String? {
      root[path].map { URL(fileURLWithPath: $0) }.flatMap {
        $0.pathExtension == "xcdatamodel" ? $0.deletingPathExtension().lastPathComponent : nil
      }
    }
    return (version("sourcemodelpath"), version("destinationmodelpath"))
  }

  // MARK: Mappings

  func entityMappings() throws -> [NSEntityMapping] {
    let mappings = try members("entitymappings", of: root)
    return try mappings.sorted {
      Int($0["mappingnumber"] ?? "") ?? 0 < Int($1["mappingnumber"] ?? "") ?? 0
    }.map(entityMapping)
  }

  private func members(_ name: String, of object: Object) throws -> [Object] {
    try (object.references[name] ?? []).map { id in
      guard let member = objects[id] else {
        throw trouble(object.line, "refers by \(name) to \(id), which is not in the file")
      }
      return member
    }
  }

  private func entityMapping(_ object: Object) throws -> NSEntityMapping {
    let mapping = NSEntityMapping()
    (mapping.sourceEntityName, mapping.destinationEntityName) = (
      object["sourcename"], object["destinationname"]
    )
    let names = [mapping.sourceEntityName, mapping.destinationEntityName].compactMap { $0 }
    if names.isEmpty { throw trouble(object.line, "maps neither from nor to an entity") }
    mapping.name = object["name"] ?? names.joined(separator: "To")
    mapping.entityMigrationPolicyClassName = object["migrationpolicyclassname"]
    mapping.mappingType =
      mapping.entityMigrationPolicyClassName != nil
      ? .customEntityMappingType
      : mapping.sourceEntityName == nil
        ? .addEntityMappingType
        : mapping.destinationEntityName == nil
          ? .removeEntityMappingType : .transformEntityMappingType
    try requireReadable("sourceexpressiondata", of: object)
    if let format = object["sourcefilterpredicatestring"] {
      do { mapping.sourceFilter = try NSPredicate(parsing: format) } catch {
        throw trouble(object.line, "filters by '\(format)': \(error)")
      }
    }
    mapping.attributeMappings = try members("attributemappings", of: object).map(property)
    mapping.relationshipMappings = try members("relationshipmappings", of: object).map(property)
    return mapping
  }

  private func property(_ object: Object) throws -> NSPropertyMapping {
    guard let name = object["name"] else { throw trouble(object.line, "maps a nameless property") }
    try requireReadable("valueexpressiondata", of: object)
    let mapping = NSPropertyMapping(name: name)
    mapping.throughMapping = object["sourcemappingname"]
    if let path = object["sourcekeypath"] {
      do { mapping.valueExpression = try NSExpression(parsing: "$source.\(path)") } catch {
        throw trouble(object.line, "takes \(name) from '\(path)': \(error)")
      }
    }
    return mapping
  }

  /// An expression that was typed into Xcode is kept in an archive that only Apple can read.
  private func requireReadable(_ archive: String, of object: Object) throws {
    if object.isSet("autogenerateexpression") || object[archive] == nil { return }
    throw trouble(
      object.line,
      "has an expression for \(object["name"] ?? object["destinationname"] ?? "an entity") that "
        + "only Xcode can read; say it in code, in the mapping or in a policy")
  }
}

extension CocoaError {
  static func damagedMapping(_ what: String) -> CocoaError {
    coreData(
      .fileReadCorruptFile, "The mapping model", what,
      wayOut: "Save the .xcmappingmodel anew in Xcode, or make the mapping in code.")
  }
}
