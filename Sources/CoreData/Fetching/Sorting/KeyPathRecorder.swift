internal import Foundation
internal import Synchronization

/// Finds the names along a Swift key path such as `\Message.room?.name`.
///
/// A key path of computed properties does not know their names. So it is followed on an object
/// that has no values and notes what it is asked for: a first property of the object itself, then
/// one of the destination that it got, and so on.
final class KeyPathRecorder: @unchecked Sendable {
  // @unchecked Sendable because only the thread that made it uses it; the table of recorders just
  // leads back to it.

  /// Who notes for which object. There are entries only while a key path is followed.
  private static let recorders = Mutex<[ObjectIdentifier: KeyPathRecorder]>([:])

  private var names: [String] = []
  /// The object that the next name must be asked of; nil where a key path cannot go on.
  private var expected: NSManagedObject?
  private var lastAsked: NSManagedObject?
  private var objects: [NSManagedObject] = []
  private var isChain = true

  /// The names, or nil if the key path leads through something else than properties of the model,
  /// or through a property that reads more than one of these.
  static func names(along path: AnyKeyPath) -> [String]? {
    guard let root = type(of: path).rootType as? NSManagedObject.Type,
      let entity = ClassLookup.entity(of: root) ?? ClassLookup.entity(below: root)
    else { return nil }
    let recorder = KeyPathRecorder()
    let object = recorder.object(of: entity)
    recorder.expected = object
    _ = object[keyPath: path]
    recorders.withLock { for object in recorder.objects { $0[ObjectIdentifier(object)] = nil } }
    return recorder.isChain && !recorder.names.isEmpty ? recorder.names : nil
  }

  private func object(of entity: NSEntityDescription) -> NSManagedObject {
    let object = entity.objectClass(in: nil).init(entity: entity, insertInto: nil)
    object.storage.values = object.idScope.layout.slots.map { property in
      (property as? NSAttributeDescription)?.attributeType.anyValue ?? .null
    }
    object.flags = .recording
    objects.append(object)
    Self.recorders.withLock { $0[ObjectIdentifier(object)] = self }
    return object
  }

  /// Notes that a property was asked for. If it is a destination, it is there for the next name.
  static func note(_ key: String?, of object: NSManagedObject) {
    recorders.withLock { $0[ObjectIdentifier(object)] }?.note(key, of: object)
  }

  private func note(_ key: String?, of object: NSManagedObject) {
    // A getter may look, and then read the same.
    if lastAsked === object, names.last == key { return }
    guard let key, expected === object else {
      isChain = false
      return
    }
    names.append(key)
    (lastAsked, expected) = (object, nil)
    guard case .value(let slot)? = object.idScope.layout.place(of: key),
      let relationship = object.idScope.layout.slots[slot] as? NSRelationshipDescription,
      let entity = relationship.destinationEntity
    else { return }
    let destination = self.object(of: entity)
    object.storage.destinations[slot] = destination
    expected = destination
  }
}

extension NSAttributeType {
  /// Some value, so that a getter that wants one finds one.
  fileprivate var anyValue: Value {
    switch self {
    case .stringAttributeType: .text("")
    case .dateAttributeType: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .binaryDataAttributeType: .data(Data())
    case .UUIDAttributeType: .uuid(UUID())
    case .URIAttributeType: .url(URL(filePath: "/"))
    case .decimalAttributeType: .decimal(0)
    case .doubleAttributeType, .floatAttributeType: .real(0)
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType:
      .integer(0)
    default: .null
    }
  }
}
