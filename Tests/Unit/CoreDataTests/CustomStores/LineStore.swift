import CoreData
import Foundation

/// A worked example: an atomic store that keeps each object on a line of its own, as JSON.
///
///     {"UUID": "...", "type": "Lines"}
///     {"entity": "Room", "id": "r-1", "name": "lobby", "messages": ["m-1"]}
final class LineStore: NSAtomicStore, @unchecked Sendable {
  // @unchecked Sendable as its superclass is; the lines are read while it is opened.
  static let type = "Lines"
  struct Full: Error {}

  private var lines: [[String: Any]] = []
  /// Makes the next save fail.
  static let isFull = Switch()

  override var type: String { Self.type }

  override func loadMetadata() throws {
    guard let url else { return }
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    lines = try text.split(separator: "\n").map { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
      guard let line = object as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
      return line
    }
    let identifier = lines.isEmpty ? UUID().uuidString : lines.removeFirst()["UUID"] as? String
    metadata = [NSStoreUUIDKey: identifier ?? "", NSStoreTypeKey: Self.type]
  }

  override func load() throws {
    let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
    var nodes: [String: NSAtomicStoreCacheNode] = [:]
    for line in lines {
      guard let entity = entities[line["entity"] as? String ?? ""], let id = line["id"] as? String
      else { throw CocoaError(.fileReadCorruptFile) }
      let node = NSAtomicStoreCacheNode(objectID: objectID(for: entity, withReferenceObject: id))
      for name in entity.attributesByName.keys { node.setValue(line[name], forKey: name) }
      nodes[id] = node
    }
    for line in lines {
      guard let node = nodes[line["id"] as? String ?? ""] else { continue }
      for (name, relationship) in node.objectID.entity.relationshipsByName {
        let members = (line[name] as? [String] ?? []).compactMap { nodes[$0] }
        node.setValue(
          relationship.isToMany ? NSSet(array: members) : members.first, forKey: name)
      }
    }
    addCacheNodes(Set(nodes.values))
    lines = []
  }

  /// `room-7F3A...`: texts, so that keys have to be worked out of them.
  override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    "\(managedObject.entity.name?.lowercased() ?? "")-\(UUID().uuidString)"
  }

  override func save() throws {
    if Self.isFull.isOn { throw Full() }
    guard let url else { return }
    func name(_ node: Any?) -> String? {
      (node as? NSAtomicStoreCacheNode).map { "\(referenceObject(for: $0.objectID))" }
    }
    let head: [String: Any] = ["UUID": identifier ?? "", "type": Self.type]
    let rest: [[String: Any]] = cacheNodes().map { node in
      let entity = node.objectID.entity
      var line: [String: Any] = ["entity": entity.name ?? "", "id": name(node) ?? ""]
      for name in entity.attributesByName.keys where !(node.value(forKey: name) is Date) {
        line[name] = node.value(forKey: name)
      }
      for relationship in entity.relationshipsByName.keys {
        let value = node.value(forKey: relationship)
        let members = (value as? NSSet)?.allObjects ?? [value as Any]
        line[relationship] = members.compactMap(name).sorted()
      }
      return line
    }
    let lines = try ([head] + rest).map { line in
      String(
        decoding: try JSONSerialization.data(withJSONObject: line, options: .sortedKeys),
        as: UTF8.self)
    }
    try Data(
      lines.sorted { $0.contains("UUID") && !$1.contains("UUID") }
        .joined(separator: "\n").utf8
    ).write(to: url, options: .atomic)
  }
}

/// Something that is on or off, for one test at a time.
final class Switch: @unchecked Sendable {
  // @unchecked Sendable because the tests that use it come one after another.
  var isOn = false
}
