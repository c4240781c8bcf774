internal import Foundation

/// Keyed archives, read and written only when Foundation survives it: its archiver ends the
/// process over a value that is not `NSSecureCoding`, and its unarchiver over damaged data.
enum SecureArchive {
  /// nil for a value that is not, or holds something that is not, `NSSecureCoding`.
  static func data(from value: Any) -> Data? {
    guard isArchivable(value) else { return nil }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  }

  /// nil for data that is no sound archive of objects of these classes.
  static func value(from data: Data, classes: [AnyClass]) -> Any? {
    guard let contents = ArchiveContents(data), contents.isSound(for: classes) else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
  }

  private static func isArchivable(_ value: Any) -> Bool {
    // Foundation's archiver goes round in circles over these.
    if value is Decimal || value is NSDecimalNumber { return false }
    switch value {
    case let array as NSArray: return array.allSatisfy(isArchivable)
    case let set as NSSet: return set.allSatisfy(isArchivable)
    case let set as NSOrderedSet: return set.array.allSatisfy(isArchivable)
    case let dictionary as NSDictionary:
      return dictionary.allKeys.allSatisfy(isArchivable)
        && dictionary.allValues.allSatisfy(isArchivable)
    case is NSString, is NSNumber, is NSDate, is NSData, is NSURL, is NSUUID: return true
    default:
      guard let coding = value as? any NSSecureCoding else { return false }
      return type(of: coding).supportsSecureCoding
    }
  }
}

/// A keyed archive as a property list: its objects, which name each other by number.
struct ArchiveContents {
  private let objects: [Any]
  private let top: Int

  /// nil for data that is no archive.
  init?(_ data: Data) {
    typealias List = PropertyListSerialization
    // Written as XML, the references are dictionaries with a number; Foundation has no other way
    // to look into them.
    guard
      var archive = SoundPropertyList.list(from: data) as? [String: Any],
      let archived = archive["$objects"] as? [Any]
    else { return nil }
    archive["$objects"] = archived.map(Self.withoutTexts)
    guard
      let xml = try? List.data(fromPropertyList: archive, format: .xml, options: 0),
      let list = try? List.propertyList(from: Self.readable(xml), format: nil) as? [String: Any],
      let objects = list["$objects"] as? [Any], let top = list["$top"] as? [String: Any],
      let root = Self.reference(top["root"])
    else { return nil }
    self.objects = objects
    self.top = root
  }

  /// XML does not take every text, and what the texts are does not matter here.
  private static func withoutTexts(_ object: Any) -> Any {
    if object is String { return "" }
    guard let parts = object as? [String: Any] else { return object }
    return Dictionary(
      parts.map { key, part in (key, part is String && key != "$classname" ? "" : part) },
      uniquingKeysWith: { first, _ in first })
  }

  private static let mark = "reference"

  /// With another name for what the reader would turn into references again.
  private static func readable(_ xml: Data) -> Data {
    Data(String(decoding: xml, as: UTF8.self).replacing("CF$UID", with: mark).utf8)
  }

  private static func reference(_ value: Any?) -> Int? {
    (value as? [String: Any]).flatMap { $0.count == 1 ? $0[mark] as? Int : nil }
  }

  /// Whether every reference leads somewhere and never back, and every object is of one of these
  /// classes and has what its class reads.
  func isSound(for classes: [AnyClass]) -> Bool {
    var state = [Int: Bool]()
    return isSound(top, classes, &state)
  }

  /// `state` tells the objects that are finished from those whose parts are being looked at.
  private func isSound(_ number: Int, _ classes: [AnyClass], _ state: inout [Int: Bool]) -> Bool {
    if let isFinished = state[number] { return isFinished }
    guard number > 0, objects.indices.contains(number) else { return false }
    state[number] = false
    guard areSoundParts(of: objects[number], classes, &state) else { return false }
    state[number] = true
    return true
  }

  private func areSoundParts(
    of object: Any, _ classes: [AnyClass], _ state: inout [Int: Bool]
  ) -> Bool {
    guard let parts = object as? [String: Any] else { return true }
    guard let number = Self.reference(parts["$class"]), objects.indices.contains(number),
      let name = (objects[number] as? [String: Any])?["$classname"] as? String,
      let found = NSClassFromString(name),
      classes.contains(where: { Self.inherits(found, from: $0) }),
      hasWhatItsClassReads(parts, found)
    else { return false }
    for (key, part) in parts where key != "$class" {
      for reference in Self.references(in: part) {
        if reference == 0 && key == "NS.base" { continue }
        if !isSound(reference, classes, &state) { return false }
      }
    }
    return true
  }

  private static func references(in part: Any) -> [Int] {
    if let number = reference(part) { return [number] }
    return (part as? [Any])?.map { reference($0) ?? -1 } ?? []
  }

  private static func inherits(_ found: AnyClass, from other: AnyClass) -> Bool {
    var next: AnyClass? = found
    while let here = next {
      if here == other { return true }
      next = _getSuperclass(here)
    }
    return false
  }

  /// Foundation's own classes do not look twice at what they find.
  private func hasWhatItsClassReads(_ parts: [String: Any], _ found: AnyClass) -> Bool {
    func count(_ key: String) -> Int? { (parts[key] as? [Any])?.count }
    func object(_ key: String) -> Any? {
      Self.reference(parts[key]).flatMap { objects.indices.contains($0) ? objects[$0] : nil }
    }
    return switch found {
    case is NSDictionary.Type: count("NS.keys") != nil && count("NS.keys") == count("NS.objects")
    case is NSArray.Type, is NSSet.Type: count("NS.objects") != nil
    case is NSDate.Type: parts["NS.time"] is NSNumber
    case is NSUUID.Type: (parts["NS.uuidbytes"] as? Data)?.count == 16
    case is NSURL.Type: object("NS.relative") is String
    case is NSData.Type: parts["NS.data"] is Data
    case is NSString.Type: parts["NS.string"] is String
    default: true
    }
  }
}
