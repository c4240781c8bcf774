internal import Foundation

/// What stands in a binary or an XML store: its metadata, and of each object the entity, the key,
/// the attributes, and the keys of what it refers to.
///
///     metadata   NSStoreUUID, NSStoreModelVersionHashes, ...
///     objects    entity  key  values (name: value)  links (name: [[entity, key], ...])
struct StoredObjects {
  var metadata: [String: Any]
  private let objects: [[String: Any]]

  init?(_ list: [String: Any]) {
    guard let metadata = list["metadata"] as? [String: Any],
      metadata[NSStoreUUIDKey] as? String != nil, let objects = list["objects"] as? [[String: Any]]
    else { return nil }
    (self.metadata, self.objects) = (metadata, objects)
  }

  var list: [String: Any] { ["metadata": metadata, "objects": objects] }

  // MARK: Writing

  init(of nodes: [NSAtomicStoreCacheNode], metadata: [String: Any]) throws {
    self.metadata = metadata
    objects = try nodes.map(Self.object)
  }

  private static func object(of node: NSAtomicStoreCacheNode) throws -> [String: Any] {
    let entity = node.objectID.entity
    var (values, links): ([String: Any], [String: Any]) = ([:], [:])
    for case let attribute as NSAttributeDescription in entity.layout.slots
    where !attribute.isTransient {
      let value = try attribute.storedValue(of: attribute.part(of: node.value(forKey:)))
      values[attribute.name] = try StoredValue.form(of: value, attribute)
    }
    for (name, relationship) in entity.relationshipsByName where !relationship.isTransient {
      let value = node.value(forKey: name)
      let members =
        (value as? NSSet)?.allObjects ?? (value as? NSOrderedSet)?.array ?? [value as Any]
      let ids = members.compactMap { NSManagedObjectID.named(by: $0) }
      if ids.isEmpty { continue }
      let sorted = relationship.isOrdered ? ids : ids.sorted { $0.number < $1.number }
      links[name] = sorted.map { [$0.entity.name ?? "", NSNumber(value: $0.number)] as [Any] }
    }
    return [
      "entity": entity.name ?? "", "key": NSNumber(value: node.objectID.number), "values": values,
      "links": links,
    ]
  }

  // MARK: Reading

  /// Nodes for all objects, knowing each other.
  func nodes(
    in store: NSAtomicStore, of model: NSManagedObjectModel
  ) throws -> Set<NSAtomicStoreCacheNode> {
    var nodes: [IDKey: NSAtomicStoreCacheNode] = [:]
    func id(_ entity: Any?, _ key: Any?) throws -> NSManagedObjectID {
      guard let name = entity as? String, let key = key as? NSNumber, key.int64Value > 0,
        let entity = model.entitiesByName[name]
      else { throw damage("names the object \(entity ?? "?") \(key ?? "?")", in: store) }
      return store.objectID(for: entity, withReferenceObject: key)
    }
    for object in objects {
      let id = try id(object["entity"], object["key"])
      let node = NSAtomicStoreCacheNode(objectID: id)
      let values = object["values"] as? [String: Any] ?? [:]
      for case let attribute as NSAttributeDescription in id.scope.layout.slots
      where !attribute.isTransient {
        guard let form = values[attribute.name] else { continue }
        guard let value = try StoredValue.value(of: form, attribute) else {
          throw damage("has \(form) as \(attribute.name) of \(id.shortName)", in: store)
        }
        if let object = attribute.object(for: value) { node.setPart(object, at: attribute.name) }
      }
      if nodes.updateValue(node, forKey: IDKey(id)) != nil {
        throw damage("has \(id.shortName) twice", in: store)
      }
    }
    for object in objects {
      let links = object["links"] as? [String: Any] ?? [:]
      let node = nodes[IDKey(try id(object["entity"], object["key"]))]
      for (name, relationship) in node?.objectID.entity.relationshipsByName ?? [:] {
        guard let link = links[name] as? [[Any]] else { continue }
        let members = try link.map { parts in
          guard let other = nodes[IDKey(try id(parts.first, parts.last))] else {
            throw damage("refers by \(name) to an object that is not there: \(parts)", in: store)
          }
          return other
        }
        let value: Any? =
          !relationship.isToMany
          ? members.first
          : relationship.isOrdered ? NSOrderedSet(array: members) : NSSet(array: members)
        node?.setValue(value, forKey: name)
      }
    }
    return Set(nodes.values)
  }

  private func damage(_ what: String, in store: NSAtomicStore) -> CocoaError {
    CocoaError.coreData(
      .fileReadCorruptFile, store.label, "is damaged: it \(what)",
      wayOut: "Restore it from a copy, or destroy it with destroyPersistentStore and start anew.",
      [NSFilePathErrorKey: store.url?.path ?? ""])
  }
}

/// Values as they stand in a property list, exact in binary as in XML: XML has dates to the second
/// only, reals rounded, and no place for some characters.
enum StoredValue {
  static func form(of value: Value, _ attribute: NSAttributeDescription) throws -> Any? {
    switch value {
    case .null, .reference: nil
    case .integer(let number): NSNumber(value: number)
    case .real(let number): "\(number)"
    case .text(let text): isPlain(text) ? text : Data(text.utf8)
    case .date(let date): "\(date.timeIntervalSinceReferenceDate)"
    case .data(let data): data
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .decimal(let number): "\(number)"
    case .opaque(let value): try OpaqueArchive.data(from: value, of: attribute)
    }
  }

  /// nil for what the attribute cannot have.
  static func value(of form: Any, _ attribute: NSAttributeDescription) throws -> Value? {
    let text = form as? String ?? (form as? Data).flatMap { String(validating: $0, as: UTF8.self) }
    switch attribute.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType:
      return (form as? NSNumber).map { .integer($0.int64Value) }
    case .doubleAttributeType, .floatAttributeType:
      return text.flatMap(Double.init).map(Value.real)
    case .stringAttributeType: return text.map(Value.text)
    case .dateAttributeType:
      return text.flatMap(Double.init).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .binaryDataAttributeType: return (form as? Data).map(Value.data)
    case .UUIDAttributeType: return text.flatMap { UUID(uuidString: $0) }.map(Value.uuid)
    case .URIAttributeType: return text.flatMap { URL(string: $0) }.map(Value.url)
    case .decimalAttributeType: return text.flatMap { Decimal(string: $0) }.map(Value.decimal)
    default:
      guard let data = form as? Data else { return nil }
      return try OpaqueArchive.value(from: data, of: attribute)
    }
  }

  /// Whether XML can say it, and Foundation gives it back: a mark of the byte order at its
  /// beginning is lost.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && ![0xfffe, 0xffff, 0xfeff, 0x7f].contains($0.value)
        || $0 == "\n" || $0 == "\t"
    }
  }
}
